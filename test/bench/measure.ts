import { loadavg } from 'node:os'
import { type Plan, ROWS } from './rows.ts'
import { type Line, summarize } from './stats.ts'

/** What rows came to: lines that have a ratio, and what cannot be compared. */
export type Measurements = { lines: Line[]; failures: string[] }

/** Measures rows one after another. One that throws, or lacks a figure, is a failure and the next is measured. */
export async function measureRows(
  names: readonly string[],
  plan: Plan,
  rows = ROWS,
): Promise<Measurements> {
  const lines: Line[] = []
  const failures: string[] = []
  for (const name of names) {
    console.log(`measuring ${name}, load ${loadavg()[0]!.toFixed(2)} …`)
    try {
      const { true: compared = [], false: lacking = [] } = Object.groupBy(
        await rows[name]!(plan),
        (line) => `${isCompared(line)}` as const,
      )
      lines.push(...compared)
      failures.push(
        ...lacking.map(({ what, against }) => `${name}: no figure of ${what} against ${against}`),
      )
      if (compared.length + lacking.length === 0) failures.push(`${name}: not one line`)
    } catch (error) {
      plan.note(Bun.inspect(error))
      failures.push(`${name}: ${firstLineOf(error)}`)
    }
  }
  return { lines, failures }
}

/** Whether each round has a figure of both, and a ratio. */
function isCompared(line: Line): boolean {
  const { ours, theirs } = line
  if (ours.length === 0 || ours.length !== theirs.length) return false
  const { lowest, highest } = summarize(line)
  return lowest > 0 && Number.isFinite(highest)
}

/** Of an answer or a row that differs the whole is a note. */
const firstLineOf = (error: unknown) => String(error).split('\n')[0]
