import { join } from 'node:path'
import { temporaryFolder } from '../../support/folder.ts'
import { binaryIn } from '../../support/process.ts'
import { countCommits, TURNS } from '../../support/turn.ts'
import { expectOk, withConnections } from '../load.ts'
import type { Plan } from '../rows.ts'
import { OWN_SETTINGS } from '../servers.ts'
import { type Line, median, summarize, type Target } from '../stats.ts'
import { alignColumns } from '../table.ts'
import { type Contender, roundsOf } from './by-turns.ts'
import { GUEST_OPERATIONS } from './guest-operations.ts'
import type { Operation } from './operation.ts'
import { PANEL_OPERATIONS } from './panel-operations.ts'
import { PARTNER_OPERATIONS } from './partner-operations.ts'
import { programOf } from './program.ts'
import { expectShape } from './shape.ts'
import { DAYS, isAbsent, type Side, withSides } from './side.ts'
import { measureStarts, START } from './start.ts'

/** What is read only comes first: what books makes lists longer. */
const OPERATIONS = [...PANEL_OPERATIONS, ...PARTNER_OPERATIONS, ...GUEST_OPERATIONS]
/** How much dearer than before an operation may be. */
const TARGET: Target = { bound: '≤', ratio: 1.3 }
/** Rounds, as a multiple of the plan's, that follow before an operation counts as too dear: few rounds miss by chance. */
const MORE_ROUNDS = 3

/**
 * Measures operations and starts of this tree beside the same of another commit, in processor time of the service, and
 * prints a table. The older program makes its demo, and each serves a copy of it.
 *
 * @param only names of operations, or `START`; see `pickOperations`
 * @returns whether all were measured and none is too dear
 */
export async function against(
  revision: string,
  { rounds, isQuick }: Pick<Plan, 'rounds' | 'isQuick'>,
  only: readonly string[] = [],
): Promise<boolean> {
  const operations = pickOperations(only, isQuick ? countCommits() : undefined)
  const old = await programOf(revision)
  using folder = temporaryFolder()
  const [path] = await binaryIn(folder.path)
  const lines: Line[] = []
  const notes: string[] = []
  const failures: string[] = []
  const programs = [
    { program: old.path, settings: old.settings },
    { program: path!, settings: OWN_SETTINGS },
  ]
  const started = await withSides({ old, path: path!, parent: folder.path }, async (sides) => {
    // The first warms up what all share, or it alone would pay for the compiler: a third more of ours. Should it fail, it
    // fails again below.
    for (const first of operations.slice(0, 1)) await measure(first, sides, rounds).catch(() => {})
    for (const operation of operations)
      try {
        const line = await measure(operation, sides, rounds)
        if (line.theirs.length > 0) lines.push(line)
        else notes.push(`${line.what}: new, ${median(valuesOf(line.ours)).toFixed(0)} µs`)
      } catch (error) {
        failures.push(`${operation.name} cannot be measured: ${(error as Error).message}`)
      }
    return sides.map(({ server: { name }, ask }, index) => ({
      ...{ name, ...programs[index]!, folder: join(folder.path, name) },
      pull: ask('GET', `/v1/partner/availability?from=${DAYS[1]}&to=${DAYS[1]}`, undefined, 'alfa'),
    }))
  })
  if (only.length === 0 || only.includes(START))
    lines.push(...(await measureStarts(started, { rounds, target: TARGET })))
  for (const line of lines) {
    const { isMet, ratio } = summarize(line)
    if (isMet === false) failures.push(`${line.what} takes ${ratio.toFixed(2)} of what it took`)
  }
  const legend = `\nprocessor time of the service a request, or a start; ratio: this tree / ${old.commit.slice(0, 7)}, median of the rounds`
  console.log([alignColumns(lines), legend, ...notes, ...failures].join('\n'))
  return failures.length === 0
}

/**
 * The operations of these names; without names all, or those of the quick form with an eighth of the others, so that
 * eight commits in a row measure each that is not at the bound.
 *
 * @param commits the number of commits, for the quick form
 * @throws Error when there is no operation of a name
 */
export function pickOperations(only: readonly string[], commits?: number): Operation[] {
  const known = [START, ...OPERATIONS.map(({ name }) => name)]
  const unknown = only.find((name) => !known.includes(name))
  if (unknown) throw new Error(`no operation ${unknown}`)
  if (only.length > 0) return OPERATIONS.filter(({ name }) => only.includes(name))
  if (commits === undefined) return OPERATIONS
  const others = OPERATIONS.filter((operation) => !operation.isQuick && !operation.isAtBound)
  const share = others.filter((_, index) => index % TURNS === commits % TURNS)
  return OPERATIONS.filter((operation) => operation.isQuick || share.includes(operation))
}

/** @returns a line without figures of theirs when the other commit has no such operation */
async function measure(
  operation: Operation,
  sides: readonly Side[],
  rounds: number,
): Promise<Line> {
  const contenders = await prepare(operation, sides)
  const found = await roundsOf(operation, contenders, rounds)
  const lineOf = (): Line => {
    const figuresOf = (index: number) => found.map((micros) => ({ value: micros.at(index)! }))
    return {
      what: operation.name,
      unit: 'µs',
      against: sides[0]!.server.name,
      ours: figuresOf(-1),
      theirs: contenders.length > 1 ? figuresOf(0) : [],
      target: TARGET,
    }
  }
  if (contenders.length > 1 && !summarize(lineOf()).isMet)
    found.push(...(await roundsOf(operation, contenders, MORE_ROUNDS * rounds)))
  return lineOf()
}

/** Gets both sides ready and compares their first answers. @returns only the new one when the old one has none */
async function prepare(operation: Operation, sides: readonly Side[]): Promise<Contender[]> {
  const contenders: Contender[] = []
  const texts: string[] = []
  for (const side of sides) {
    const next = await operation.prepare(side)
    const [request] = await next(1)
    const answer = await withConnections(side.server, 1, ([connection]) =>
      connection!.send(request!),
    )
    if (side === sides[0] && isAbsent(answer)) continue
    texts.push(expectOk(answer, operation.status).text())
    contenders.push({ side, next })
  }
  if (texts.length > 1 && !operation.isNamedAnew) expectShape(texts[0]!, texts[1]!)
  return contenders
}

const valuesOf = (figures: Line['ours']) => figures.map(({ value }) => value)
