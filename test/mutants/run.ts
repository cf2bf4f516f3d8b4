import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { countCommits, TURNS } from '../support/turn.ts'
import { MUTANTS } from './all.ts'
import { copyTree } from './tree.ts'
import { choose, runUnchanged, tryMutants } from './trials.ts'

// `bun run mutants [numbers or words of names] [--share 0..7|turn] [--jobs 2] [--suite-passed]` applies each mutant to a
// copy of the tree and must see a test fail by it.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    share: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    // The tests are known to pass: the suite has just run.
    'suite-passed': { type: 'boolean', default: false },
  },
})

const share =
  values.share === 'turn'
    ? countCommits() % TURNS
    : values.share === undefined
      ? undefined
      : Number(values.share)
if (share !== undefined && !Array.from({ length: TURNS }, (_, turn) => turn).includes(share))
  throw new Error(`--share is 0 to ${TURNS - 1}, or turn`)
const jobs = Number(values.jobs)
if (!Number.isInteger(jobs) || jobs < 1) throw new Error('--jobs is a number from 1')
const chosen = choose(MUTANTS, { words: positionals, share })
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
