import type { createApp } from '../app.ts'
import { SOCKET_OPTIONS } from '../http/socket.ts'

type App = ReturnType<typeof createApp>

/** The socket, open before the app behind it has been put together. */
export type Front = {
  server: Bun.Server<undefined>
  /** Hands the socket over to the app; what waited until now is answered by it. */
  handOver(app: App): void
}

/** Answers a request before there is an app; undefined: it has to wait for that. */
type Early = (request: Request) => Promise<Response | undefined> | undefined

/**
 * Listens at once: loading and composing the app takes longer than all else of a start (of 7.8 times
 * what an empty Elysia needs for its first answer, 2.7 are left for health and 7.5 for the rest). Requests that only the app can answer wait
 * for it, which is milliseconds.
 *
 * @throws Error one clear line when it cannot listen there
 */
export function listenEarly(place: { host: string; port: number }, early: Early): Front {
  const { host, port } = place
  const app = Promise.withResolvers<App>()
  try {
    const server = Bun.serve({
      ...SOCKET_OPTIONS,
      hostname: host,
      port,
      fetch: async (request) => (await early(request)) ?? (await app.promise).fetch(request),
    })
    return {
      server,
      handOver(elysia) {
        serveOn(server, elysia)
        app.resolve(elysia)
      },
    }
  } catch (error) {
    throw listenError(error, place)
  }
}

/** Whether a request is `GET /v1/health` as the app would answer it; another method or address waits for the app. */
export function asksHealth({ method, url }: Request): boolean {
  const { pathname, search } = new URL(url)
  return method === 'GET' && pathname === '/v1/health' && search === ''
}

/** Lets Elysia listen on a socket that is open already; it knows only to open one of its own, by `Bun.serve`. */
function serveOn(server: Bun.Server<undefined>, app: App): void {
  const { serve } = Bun
  Bun.serve = ((options: Parameters<typeof server.reload>[0]) => {
    server.reload(options)
    return server
  }) as unknown as typeof serve
  try {
    app.listen({})
  } finally {
    Bun.serve = serve
  }
}

function listenError(error: unknown, { host, port }: { host: string; port: number }): Error {
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE') return new Error(`port ${port} of ${host} is already in use; set PORT`)
  if (code === 'EACCES') return new Error(`port ${port} of ${host} needs rights this user has not`)
  const why = (error as Error).message
  return new Error(`cannot listen on host ${host}, port ${port} (${why}); check HOST and PORT`)
}
