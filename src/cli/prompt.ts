import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/**
 * Reads a password from standard input: its first line, or at a terminal what is typed twice and not shown.
 *
 * @throws Error one clear line when there is none, or the two differ
 */
export async function readPassword(): Promise<string> {
  const { isTTY } = process.stdin
  // At a terminal the editor echoes what is typed: here into nothing.
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
        'there is no password; type it, or send it as the first line of standard input',
      )
    if (isTTY && (await ask('Once more: ')) !== password)
      throw new Error('the two passwords differ; nothing was made')
    return password
  } finally {
    reader.close()
  }
}
