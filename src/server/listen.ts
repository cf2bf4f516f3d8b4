import type { Config } from '../config.ts'

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
