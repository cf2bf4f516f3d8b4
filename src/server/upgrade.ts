import type { Config } from '../config.ts'
import { migratingResponse } from '../http/api/problem.ts'
import { SOCKET_OPTIONS } from '../http/api/socket.ts'
import type { Log } from '../log.ts'
import { openStore, type Store, type Trouble, type UpgradeEvent } from '../store/open.ts'
import { explainListenError } from './listen.ts'

type OpenOptions = {
  log: Log
  onTrouble: (trouble: Trouble, error: unknown) => void
  signal: AbortSignal | undefined
}

type OpenedStore = {
  store: Store
  /** Stops the temporary 503 answers, in the same step. @returns the port to listen on */
  takePort: () => number
}

/** The longest wait that is advised: statements differ in length, and an early caller asks again. */
const SECONDS_MAX = 60

const LEVELS = {
  upgrade_begins: 'info',
  upgrade_goes: 'info',
  upgrade_waits: 'warn',
  upgrade_done: 'info',
} as const

/** Logs the progress of the migrations, and who holds the locks that they wait for. */
export const logUpgrade =
  (log: Log) =>
  (event: UpgradeEvent, facts: Record<string, unknown>): void =>
    log[LEVELS[event]](event, facts)

/**
 * Opens the store. If it must first migrate tables that have rows, the port opens before, and every request is
 * answered 503 `migrating`.
 *
 * @throws Error one clear line, or the reason of the signal
 */
export async function openAnswering(
  { database, host, port }: Config,
  { log, onTrouble, signal }: OpenOptions,
): Promise<OpenedStore> {
  const unheard = new AbortController()
  let server: Bun.Server<undefined> | undefined
  let seconds: number | undefined
  const fetch = () => migratingResponse(seconds)
  const answer = () => Bun.serve({ ...SOCKET_OPTIONS, hostname: host, port, fetch })
  const tell = logUpgrade(log)
  const onUpgrade: typeof tell = (event, facts) => {
    if (event === 'upgrade_goes') seconds = secondsLeft(facts as Progress)
    if (event !== 'upgrade_begins') return tell(event, facts)
    try {
      server = explainListenError({ host, port }, answer)
      tell(event, { ...facts, port: server.port })
    } catch (error) {
      unheard.abort(error)
    }
  }
  const takePort = () => {
    void server?.stop()
    return server?.port ?? port
  }
  try {
    const ends = AbortSignal.any([unheard.signal, ...(signal ? [signal] : [])])
    const store = await openStore(database, { onTrouble, onUpgrade, signal: ends })
    return { store, takePort }
  } catch (error) {
    takePort()
    throw error
  }
}

/** How much of an upgrade is done, from 0 to 1, and how long that took. */
type Progress = { share: number; tookMs: number }

/** The seconds that the rest takes if it goes on as it went. */
function secondsLeft({ share, tookMs }: Progress): number {
  const seconds = Math.ceil(((1 - share) / share) * (tookMs / 1_000))
  return Math.min(SECONDS_MAX, Math.max(1, seconds))
}
