import { createMessageReader } from './postgres-messages.ts'

/** Stands between a client and a server. */
export type Relay = {
  port: number
  /**
   * Lets bytes through, swallows them both ways without a word, puts bytes that mean nothing before those of the server,
   * or cuts every connection and takes no other.
   */
  set: (mode: 'pass' | 'swallow' | 'garble' | 'cut') => void
  /** Leads to another port from now on; what led to the one before is cut. */
  lead: (toPort: number) => void
  /**
   * Looks at what clients send, and says whether the connection is cut: before the server sees it, or at its answer. Of
   * a client of PostgreSQL it sees the texts of prepared statements, too.
   */
  spy: (look: FaultTrigger) => void
  [Symbol.dispose](): void
}

type FaultTrigger = (text: string, connection: object) => 'before' | 'after' | undefined
/** No message of PostgreSQL is as short as this one says. */
const GARBLED = Uint8Array.of(90, 0, 0, 0, 1)

type Side = {
  other: Bun.Socket<Side> | undefined
  unsent: Uint8Array[]
  isDoomed?: boolean
  read?: ReturnType<typeof createMessageReader>
}

/** Starts a relay to a port of loopback. */
export function startRelay(toPort: number): Relay {
  let mode: Parameters<Relay['set']>[0] = 'pass'
  let leadsTo = toPort
  let look: FaultTrigger = () => undefined
  const open = new Set<Bun.Socket<Side>>()
  const cut = () => {
    for (const socket of open) socket.terminate()
  }
  const end = {
    drain: (socket: Bun.Socket<Side>) => flush(socket),
    close(socket: Bun.Socket<Side>) {
      open.delete(socket)
      // A side that is cut off does not see the other side close, either.
      if (mode !== 'swallow') socket.data.other?.end()
    },
    error() {},
  }
  const fromServer = {
    ...end,
    data(socket: Bun.Socket<Side>, bytes: Uint8Array) {
      if (mode === 'garble') send(socket.data.other, GARBLED)
      else if (mode !== 'pass') return
      if (!socket.data.isDoomed) return send(socket.data.other, bytes)
      socket.data.other?.terminate()
      socket.terminate()
    },
  }
  const fromClient = {
    ...end,
    async open(socket: Bun.Socket<Side>) {
      socket.data = { other: undefined, unsent: [], read: createMessageReader() }
      open.add(socket)
      if (mode === 'cut') return void socket.terminate()
      const data: Side = { other: socket, unsent: [] }
      const to = { hostname: '127.0.0.1', port: leadsTo, data, socket: fromServer }
      const server = await Bun.connect<Side>(to).catch(() => undefined)
      if (!server) return void socket.terminate()
      const early = socket.data.unsent
      socket.data.other = server
      open.add(server)
      for (const bytes of early.splice(0)) send(server, bytes)
    },
    data(socket: Bun.Socket<Side>, bytes: Uint8Array) {
      if (mode === 'swallow' || mode === 'cut') return
      const { other, read } = socket.data
      const text = read!(bytes)
      // `send` keeps the bytes it is given, which are the system's again afterwards.
      if (!other) return void socket.data.unsent.push(bytes.slice())
      const when = look(text, socket)
      if (when === 'before') {
        other.terminate()
        return void socket.terminate()
      }
      if (when === 'after') other.data.isDoomed = true
      send(other, bytes)
    },
  }
  const listener = Bun.listen<Side>({ hostname: '127.0.0.1', port: 0, socket: fromClient })
  return {
    port: listener.port,
    set(next) {
      mode = next
      if (mode === 'cut') cut()
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
