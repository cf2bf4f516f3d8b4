/** An answer as the bench needs it; `text` costs nothing until it is called. */
export type Answer = { status: number; text: () => string }

const HEAD_END = '\r\n\r\n'
/** Bytes up to the end of `HTTP/1.1 200`. */
const STATUS_END = 12

/** Who asks when nobody is signed in. */
export const NOBODY = { id: 0, key: '' }

/** The bytes of one HTTP/1.1 request of a hotel's partner or of nobody, made once and sent many times. */
export function encodeRequest(
  { id, key }: { id: number; key: string },
  method: string,
  path: string,
  body?: unknown,
  headers: readonly string[] = [],
): Uint8Array {
  const content = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(key ? [`authorization: Bearer ${key}`] : []),
    // Only the floor looks at it, for it knows no keys.
    `x-hotel-id: ${id}`,
    ...headers,
    ...(content ? ['content-type: application/json', `content-length: ${content.length}`] : []),
  ].join('\r\n')
  return Buffer.concat([Buffer.from(head + HEAD_END), content ?? Buffer.alloc(0)])
}

/**
 * One kept-alive connection that sends one request at a time. A few microseconds of work a request, so that a
 * measured time is the server's: `fetch` costs as much as the fastest server here.
 */
export class Connection {
  #socket!: Bun.Socket
  #unsent: Uint8Array = new Uint8Array()
  #chunks: Buffer[] = []
  #received = 0
  #expected: number | undefined
  #waiting: PromiseWithResolvers<Answer> | undefined

  static async open(port: number): Promise<Connection> {
    const connection = new Connection()
    connection.#socket = await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        data: (_socket, chunk) => connection.#receive(chunk),
        drain: () => connection.#flush(),
        close: () => connection.#waiting?.reject(new Error('the server closed the connection')),
        error: (_socket, error) => connection.#waiting?.reject(error),
      },
    })
    return connection
  }

  send(request: Uint8Array): Promise<Answer> {
    this.#waiting = Promise.withResolvers()
    this.#chunks = []
    this.#received = 0
    this.#expected = undefined
    this.#unsent = request
    this.#flush()
    return this.#waiting.promise
  }

  close(): void {
    this.#socket.end()
  }

  #flush(): void {
    if (this.#unsent.length > 0)
      this.#unsent = this.#unsent.subarray(this.#socket.write(this.#unsent))
  }

  #receive(chunk: Buffer): void {
    // Bun hands over a buffer of its own and may use it again.
    this.#chunks.push(Buffer.from(chunk))
    this.#received += chunk.length
    this.#expected ??= wholeLength(this.#chunks)
    if (this.#expected !== undefined && this.#received >= this.#expected) this.#finish()
  }

  #finish(): void {
    const chunks = this.#chunks
    // The head of a long answer comes in many small pieces.
    const start = chunks[0]!.length < STATUS_END ? Buffer.concat(chunks) : chunks[0]!
    const status = Number(start.toString('latin1', STATUS_END - 3, STATUS_END))
    const text = () => {
      const all = Buffer.concat(chunks)
      return all.toString('utf8', all.indexOf(HEAD_END) + HEAD_END.length)
    }
    this.#waiting!.resolve({ status, text })
  }
}

/** Bytes of the answer, head and body; undefined while the head is not all there. */
function wholeLength(chunks: Buffer[]): number | undefined {
  const head = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
  const end = head.indexOf(HEAD_END)
  if (end < 0) return undefined
  const length = head.toString('latin1', 0, end).match(/\r\ncontent-length: *(\d+)/i)?.[1]
  if (!length) throw new Error('an answer without a content-length')
  return end + HEAD_END.length + Number(length)
}
