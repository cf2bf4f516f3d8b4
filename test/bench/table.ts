import { type Line, median, summarize, type Target } from './stats.ts'

/** A server below this waited for something other than itself. */
const BUSY_LEAST = 0.85

const HEAD = [
  'row',
  'unit',
  'ours',
  'against',
  'theirs',
  'ratio',
  'rounds',
  'target',
  '',
  'cores',
  '×/cpu s',
]

/** The table of all rows; says what each column is. */
export function formatTable(lines: readonly Line[]): string {
  return `${alignColumns(lines)}

ratio    ours / theirs, median of the rounds; rounds: lowest to highest
target   of the ratio; with a unit it is of ours, in every round
cores    cores that ours and theirs kept busy; a server well below 1 waited for the generator, the disk or a neighbour
×/cpu s  the same ratio counted for a second of processor time, which such waiting does not move`
}

/** The table alone, without the columns that no line has anything in. */
export function alignColumns(lines: readonly Line[]): string {
  const all = lines.map(cells)
  const filled = HEAD.map((_, column) => all.some((row) => row[column] !== ''))
  const rows = [HEAD, ...all].map((row) => row.filter((_, column) => filled[column]))
  const width = (column: number) => Math.max(...rows.map((row) => row[column]!.length))
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(width(column))).join('  '))
    .join('\n')
}

function cells(line: Line): string[] {
  const { what, unit, against, ours, theirs, target } = line
  const { ratio, lowest, highest, isMet, perCpu } = summarize(line)
  return [
    what,
    unit,
    number(median(ours.map(({ value }) => value))),
    against,
    number(median(theirs.map(({ value }) => value))),
    ratio.toFixed(2),
    `${lowest.toFixed(2)}–${highest.toFixed(2)} of ${ours.length}`,
    target ? targetText(target, unit) : '',
    isMet === undefined ? '' : isMet ? 'met' : 'MISSED',
    perCpu === undefined ? '' : [ours, theirs].map(cores).join(' / '),
    perCpu === undefined ? '' : perCpu.toFixed(2),
  ]
}

const targetText = (target: Target, unit: string) =>
  'most' in target ? `≤ ${target.most} ${unit}` : `${target.bound} ${target.ratio}`

/** What to bear in mind when the side that should have been the bottleneck was not; undefined when it was. */
export function idleNote({ what, against, theirs }: Line): string | undefined {
  const busy = theirs.flatMap((figure) => figure.busy ?? [])
  if (busy.length === 0 || median(busy) >= BUSY_LEAST) return undefined
  return `${what}: ${against} was busy for ${median(busy).toFixed(2)} of a core only; its figure is too low, go by ×/cpu s`
}

function cores(figures: Line['ours']): string {
  const busy = figures.flatMap((figure) => figure.busy ?? [])
  return busy.length === 0 ? '–' : median(busy).toFixed(2)
}

const number = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1)
