import type { UpgradePlan } from './engine/upgrade-plan.ts'
import times from './engine/upgrade-times.json' with { type: 'json' }
import type { PostgresTarget } from './postgres/pool.ts'
import { planPostgres } from './postgres/upgrade-plan.ts'
import { planSqlite } from './sqlite/upgrade-plan.ts'

export type { PlannedStep, UpgradePlan } from './engine/upgrade-plan.ts'

/** The fixture on which the times of migrations were taken, and the machine. */
export type UpgradeMeasure = { fixture: string; rows: number; machine: string }

/**
 * Reads what the next start would do to a database, read-only.
 *
 * @throws Error one clear line if it is another program's, of a newer version, or cannot be reached
 */
export async function planUpgrade(
  target: string | PostgresTarget,
): Promise<UpgradePlan & { measured: UpgradeMeasure }> {
  const isSqlite = typeof target === 'string'
  const { fixture, rows } = isSqlite ? times.sqlite : times.postgres
  const plan = isSqlite ? planSqlite(target) : await planPostgres(target)
  return { ...plan, measured: { fixture, rows, machine: times.machine } }
}
