// Migrations of a SQLite file that has rows: in a thread of its own, so that the process answers meanwhile.

import type { UpgradeOptions } from '../engine/upgrade-events.ts'
import { copyFormer, formerName, isRebuilding } from './former.ts'
import type { MigrateNews, MigrateOrder } from './migrate-worker.ts'
import { MIGRATIONS } from './refuse.ts'
import { createProgress } from './upgrade-progress.ts'
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
  await runWorker({ file, left }, signal, createTeller(startMs, onUpgrade))
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

/** Creates what tells how far the upgrade is, each second or so, and before what takes long. */
function createTeller(startMs: number, onUpgrade: NonNullable<UpgradeOptions['onUpgrade']>) {
  let progress = createProgress(0)
  let [beganMs, toldMs] = [startMs, startMs]
  return (news: { totalMs: number } | number): void => {
    const nowMs = performance.now()
    if (typeof news === 'object') {
      progress = createProgress(news.totalMs)
      beganMs = nowMs
    }
    const isLong = typeof news === 'number' && progress.begin(news)
    if (!isLong && nowMs - toldMs < TELL_MS && typeof news === 'number') return
    toldMs = nowMs
    const { leftMs, restMs } = progress.at(nowMs - beganMs)
    const tookMs = Math.round(nowMs - startMs)
    const share = tookMs / (tookMs + leftMs + 1)
    onUpgrade('upgrade_goes', {
      share: Math.round(share * 1_000) / 1_000,
      ...{ tookMs, leftMs: Math.round(leftMs), restMs: Math.round(restMs) },
    })
  }
}

async function runWorker(
  order: MigrateOrder,
  signal: AbortSignal | undefined,
  onProgress: (news: { totalMs: number } | number) => void,
): Promise<void> {
  const worker = startWorker('migrate-worker')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  worker.onmessage = ({ data }: MessageEvent<MigrateNews>) => {
    if (typeof data === 'number' || (typeof data === 'object' && 'totalMs' in data))
      onProgress(data)
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
const errorOf = ({ failure, code, stack }: Extract<MigrateNews, { failure: string }>): Error =>
  Object.assign(new Error(failure), { stack }, code !== undefined && { code, name: SQLITE_ERROR })
