import type { Config } from '../config.ts'
import { placeOf } from '../store/open.ts'
import { type PlannedStep, planUpgrade, type UpgradePlan } from '../store/plan-upgrade.ts'

type Plan = Awaited<ReturnType<typeof planUpgrade>>

/** `migrate --plan`: prints what the next start would do to the database, and changes nothing. */
export async function printPlan({ database }: Config, isJson: boolean): Promise<number> {
  const plan = await planUpgrade(database)
  const place = placeOf(database)
  const text = isJson
    ? JSON.stringify({ database: place, ...plan })
    : linesOf(place, plan).join('\n')
  process.stdout.write(`${text}\n`)
  return 0
}

function linesOf(place: string, { newest, steps, late, holders, measured }: Plan): string[] {
  const lateLines = late.length > 0 ? [`    ${lateLine(late)}`] : []
  if (steps.length === 0) {
    const line = `${place} is up to date: no step is outstanding`
    return late.length > 0 ? [line, AFTERWARDS, ...lateLines] : [line]
  }
  const { fixture, rows, machine } = measured
  const behind = steps.flatMap((step) => step.behind ?? [])
  return [
    `${place} ${newest ? `is at ${newest}` : 'is empty'}; ${countOf(steps)} outstanding, and none is taken now`,
    ...steps.flatMap((step) => linesOfStep(step, holders)),
    `times are of fixture ${fixture}, ${rows} rows, on ${machine}`,
    ...(behind.length + late.length > 0 ? [AFTERWARDS] : []),
    ...behind.map((line) => `    ${line}`),
    ...lateLines,
  ]
}

const countOf = ({ length }: readonly PlannedStep[]) =>
  length === 1 ? '1 step is' : `${length} steps are`

const AFTERWARDS = 'afterwards, while the service runs:'

/** Tells in a finding of `doctor` how many migrations a database lacks. */
export const missingLine = (missing: number): string =>
  missing > 0 ? `; serve adds ${missing} more, and what is stored is checked after that` : ''

/** Tells of the indexes that are made or dropped once the service runs. */
export const lateLine = (indexes: readonly string[]) =>
  `indexes of bookings are made or dropped one by one, and writes wait for each: ${indexes.join(', ')}`

function linesOfStep(
  { name, does, locks, tookMs }: PlannedStep,
  holders: UpgradePlan['holders'],
): string[] {
  const took = tookMs === undefined ? 'not measured' : `${tookMs} ms on the fixture`
  return [
    `${name}: ${took}`,
    ...does.map((line) => `    ${line}`),
    ...[...Map.groupBy(locks, ({ mode }) => mode)].map(
      ([mode, those]) =>
        `    locks ${mode}: ${those.map(({ table, rows }) => `${table} (${rows} rows)`).join(', ')}`,
    ),
    ...holders.filter((each) => locks.some(({ table }) => table === each.table)).map(lineOfHolder),
  ]
}

const lineOfHolder = ({ table, pid, user, application, ...each }: UpgradePlan['holders'][0]) =>
  `    ${table} is held by pid ${pid}, ${application || 'no name'} of ${user}, ${each.state} since ${each.since}, ` +
  `last statement ${each.query ?? 'unknown'} at ${each.queryStart}: ${each.modes}`
