/** A server that sends a scripted answer, byte for byte, to the first bytes of each connection. */
export type RawServer = { port: number; connections: () => number; [Symbol.dispose](): void }

/** The handler of a connection; runs when the first bytes of a request arrive. */
export type Behaviour = (socket: Bun.Socket<undefined>) => void

/** Starts a server on the loopback address. */
export function rawServer(behave: Behaviour): RawServer {
  let connections = 0
  const heard = new WeakSet<object>()
  const listener = Bun.listen<undefined>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open: () => void connections++,
      data(socket) {
        if (heard.has(socket)) return
        heard.add(socket)
        behave(socket)
      },
      error() {},
    },
  })
  return {
    port: listener.port,
    connections: () => connections,
    [Symbol.dispose]: () => listener.stop(true),
  }
}
