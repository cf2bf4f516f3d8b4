import type { Log } from '../log.ts'
import type { Store } from '../store/open.ts'

type World = { log: Log; store: Pick<Store, 'presence'> }

/**
 * Adds up what all replicas may take of the database's connections, and logs when it is more than the server grants, and
 * when it fits again. Each replica alone finds what it needs at its start; together they run out of it under load.
 */
export function createConnectionWatch({ log, store }: World): () => Promise<void> {
  let isShort = false
  return async () => {
    const present = store.presence()
    if (!present || present.connections > present.granted === isShort) return
    isShort = !isShort
    if (!isShort) log.info('connections_fit_again', present)
    else
      log.warn('connections_short', {
        ...present,
        hint: 'all replicas together may take more connections than the server grants; raise max_connections, or set DATABASE_CONNECTIONS lower',
      })
  }
}
