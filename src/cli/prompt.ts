import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/**
 * Reads a password from standard input: the first line of a pipe, or text typed twice and hidden at a terminal.
 *
 * @throws Error one clear line if the password is missing, or the two differ
 */
export async function readPassword(): Promise<string> {
  const { isTTY } = process.stdin
  // At a terminal the line editor echoes the typed text; this output discards it.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output, terminal: isTTY })
  const lines = reader[Symbol.asyncIterator]()
  const ask = async (question: string): Promise<string | undefined> => {
    if (isTTY) process.stderr.write(question)
    const { value } = await lines.next()
    if (isTTY) process.stderr.write('\n')
    return value
  }
  try {
    const password = await ask('Password (not shown): ')
    if (!password)
      throw new Error(
        'the password is missing; type it, or send it as the first line of standard input',
      )
    if (isTTY && (await ask('Once more: ')) !== password)
      throw new Error('the two passwords differ; nothing was made')
    return password
  } finally {
    reader.close()
  }
}
