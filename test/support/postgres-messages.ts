/** Bytes of a message's kind and length. */
const HEAD = 5
/** What a client of Bun's sends first: without a kind, and never longer. */
const STARTUP_MAX = 1_000

/**
 * Follows what a client of PostgreSQL sends over a connection.
 *
 * @returns a function that puts the texts of statements that are prepared already before what is sent
 */
export function createMessageReader(): (bytes: Uint8Array) => string {
  const texts = new Map<string, string>()
  let rest = Buffer.alloc(0)
  let isStarted = false

  function read(kind: string, content: Buffer): string {
    const [first = '', second = ''] = content.toString('latin1').split('\0', 2)
    if (kind === 'P') texts.set(first, second)
    return kind === 'B' ? `${texts.get(second) ?? ''}\n` : ''
  }

  return (bytes) => {
    const sent = Buffer.from(bytes).toString('latin1')
    if (!isStarted) {
      isStarted = bytes.length < STARTUP_MAX
      return sent
    }
    rest = Buffer.concat([rest, bytes])
    let known = ''
    while (rest.length >= HEAD && rest.length > rest.readUInt32BE(1)) {
      const end = rest.readUInt32BE(1) + 1
      known += read(String.fromCharCode(rest[0]!), rest.subarray(HEAD, end))
      rest = rest.subarray(end)
    }
    return known + sent
  }
}
