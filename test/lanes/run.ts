import { cpus, setPriority } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { usualProgram } from '../support/process.ts'
import { countCommits, TURNS } from '../support/turn.ts'
import { filesOf, type LaneFiles } from './lanes.ts'

// Runs every test on both engines: `bun run test`. `bun run test search` runs the files with `search` in their path, and
// options go to `bun test` (`-t name`; `--update-timings` of lanes with several workers). With `TEST_BY_TURNS=1` files
// that take turns run when it is theirs, by the number of commits. Lanes that compute share the processors, lanes that sleep run
// beside them. The last line counts what passed and failed.

const ROOT = join(import.meta.dir, '../..')
/** A lane that takes longer hangs. */
const LANE_MS_MAX = 40 * 60_000
/** A third of the weight of the lanes that sleep. */
const COMPUTING_NICENESS = 5

type Result = { name: string; passed: number; failed: number; wallMs: number; cpuMs: number }

const { patterns, options } = readWords(process.argv.slice(2))
const turn = countCommits()
const wanted = filesOf(patterns, process.env.TEST_BY_TURNS === '1' ? turn : undefined)
if (wanted.length === 0) throw new Error(`no test file has any of these in its path: ${patterns}`)
// Built once, not by every process that needs it.
await usualProgram()
const slots = pLimit(cpus().length)
const began = performance.now()
const results = await Promise.all(
  wanted.map((files) => (files.lane.sleeps ? runLane(files) : runInSlots(files))),
)
const sum = (of: (result: Result) => number) => results.reduce((total, one) => total + of(one), 0)
for (const { name, passed, failed, wallMs, cpuMs } of results)
  print(
    `${name.padEnd(16)} ${minutes(wallMs)}, ${minutes(cpuMs)} of processor, ${passed} passed, ${failed} failed`,
  )
print(
  `all lanes        ${minutes(performance.now() - began)}, ${minutes(sum(({ cpuMs }) => cpuMs))} of processor`,
)
print(`${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`)
process.exit(results.some(({ failed }) => failed > 0) ? 1 : 0)

/** Everything from the first option on goes to `bun test`. */
function readWords(words: string[]): { patterns: string[]; options: string[] } {
  const at = words.findIndex((word) => word.startsWith('-'))
  return at < 0
    ? { patterns: words, options: [] }
    : { patterns: words.slice(0, at), options: words.slice(at) }
}

/** Runs a lane when as many slots are free as it has workers. */
async function runInSlots(files: LaneFiles): Promise<Result> {
  const hold = Promise.withResolvers<void>()
  const all = Promise.withResolvers<void>()
  let held = 0
  const workers = Math.min(files.lane.workers, slots.concurrency)
  for (let slot = 0; slot < workers; slot++)
    void slots(async () => {
      held += 1
      if (held === workers) all.resolve()
      await hold.promise
    })
  await all.promise
  try {
    return await runLane(files)
  } finally {
    hold.resolve()
  }
}

/** Runs a lane to its end and prints what it says. A lane that does not come to its end has a failure more. */
async function runLane({ lane, files }: LaneFiles): Promise<Result> {
  const startMs = performance.now()
  const child = Bun.spawn(
    [
      ...(lane.postgres ? [join(ROOT, '.ci/postgres')] : []),
      ...[process.execPath, '--no-orphans', 'test', '--only-failures'],
      ...[`--timeout=${lane.timeoutMs}`],
      ...(lane.workers > 1
        ? [`--parallel=${lane.workers}`, '--no-isolate', `--timings=.ci/timings/${lane.name}.json`]
        : []),
      ...options.filter((option) => lane.workers > 1 || option !== '--update-timings'),
      ...files.map((file) => `./${file}`),
    ],
    {
      ...{ cwd: ROOT, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe', timeout: LANE_MS_MAX },
      // A file that runs at every eighth commit would else have the same seeds each time.
      env: { ...process.env, TEST_TURN: String(lane.turns ? Math.floor(turn / TURNS) : turn) },
    },
  )
  // Lanes that sleep come first: what they start is timed, and would starve beside those that compute.
  if (!lane.sleeps) setPriority(child.pid, COMPUTING_NICENESS)
  const [said, text, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  print(`\n--- ${lane.name}\n${said}${text}`)
  const count = (word: string) =>
    Number(text.match(new RegExp(`^ *(\\d+) ${word}$`, 'm'))?.[1] ?? 0)
  const failed = count('fail')
  return {
    name: lane.name,
    passed: count('pass'),
    failed: failed || (exitCode === 0 ? 0 : 1),
    wallMs: performance.now() - startMs,
    cpuMs: Number(child.resourceUsage()!.cpuTime.total) / 1_000,
  }
}

function minutes(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
