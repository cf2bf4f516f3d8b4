import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { countCommits } from '../support/turn.ts'
import { MUTANTS } from './all.ts'
import { copyTree } from './tree.ts'
import { choose, runUnchanged, tryMutants } from './trials.ts'

// `bun run mutants [numbers or words of names] [--quarter 0..3|turn] [--jobs 2] [--suite-passed]` applies each mutant to a
// copy of the tree and must see a test fail by it.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quarter: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    // The tests are known to pass: the suite has just run.
    'suite-passed': { type: 'boolean', default: false },
  },
})

const quarter =
  values.quarter === 'turn'
    ? countCommits() % 4
    : values.quarter === undefined
      ? undefined
      : Number(values.quarter)
if (quarter !== undefined && ![0, 1, 2, 3].includes(quarter))
  throw new Error('--quarter is 0 to 3, or turn')
const jobs = Number(values.jobs)
if (!Number.isInteger(jobs) || jobs < 1) throw new Error('--jobs is a number from 1')
const chosen = choose(MUTANTS, { words: positionals, quarter })
if (chosen.some(({ engine }) => engine === 'postgres') && !process.env.TEST_POSTGRES_URL)
  throw new Error('some mutants need PostgreSQL: .ci/postgres npx --yes bun@1.4.5 run mutants')

const root = join(import.meta.dir, '../..')
const print = (line: string) => void process.stdout.write(`${line}\n`)
const ending = new AsyncDisposableStack()
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void ending.disposeAsync().finally(() => process.exit(130)))
try {
  const trees = await Promise.all(Array.from({ length: jobs }, () => copyTree(root)))
  for (const tree of trees) ending.use(tree)
  const work = { trees, print }
  const isReady = values['suite-passed'] || (await runUnchanged(chosen, work))
  if (!isReady || !(await tryMutants(chosen, work))) process.exitCode = 1
} finally {
  await ending.disposeAsync()
}
