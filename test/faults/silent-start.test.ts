import { expect, setDefaultTimeout, test } from 'bun:test'
import { SQL } from 'bun'
import { onlyLine, runCommand, startProcess } from '../support/process.ts'
import { startRelay } from '../support/relay.ts'
import { ownServer } from '../support/served-postgres.ts'

// A start against a server that accepts connections and says no more ends in bounded time with one line (issue 15).

setDefaultTimeout(120_000)

const { server, run, addressOf, newDatabase, on } = ownServer()

/** A service that is started in vain: its line, and how long that took. */
async function refusal(command: string, url: string) {
  const begunMs = performance.now()
  const { exitCode, stdout, stderr } = await runCommand([command], on(url))
  expect(exitCode).toBe(1)
  const line = onlyLine(command === 'doctor' ? stdout.replace(/^ok .*\n/gm, '') : stderr)
  return { line, tookMs: performance.now() - begunMs }
}

/** A way to a new database on which nothing comes back any more once a text was sent. */
async function wayUntil(text: string) {
  const name = await newDatabase()
  const relay = startRelay(server().port)
  relay.spy((sent) => {
    if (sent.includes(text)) relay.set('swallow')
    return undefined
  })
  const url = addressOf(name).replace(String(server().port), String(relay.port))
  return { url, [Symbol.dispose]: () => relay[Symbol.dispose]() }
}

test.concurrent.each(['serve', 'migrate', 'doctor'])(
  '%s ends with one line when a server takes the connection and never says a word (issue 15)',
  async (command) => {
    const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
    const place = `postgres://127.0.0.1:${listener.port}/db`
    const { line, tookMs } = await refusal(command, place)
    listener.stop(true)
    expect(line).toContain(`${place} cannot be used: it cannot be reached (`)
    expect(tookMs).toBeLessThan(15_000)
  },
)

test.concurrent.each([
  ['it is asked about itself', 'server_version_num'],
  ['tables are made', 'pg_advisory_xact_lock'],
  ['a migration is under way', 'CREATE TABLE'],
  ['it is listened to', 'LISTEN'],
])(
  'a start ends with one line when a server is silent from the moment that %s (issue 15)',
  async (_, text) => {
    using way = await wayUntil(text)
    const { line, tookMs } = await refusal('serve', way.url)
    const { host, pathname } = new URL(way.url)
    expect(line).toMatch(
      new RegExp(
        `^roomwire: postgres://${host}${pathname} cannot be used: it (accepts connections and )?does not answer`,
      ),
    )
    expect(tookMs).toBeLessThan(20_000)
  },
)

test.concurrent('a start waits for as long as another replica makes the tables (issue 15)', async () => {
  const name = await newDatabase()
  const other = new SQL({ url: addressOf(name), max: 1 })
  const started = await other.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(7269774219)`
    const starting = startProcess(['serve'], on(addressOf(name)))
    await Bun.sleep(14_000)
    return { starting }
  })
  await other.close()
  await using served = await started.starting
  expect((await served.call('GET', '/v1/health')).status).toBe(200)
  expect(await run(`select count(*)::int as n from roomwire_migration`, name)).not.toEqual([
    { n: 0 },
  ])
})
