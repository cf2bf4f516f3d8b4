import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { $, SQL } from 'bun'
import type { Client } from '../support/fault-load.ts'
import { seedHotel, startReplicas, suffer } from '../support/fault-scene.ts'
import { temporaryFolder } from '../support/folder.ts'
import { askMetrics } from '../support/metrics.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { until } from '../support/process.ts'
import { type Relay, startRelay } from '../support/relay.ts'

// What may befall a PostgreSQL server under load: a clear 503, nothing half done, recovery by itself (issue 15).

setDefaultTimeout(180_000)

const FAULTS = Number(process.env.FAULTS ?? 0)
/** How long a way swallows everything. */
const SILENT_MS = FAULTS ? 20_000 : 3_000

let server: PostgresServer
let relay: Relay
let client: Client
let scene: Awaited<ReturnType<typeof startReplicas>>
beforeAll(async () => {
  server = await startPostgres()
  client = await seedHotel(server.url)
  relay = startRelay(server.port)
  scene = await startReplicas(server.url.replace(String(server.port), String(relay.port)), 1)
})
afterAll(async () => {
  await scene[Symbol.asyncDispose]()
  relay[Symbol.dispose]()
  await server[Symbol.asyncDispose]()
})

const here = () => ({ served: scene.replicas[0]!, client, url: server.url })

test.each(['fast', 'immediate'])(
  'a server that is restarted (%s) costs some seconds of 503',
  async (mode) => {
    await suffer({
      ...{ name: `restarted (${mode})`, ...here() },
      async during() {
        await server.control('stop', '-m', mode)
        await Bun.sleep(FAULTS ? 10_000 : 1_000)
        await server.control('start')
      },
    })
  },
)

test('a way that swallows everything: no answer takes longer than its deadline, and no connection is left over', async () => {
  await suffer({
    ...{ name: `swallowed for ${SILENT_MS} ms`, ...here() },
    async during() {
      relay.set('swallow')
      await Bun.sleep(SILENT_MS)
      relay.set('pass')
    },
  })
  // The worker makes up meanwhile for what it could not do; a connection that is left over is in use for good.
  await until('no more than two connections are in use', async () => {
    const { text } = await askMetrics(scene.replicas[0]!.call)
    const used = [...text.matchAll(/^roomwire_database_connections(?:_awaited)?\{.*\} (\d+)$/gm)]
    expect(used.length).toBeGreaterThan(3)
    return used.reduce((sum, [, n]) => sum + Number(n), 0) < 3
  })
})

test('a way that spoils what the server says is a lost one: nobody is told of a defect, nothing is done by halves', async () => {
  await suffer({
    ...{ name: 'spoilt for 1000 ms', ...here() },
    async during() {
      relay.set('garble')
      await Bun.sleep(1_000)
      relay.set('pass')
    },
  })
})

test('when every connection that writes waits, others hear 503 in bounded time, reads and health answer, and all is well once they are let go', async () => {
  const { served } = here()
  const holder = new SQL({ url: server.url, max: 1 })
  await suffer({
    ...{ name: 'every connection that writes waits', ...here() },
    async during() {
      await holder.begin(async (tx) => {
        // Reads go on; whoever sells or sets a day waits. Of two tables one could be waited for crosswise.
        await tx`lock table day in exclusive mode`
        const endMs = performance.now() + (FAULTS ? 40_000 : 6_000)
        while (performance.now() < endMs) {
          const askedMs = performance.now()
          expect((await served.call('GET', '/v1/health')).status).toBe(200)
          const read = await served.call('GET', '/v1/partner/hotel', { key: client.secret })
          expect(read.status).toBe(200)
          expect(performance.now() - askedMs).toBeLessThan(5_000)
          await Bun.sleep(200)
        }
      })
    },
  })
  await holder.close()
})

test('a server with too few connections: a replica that gets none says so in its one line, one that loses its own is 503 or does with those it has, and is well when there are some', async () => {
  await using small = await startPostgres({
    max_connections: '36',
    superuser_reserved_connections: '3',
  })
  const own = await seedHotel(small.url)
  const owner = new SQL({ url: small.url, max: 1 })
  await owner.unsafe(`create role app login; grant all on schema public to app;
    grant all on all tables in schema public to app; grant all on all sequences in schema public to app`)
  const url = small.url.replace('postgres@', 'app@')
  await using only = await startReplicas(url, 1)
  const served = only.replicas[0]!
  await suffer({
    ...{ name: '53300', served, client: own, url: small.url },
    async during() {
      const others = new SQL({ url, max: 31 })
      await owner`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'app'`
      const take = () =>
        others.reserve({ signal: AbortSignal.timeout(1_000) }).catch(() => undefined)
      const taken = (await Promise.all(Array.from({ length: 31 }, take))).filter(Boolean)
      expect(taken.length).toBeGreaterThan(10)
      const second = await startReplicas(url, 1).catch((error: Error) => error.message)
      expect(second).toContain('connection slots')
      await Bun.sleep(FAULTS ? 10_000 : 1_000)
      await others.close({ timeout: 0 })
    },
  })
  await owner.close()
})

// It mounts a disk, which not every machine of `.ci/run` lets it.
test.if(FAULTS > 0)(
  'a server whose disk is full is 503 until there is room, also when it ended for want of it',
  async () => {
    using folder = temporaryFolder()
    const disk = join(folder.path, 'disk')
    mkdirSync(disk)
    expect(system('mount', '-t', 'tmpfs', '-o', 'size=110m,mode=777', 'tmpfs', disk)).toBe(0)
    try {
      await $`chmod 755 ${folder.path}`
      const settings = { wal_keep_size: '90MB', min_wal_size: '2MB' }
      await using full = await startPostgres(settings, disk, ['--wal-segsize=1'])
      const own = await seedHotel(full.url)
      await using only = await startReplicas(full.url, 1)
      const served = only.replicas[0]!
      const filler = join(disk, 'filler')
      await suffer({
        ...{ name: 'disk full', served, client: own, url: full.url },
        async during() {
          await $`dd if=/dev/zero of=${filler} bs=64k`.nothrow().quiet()
          await fillLog(full.url)
          const health = async () => (await served.call('GET', '/v1/health')).status
          await until('health is ill', async () => (await health()) === 503)
          await Bun.sleep(1_000)
          rmSync(filler)
          // Whoever watches over it starts it again.
          await full.control('status').catch(() => full.control('start'))
        },
      })
    } finally {
      system('umount', '-l', disk)
    }
  },
)

/** Runs a command of the system. @returns its exit status */
const system = (...words: string[]) => Bun.spawnSync(words).exitCode

/** Writes into the log of a server what is nothing, until it ends. */
async function fillLog(url: string): Promise<void> {
  const owner = new SQL({ url, max: 1, connectionTimeout: 1 })
  const write = async () => {
    await owner`select pg_logical_emit_message(false, 'fill', repeat('x', 500000))`
    return false
  }
  await until('its log is full', () => write().catch(() => true))
  await owner.close({ timeout: 0 }).catch(() => {})
}
