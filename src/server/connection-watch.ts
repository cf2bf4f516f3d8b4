import type { Log } from '../log.ts'
import type { Store } from '../store/open.ts'

/** Looks that agree before a line is written: a replica that was killed is counted for some seconds more. */
const LOOKS = 2

type World = { log: Log; store: Pick<Store, 'presence'> }

/**
 * Adds up what all replicas may take of the database's connections, and logs when it is more than the server grants, and
 * when it fits again. Each replica alone finds what it needs at its start; together they run out of it under load.
 */
export function createConnectionWatch({ log, store }: World): () => Promise<void> {
  let isShort = false
  let looks = 0
  return async () => {
    const present = await store.presence().catch(() => undefined)
    const isOther = present !== undefined && present.connections > present.granted !== isShort
    looks = isOther ? looks + 1 : 0
    if (!isOther || looks < LOOKS) return
    looks = 0
    isShort = !isShort
    if (!isShort) log.info('connections_fit_again', present)
    else
      log.warn('connections_short', {
        ...present,
        hint: 'all replicas together may take more connections than the server grants; raise max_connections, or set DATABASE_CONNECTIONS lower',
      })
  }
}
