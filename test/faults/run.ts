import { join } from 'node:path'

// Runs the tests of faults in their long form, one after another, and prints what each tried and found: `bun run faults`.
// `bun run faults kill webhooks` runs those with one of the words in their names. Their short forms are part of every
// test run.

type Fault = {
  file: string
  /** What the long form tries. */
  tries: string
  /** What makes it the long form. */
  env?: Record<string, string>
  /** Runs on both engines. */
  both?: boolean
}

const ROOT = join(import.meta.dir, '../..')

const FAULTS: readonly Fault[] = [
  { file: 'faults/kill', tries: 'kill -9 amid pushes, 20 times' },
  {
    file: 'faults/group-kills',
    tries: 'kill -9 amid groups, 12 times',
    env: { GROUP_KILLS: '12' },
  },
  { file: 'faults/statement-kills', tries: 'kill -9 amid the closing of statements' },
  {
    file: 'faults/word-kills',
    tries: 'kill -9 amid the index of words, 6 times',
    env: { WORD_KILLS: '6' },
  },
  { file: 'faults/webhooks', tries: 'kill -9 amid deliveries, 50 times', env: { KILLS: '50' } },
  { file: 'faults/mails', tries: 'kill -9 amid mails, 20 times', env: { MAIL_KILLS: '20' } },
  { file: 'faults/idempotency', tries: 'kill -9 between an answer and its repetition' },
  { file: 'faults/push-idempotency', tries: 'the same of pushes' },
  {
    file: 'faults/connector',
    tries: 'a connector and the service killed in turn, for 300 s with each kind of key',
    env: { CONNECTOR_SECONDS: '300', CONNECTOR_KILLS: '2' },
  },
  {
    file: 'faults/acknowledged',
    tries: '3,000 writes traced from request to fsync to answer; 7 rounds each of EIO and ENOSPC',
    env: { ACKNOWLEDGED: '500' },
  },
  {
    file: 'faults/histories',
    tries:
      '32 clients for 60 s, 30 kills, restarts and stops, lost connections; one order explains it',
    env: { HISTORY_SECONDS: '60' },
  },
  {
    file: 'replicas/histories',
    tries:
      'PostgreSQL: the same of two replicas, which are also cut off from the server, for 60 s with and without faults',
    env: { HISTORY_SECONDS: '60' },
  },
  { file: 'faults/failed-fsync', tries: 'EIO of fsync at 12 moments' },
  {
    file: 'faults/power-cut',
    tries: '200 power cuts: whatever of what was not synced is lost, sector by sector',
    env: { POWER_CUTS: '200' },
  },
  { file: 'faults/full-disk', tries: 'a full disk, and room again' },
  {
    file: 'faults/descriptors',
    tries: '2,000 clients of a process with 256 and with 1,024 file descriptors',
    env: { DESCRIPTORS: '256,1024' },
  },
  {
    file: 'faults/slow-clients',
    tries: '500 clients that read and 200 that write a byte a second, for 80 s',
    env: { SLOW_SECONDS: '80' },
  },
  { file: 'faults/damage', tries: 'damaged pages of the database' },
  { file: 'faults/clock', tries: 'a clock that is hours off' },
  { file: 'binary/stop', tries: 'SIGTERM and SIGINT while requests are under way' },
  {
    file: 'replicas/failover',
    tries: 'PostgreSQL: the primary killed and its standby promoted, 5 times',
    env: { FAULTS: '5' },
  },
  { file: 'replicas/lossy-failover', tries: 'PostgreSQL: a standby promoted that lacks commits' },
  {
    file: 'replicas/server-faults',
    tries: 'PostgreSQL: stopped, killed, cut off',
    env: { FAULTS: '5' },
  },
  {
    file: 'replicas/partitions',
    tries:
      'PostgreSQL: server and service, and server and synchronous standby, cut off one way and both for 20 s; then promoted',
    env: { FAULTS: '1' },
  },
  {
    file: 'replicas/held',
    tries: 'PostgreSQL: connections held and swallowed',
    env: { FAULTS: '5' },
  },
  { file: 'replicas/takeover', tries: 'a worker stopped, 10 times', env: { TAKEOVERS: '10' } },
  { file: 'replicas/clock', tries: 'clocks of replicas hours apart' },
  {
    file: 'replicas/load',
    tries: '300 clients at two and three replicas for 60 s',
    env: { CLIENTS: '300', SECONDS: '60', FIGURES: '1', BUN_CONFIG_MAX_HTTP_REQUESTS: '4096' },
  },
  {
    file: 'http/hostile-input',
    tries: '100,000 requests drawn from the document (20,000 on PostgreSQL)',
    env: { HOSTILE_REQUESTS: '100000' },
    both: true,
  },
  {
    file: 'faults/upgrade-kills',
    tries: 'an upgrade killed at each of its statements and messages, on both engines',
  },
  {
    file: 'faults/held-upgrade',
    tries: 'PostgreSQL: an upgrade beside sessions that hold each table in two modes',
  },
  {
    file: 'faults/soak',
    tries: '30 minutes at half load on each engine: memory, log, descriptors, p99',
    env: { SOAK_MINUTES: '30' },
  },
  { file: 'http/raw-sockets', tries: 'raw requests that no client sends' },
  { file: 'http/patterns', tries: 'texts that lead patterns astray' },
  { file: 'commands/secrets', tries: 'every secret looked for in database, backup and log' },
]

const words = process.argv.slice(2)
const isWanted = ({ file }: Fault) =>
  words.length === 0 || words.some((word) => file.includes(word))
let failed = 0
for (const fault of FAULTS.filter(isWanted))
  for (const engine of fault.both ? ['sqlite', 'postgres'] : [''])
    failed += await run(fault, engine)
print(`\n${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

/** Runs one and prints what it says. @returns how many of its tests failed */
async function run({ file, tries, env = {}, both }: Fault, engine: string): Promise<number> {
  print(`\n${file}${both ? ` on ${engine}` : ''}: ${tries}`)
  const begun = performance.now()
  const isPostgres = engine === 'postgres'
  const more = isPostgres && env.HOSTILE_REQUESTS ? { ...env, HOSTILE_REQUESTS: '20000' } : env
  const child = Bun.spawn(
    [
      ...(isPostgres ? [join(ROOT, '.ci/postgres')] : []),
      ...[process.execPath, 'test', '--timeout=600000', `./test/${file}.test.ts`],
    ],
    {
      ...{ cwd: ROOT, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' },
      env: { ...process.env, TEST_LONG: '1', ...more },
    },
  )
  const [said, told, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  const count = (word: string) => Number(told.match(new RegExp(`^ *(\\d+) ${word}`, 'm'))?.[1] ?? 0)
  const found = count('fail') || (status === 0 ? 0 : 1)
  for (const line of said.split('\n').filter((each) => each && !each.startsWith('bun test')))
    print(`  ${line}`)
  if (found > 0) print(told)
  const seconds = Math.round((performance.now() - begun) / 1_000)
  print(
    `  ${count('pass')} tests, ${count('expect\\(\\) calls')} checks, found ${found}; ${seconds} s`,
  )
  return found
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
