import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import { machineClock } from '../support/clock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { startPooler } from '../support/pooler.ts'
import { onlyLine, runCommand, startProcess, until } from '../support/process.ts'
import { startReplicas } from '../support/processes.ts'

setDefaultTimeout(120_000)

test('doctor --cluster names both replicas, the worker, the pooler and what the server lacks; a lone one and none are told (issue 37)', async () => {
  await using poolers = new AsyncDisposableStack()
  await using replicas = await startReplicas({
    count: 2,
    settings: { fsync: 'off' },
    env: async (server) => {
      const pooler = poolers.use(await startPooler(server))
      return {
        DATABASE_URL: server.url.replace(`${server.port}`, `${pooler.port}`),
        DATABASE_DIRECT_URL: server.url,
        DATABASE_PREPARE: '0',
        PUBLIC_URL: 'http://127.0.0.1',
      }
    },
  })
  const check = async () => (await runCommand(['doctor', '--cluster'], replicas.setup)).stdout
  await until('one is the worker', async () => (await check()).includes(', the worker: version'))

  const both = await check()
  expect(both.match(/^ok {3}replica \S+ \d+(, the worker)?: version /gm)).toHaveLength(2)
  expect(both).toContain('ok   replicas have the same settings where answers depend on them')
  expect(both).toContain('ok   every session that hears notices has answered')
  expect(both).toMatch(/^ok {3}the worker is \S+ \d+$/m)
  expect(both).toMatch(/ shares sessions \(pool_mode = transaction\), nothing is prepared$/m)
  expect(both).toMatch(/^FAIL fsync is off: .*set fsync = on$/m)
  expect(both).toMatch(/^ok {3}there is no standby/m)
  const { exitCode } = await runCommand(['doctor', '--cluster'], replicas.setup)
  expect(exitCode).toBe(1)

  await replicas.all[0]!.stop()
  const one = await check()
  expect(one.match(/replica \S+ \d+/g)).toHaveLength(1)
  expect(one).toContain('there is no second replica')
  await replicas.all[1]!.stop()
  expect(await check()).toContain('FAIL no replica answers')
})

test('doctor --cluster tells a wrong clock, settings that differ, another version, a session that is silent, and a standby and its loss (issue 37)', async () => {
  await using replicas = await startReplicas({ count: 1 })
  const standby = await replicas.server.standby()
  await using standbys = new AsyncDisposableStack()
  standbys.use(standby)
  const folder = join(replicas.setup.folder, 'wrong')
  mkdirSync(folder)
  const clock = machineClock(join(folder, 'clock'), 12_000)
  const env = { ...replicas.setup.env, ...clock.env, WEBHOOK_ALLOW_PRIVATE: '0' }
  await using _wrong = await startProcess(['serve'], { folder, env })
  // Answers a roll call as a replica of an older version would.
  const older = { version: '0.1.0', host: 'elsewhere', pid: 1, connections: 10 }
  await using other = new SQL(replicas.server.url, { max: 1 })
  await other.listen('roomwire', (payload) => {
    const { roll } = JSON.parse(payload)
    const answer = { ...older, atMs: Date.now() }
    if (roll) void other.notify(roll, JSON.stringify(answer))
  })
  await using silent = new SQL(replicas.server.url, { max: 1 })
  await silent.listen('roomwire', () => {})

  const check = async () => (await runCommand(['doctor', '--cluster'], replicas.setup)).stdout
  await until('one is the worker', async () => (await check()).includes(', the worker: version'))
  const said = await check()
  expect(said).toMatch(/^FAIL replica .*, clock \d{4,5} ms ahead .*; set it right \(NTP\)$/m)
  expect(said).toMatch(
    /^FAIL WEBHOOK_ALLOW_PRIVATE is not alike: replicas \S+ \d+, unlike \S+ \d+; set it alike in all$/m,
  )
  expect(said).not.toMatch(/FAIL JWT_SECRET|replicas have the same settings/)
  expect(said).toMatch(/^FAIL 1 of \d replicas do not tell their settings: end the upgrade$/m)
  expect(said).toMatch(/^FAIL replica elsewhere 1: version 0\.1\.0, .*: end the upgrade$/m)
  expect(said).toMatch(/^FAIL 1 more sessions hear notices and do not answer: /m)
  expect(said).toMatch(/^ok {3}standby \S+ is sync, \d+ bytes behind$/m)
  await standbys.disposeAsync()
  await until('the loss is told', async () =>
    /^FAIL every write waits for a standby .* and none is connected$/m.test(await check()),
  )
  // Commits wait no more, so that the replicas can end.
  await other.unsafe("alter system set synchronous_standby_names = ''")
  await other.unsafe('select pg_reload_conf()')
})

test('doctor --cluster does not apply to SQLite (issue 37)', async () => {
  using folder = temporaryFolder()
  const { exitCode, stdout } = await runCommand(['doctor', '--cluster'], { folder: folder.path })
  expect([exitCode, onlyLine(stdout)]).toEqual([
    0,
    'ok   SQLite is served by one process, so there is no cluster to check; several replicas need PostgreSQL',
  ])
})
