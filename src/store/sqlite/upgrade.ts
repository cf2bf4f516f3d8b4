// Migrations of a SQLite file that has rows: in a thread of its own, so that the process answers meanwhile.

import type { UpgradeOptions } from '../engine/upgrade-events.ts'
import { copyFormer, formerName, isRebuilding } from './former.ts'
import type { MigrateNews, MigrateOrder } from './migrate-worker.ts'
import { MIGRATIONS } from './refuse.ts'
import { startWorker } from './worker.ts'

/** The news of an upgrade are told at most so often. */
const TELL_MS = 1_000
/** The name by which `instanceof SQLiteError` knows an error. */
const SQLITE_ERROR = 'SQLiteError'

/**
 * Runs the missing migrations in one transaction: a kill leaves the database as it was. Before one that rebuilds a
 * table, the file is copied.
 *
 * @param applied the names of the migrations that the file has
 * @throws Error of the migration, or the reason of the signal
 */
export async function upgrade(
  file: string,
  applied: readonly string[],
  { onUpgrade = () => {}, signal }: UpgradeOptions,
): Promise<void> {
  const left = MIGRATIONS.filter(({ name }) => !applied.includes(name))
  if (left.length === 0) return
  const startMs = performance.now()
  onUpgrade('upgrade_begins', { left: left.map(({ name }) => name) })
  signal?.throwIfAborted()
  if (isRebuilding(left)) await keepFormer(file, onUpgrade)
  signal?.throwIfAborted()
  let [done, toldMs] = [0, startMs]
  await runWorker({ file, left }, signal, (statements) => {
    done += 1
    if (performance.now() - toldMs < TELL_MS) return
    toldMs = performance.now()
    // The first and the last of the transaction, and a note of each migration, come on top.
    const share = Math.min(1, done / (statements + left.length + 2))
    onUpgrade('upgrade_goes', { share, tookMs: Math.round(toldMs - startMs) })
  })
  onUpgrade('upgrade_done', { tookMs: Math.round(performance.now() - startMs) })
}

/** Copies the file before a table is rebuilt; an upgrade without a copy goes on, and says so. */
async function keepFormer(file: string, onUpgrade: NonNullable<UpgradeOptions['onUpgrade']>) {
  const startMs = performance.now()
  const reason = await copyFormer(file)
  if (reason !== undefined) onUpgrade('upgrade_uncopied', { reason })
  else {
    const tookMs = Math.round(performance.now() - startMs)
    onUpgrade('upgrade_copied', { copy: formerName(file), tookMs })
  }
}

async function runWorker(
  order: MigrateOrder,
  signal: AbortSignal | undefined,
  onStatement: (statements: number) => void,
): Promise<void> {
  const worker = startWorker('migrate-worker')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let statements = 0
  worker.onmessage = ({ data }: MessageEvent<MigrateNews>) => {
    if (typeof data === 'number') statements = data
    else if (data === 'statement') onStatement(statements)
    else if (data === 'committed') resolve()
    else reject(errorOf(data))
  }
  worker.onerror = ({ message }) => reject(new Error(message))
  const end = () => reject(signal?.reason)
  signal?.addEventListener('abort', end)
  worker.postMessage(order)
  try {
    await promise
  } finally {
    signal?.removeEventListener('abort', end)
    worker.terminate()
  }
}

/** The error of another thread, as it would be in this one: an error is SQLite's by its name. */
const errorOf = ({ failure, code, stack }: Exclude<MigrateNews, string | number>): Error =>
  Object.assign(new Error(failure), { stack }, code !== undefined && { code, name: SQLITE_ERROR })
