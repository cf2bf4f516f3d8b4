import { createMessageReader } from './postgres-messages.ts'

/** Stands between a client and a server. */
export type Relay = {
  port: number
  /**
   * Lets bytes through, swallows them both ways without a word, puts bytes that mean nothing before those of the server,
   * or cuts every connection and takes no other. *Hold* is a partition of one way or both: bytes and ends of connections
   * are kept, and go on in their order once they may pass, as TCP sends again what was not received. *Lose* is the same
   * of both ways that forget their connections: those that were there are silent for good.
   */
  set: (mode: RelayMode) => void
  /** Leads to another port from now on; what led to the one before is cut. */
  lead: (toPort: number) => void
  /**
   * Looks at what clients send, and says whether the connection is cut: before the server sees it, or at its answer. Of
   * a client of PostgreSQL it sees the texts of prepared statements, too.
   */
  spy: (look: FaultTrigger) => void
  [Symbol.dispose](): void
}

/** The way of a relay with bytes; *there* is from the client to the server, *back* from the server. */
export type RelayMode =
  | 'pass'
  | 'swallow'
  | 'garble'
  | 'cut'
  | 'hold'
  | 'hold-there'
  | 'hold-back'
  | 'lose'

type FaultTrigger = (text: string, connection: object) => 'before' | 'after' | undefined
/** No message of PostgreSQL is as short as this one says. */
const GARBLED = Uint8Array.of(90, 0, 0, 0, 1)

type Side = {
  other: Bun.Socket<Side> | undefined
  unsent: Uint8Array[]
  /** Bytes for it that are held, and the end of the other side after them. */
  held?: Uint8Array[]
  isEndHeld?: boolean
  isLost?: boolean
  /** Text of the answer of the server at which it is cut. */
  doom?: string
  read?: ReturnType<typeof createMessageReader>
}

/** Starts a relay to a port of loopback. */
export function startRelay(toPort: number): Relay {
  let mode: RelayMode = 'pass'
  let leadsTo = toPort
  let look: FaultTrigger = () => undefined
  const open = new Set<Bun.Socket<Side>>()
  /** Clients whose connection waits for the way to be free. */
  const waiting = new Set<Bun.Socket<Side>>()
  const cut = () => {
    for (const socket of open) socket.terminate()
  }
  const isHeld = (way: 'there' | 'back') => mode === 'hold' || mode === `hold-${way}`
  const isLost = ({ isLost, other }: Side) => isLost || other?.data.isLost
  const endOf = (way: 'there' | 'back') => ({
    drain: (socket: Bun.Socket<Side>) => flush(socket),
    close(socket: Bun.Socket<Side>) {
      open.delete(socket)
      waiting.delete(socket)
      // A side that is cut off does not see the other side close, either.
      if (mode === 'swallow' || isLost(socket.data)) return
      const { other } = socket.data
      if (other && isHeld(way)) other.data.isEndHeld = true
      else other?.end()
    },
    error() {},
  })
  const fromServer = {
    ...endOf('back'),
    data(socket: Bun.Socket<Side>, bytes: Uint8Array) {
      if (isLost(socket.data)) return
      if (isHeld('back')) return hold(socket.data.other, bytes)
      if (mode === 'garble') send(socket.data.other, GARBLED)
      else if (mode === 'swallow' || mode === 'cut') return
      const { doom } = socket.data
      if (doom === undefined || !Buffer.from(bytes).includes(doom))
        return send(socket.data.other, bytes)
      socket.data.other?.terminate()
      socket.terminate()
    },
  }
  async function connect(socket: Bun.Socket<Side>): Promise<void> {
    const data: Side = { other: socket, unsent: [] }
    const to = { hostname: '127.0.0.1', port: leadsTo, data, socket: fromServer }
    const server = await Bun.connect<Side>(to).catch(() => undefined)
    if (!server) return void socket.terminate()
    const early = socket.data.unsent
    socket.data.other = server
    open.add(server)
    for (const bytes of early.splice(0))
      if (isHeld('there')) hold(server, bytes)
      else send(server, bytes)
  }
  const fromClient = {
    ...endOf('there'),
    async open(socket: Bun.Socket<Side>) {
      socket.data = { other: undefined, unsent: [], read: createMessageReader() }
      open.add(socket)
      if (mode === 'cut') return void socket.terminate()
      // A connection needs both ways to begin.
      if (mode === 'lose' || isHeld('there') || isHeld('back')) waiting.add(socket)
      else await connect(socket)
    },
    data(socket: Bun.Socket<Side>, bytes: Uint8Array) {
      if (mode === 'swallow' || mode === 'cut' || isLost(socket.data)) return
      const { other, read } = socket.data
      const text = read!(bytes)
      // `send` keeps the bytes it is given, which are the system's again afterwards.
      if (!other) return void socket.data.unsent.push(bytes.slice())
      if (isHeld('there')) return hold(other, bytes)
      const when = look(text, socket)
      if (when === 'before') {
        other.terminate()
        return void socket.terminate()
      }
      // Statements before a COMMIT may be answered alone.
      if (when === 'after') other.data.doom = text.includes('COMMIT') ? 'COMMIT' : ''
      send(other, bytes)
    },
  }
  const listener = Bun.listen<Side>({ hostname: '127.0.0.1', port: 0, socket: fromClient })
  return {
    port: listener.port,
    set(next) {
      mode = next
      if (mode === 'lose') for (const { data } of open) data.isLost = true
      if (mode === 'cut') cut()
      if (mode !== 'pass') return
      for (const socket of open) letGo(socket)
      for (const socket of waiting) void connect(socket)
      waiting.clear()
    },
    lead(next) {
      leadsTo = next
      cut()
    },
    spy(next) {
      look = next
    },
    [Symbol.dispose]() {
      cut()
      listener.stop(true)
    },
  }
}

function hold(socket: Bun.Socket<Side> | undefined, bytes: Uint8Array): void {
  if (!socket) return
  socket.data.held ??= []
  socket.data.held.push(bytes.slice())
}

/** Sends what was held for a side, and then the end. */
function letGo(socket: Bun.Socket<Side>): void {
  for (const bytes of socket.data.held?.splice(0) ?? []) send(socket, bytes)
  if (socket.data.isEndHeld) socket.end()
}

function send(socket: Bun.Socket<Side> | undefined, bytes: Uint8Array): void {
  if (!socket) return
  socket.data.unsent.push(bytes.slice())
  flush(socket)
}

function flush(socket: Bun.Socket<Side>): void {
  const { unsent } = socket.data
  while (unsent.length > 0) {
    const [first] = unsent
    const sent = socket.write(first!)
    if (sent === first!.length) unsent.shift()
    else {
      if (sent > 0) unsent[0] = first!.subarray(sent)
      return
    }
  }
}
