import { sharedSettings } from '../config/shared-settings.ts'
import type { Config } from '../config.ts'
import { type MigrationProgress, migratingResponse } from '../http/api/migrating.ts'
import { SOCKET_OPTIONS } from '../http/api/socket.ts'
import type { Log } from '../log.ts'
import { openStore, type Store, type Trouble, type UpgradeEvent } from '../store/open.ts'
import { explainListenError, type Server } from './listen.ts'

type OpenOptions = {
  log: Log
  onTrouble: (trouble: Trouble, error: unknown) => void
  signal: AbortSignal | undefined
}

type OpenedStore = {
  store: Store
  /** The server that answers 503, if there was an upgrade: whoever listens takes it over. */
  server: Server | undefined
}

const LEVELS = {
  upgrade_begins: 'info',
  upgrade_copied: 'info',
  upgrade_uncopied: 'warn',
  upgrade_goes: 'info',
  upgrade_waits: 'warn',
  upgrade_done: 'info',
  upgrade_indexed: 'info',
  upgrade_unindexed: 'warn',
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
  config: Config,
  { log, onTrouble, signal }: OpenOptions,
): Promise<OpenedStore> {
  const { database, host, port } = config
  const settings = sharedSettings(config)
  const unheard = new AbortController()
  let server: Server | undefined
  let step: Step | undefined
  const fetch = (request: Request) => migratingResponse(request, progressOf(step))
  const answer = () => Bun.serve({ ...SOCKET_OPTIONS, hostname: host, port, fetch })
  const tell = logUpgrade(log)
  const onUpgrade: typeof tell = (event, facts) => {
    if (event === 'upgrade_goes') step = stepOf(facts as Omit<Step, 'atMs'>)
    if (event !== 'upgrade_begins') return tell(event, facts)
    try {
      server = explainListenError({ host, port }, answer)
      tell(event, { ...facts, port: server.port })
    } catch (error) {
      unheard.abort(error)
    }
  }
  try {
    const ends = AbortSignal.any([unheard.signal, ...(signal ? [signal] : [])])
    const store = await openStore(database, { onTrouble, onUpgrade, settings, signal: ends })
    return { store, server }
  } catch (error) {
    void server?.stop()
    throw error
  }
}

/**
 * The time that an upgrade has taken and has left, in ms, when a statement began; `restMs` is the part of it that comes
 * after the statement. `atMs` is when it was told.
 */
type Step = { tookMs: number; leftMs: number; restMs: number; atMs: number }

const stepOf = (facts: Omit<Step, 'atMs'>): Step => ({ ...facts, atMs: performance.now() })

/** The progress now. A statement that takes longer than expected leaves what comes after it. */
function progressOf(step: Step | undefined): MigrationProgress {
  if (!step) return { secondsLeft: undefined, share: undefined }
  const { tookMs, leftMs, restMs, atMs } = step
  const sinceMs = performance.now() - atMs
  const stillMs = Math.max(leftMs - sinceMs, restMs, 1_000)
  const share = (tookMs + sinceMs) / (tookMs + sinceMs + stillMs)
  return {
    secondsLeft: Math.ceil(stillMs / 1_000),
    share: Math.round(share * 1_000) / 1_000,
  }
}
