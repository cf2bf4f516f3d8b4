import type { createApp } from '../app.ts'
import type { Config } from '../config.ts'

export type App = ReturnType<typeof createApp>

export type Server = Bun.Server<undefined>

/**
 * Lets an app answer. Elysia's own `listen` gives Bun each route twice, and collects garbage, before the first answer: a
 * tenth of the start.
 *
 * @param server one that listens already, whose connections go on; undefined: a new one
 * @throws Error one clear line if the address cannot be used
 */
export function listen(
  app: App,
  { host, port }: Pick<Config, 'host' | 'port'>,
  server?: Server,
): void {
  app.compile()
  const options = { ...app.config.serve, hostname: host, port, fetch: app.fetch } as never
  app.server = server
    ? server.reload(options)
    : explainListenError({ host, port }, () => Bun.serve(options))
}

/**
 * Starts to listen.
 *
 * @throws Error one clear line if the address cannot be used
 */
export function explainListenError<T>(
  { host, port }: Pick<Config, 'host' | 'port'>,
  listen: () => T,
): T {
  try {
    return listen()
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === 'EADDRINUSE')
      throw new Error(`port ${port} of ${host} is already in use; set PORT`)
    if (code === 'EACCES')
      throw new Error(`port ${port} of ${host} needs rights that this user does not have`)
    throw new Error(`cannot listen on host ${host}, port ${port} (${message}); check HOST and PORT`)
  }
}
