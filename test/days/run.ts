import { TRUE_CLOCK_ENV } from '../support/clock.ts'
import { countCommits } from '../support/turn.ts'
import { MOMENTS, type Moment } from './moments.ts'

// Runs the suite as it would run at other moments, by libfaketime's clock:
//   bun run test-days                         at each of them, one after another
//   bun run test-days 3 2026-11-23T18:00Z     at those named: by number, or as an instant
//   bun run test-days turn                    at the one whose turn it is, by the number of commits
//   bun run test-days 3 browser/desk          what follows goes to `bun run test`
//   bun run test-days 3 -- date               another command

const MOMENT = /^(\d+|turn|\d{4}-\d\d-\d\dT\d\d:\d\dZ)$/

const faketime = Bun.which('faketime')
if (!faketime) throw new Error('faketime is missing: apt-get install -y faketime')
const { named, command } = readWords(process.argv.slice(2))
const reports: string[] = []
for (const { name, atMs } of momentsOf(named)) {
  const instant = `${new Date(atMs).toISOString().slice(0, 16)}Z`
  print(`At ${instant}, ${name}`)
  const { exitCode, passes, fails } = await runAt(atMs)
  if (exitCode !== 0) process.exitCode = 1
  const verdict = exitCode === 0 ? 'green' : `RED, repeat by: bun run test-days ${instant}`
  reports.push(`${instant}, ${name}: ${passes} passes, ${fails} fails, ${verdict}`)
  print(reports.at(-1)!)
}
if (reports.length > 1) print(reports.join('\n'))

/** The moments named, and what is run at each. */
function readWords(words: string[]): { named: string[]; command: string[] } {
  const end = words.findIndex((word) => !MOMENT.test(word))
  const [named, rest] = end < 0 ? [words, []] : [words.slice(0, end), words.slice(end)]
  const isCommand = rest[0] === '--'
  return { named, command: isCommand ? rest.slice(1) : [process.execPath, 'run', 'test', ...rest] }
}

/** @returns all of them when none is named */
function momentsOf(named: string[]): Moment[] {
  const commits = countCommits()
  // Each round begins one later, so that a moment meets the files and seeds of every turn.
  const turn = (commits + Math.floor(commits / MOMENTS.length)) % MOMENTS.length
  const chosen = named.map((word) => {
    if (word.includes('T')) return { name: 'as named', atMs: Date.parse(word) }
    const moment = MOMENTS[word === 'turn' ? turn : Number(word) - 1]
    if (!moment) throw new Error(`There is no moment ${word}: they are 1 to ${MOMENTS.length}.`)
    return moment
  })
  return chosen.length > 0 ? chosen : MOMENTS
}

/** Runs the command, and adds up what its test runs say at their ends. */
async function runAt(atMs: number) {
  // The same distance for all processes: by a moment to begin at, each would have a clock of its own.
  const ahead = `${Math.round((atMs - Date.now()) / 1_000)}s`
  const child = Bun.spawn(
    [faketime!, '-f', ahead.startsWith('-') ? ahead : `+${ahead}`, ...command],
    {
      // Timers and time-outs go by the monotonic clock, which stays the true one.
      env: { ...TRUE_CLOCK_ENV, FAKETIME_DONT_FAKE_MONOTONIC: '1' },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    },
  )
  const [out, err] = await Promise.all([
    tee(child.stdout, process.stdout),
    tee(child.stderr, process.stderr),
  ])
  const sum = (what: string) =>
    [...`${out}\n${err}`.matchAll(new RegExp(`^ *(\\d+) ${what}$`, 'gm'))]
      .map(([, count]) => Number(count))
      .reduce((total, count) => total + count, 0)
  return { exitCode: await child.exited, passes: sum('pass'), fails: sum('fail') }
}

/** Passes a stream on while it flows. @returns its whole text */
async function tee(from: ReadableStream<Uint8Array>, to: NodeJS.WriteStream): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of from) {
    to.write(chunk)
    text += decoder.decode(chunk, { stream: true })
  }
  return text
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
