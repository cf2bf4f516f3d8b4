import { expect, setDefaultTimeout, test } from 'bun:test'
import { temporaryFolder } from '../support/folder.ts'
import { startPooler } from '../support/pooler.ts'
import { onlyLine, runCommand, until } from '../support/process.ts'
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
      }
    },
  })
  const check = async () => (await runCommand(['doctor', '--cluster'], replicas.setup)).stdout
  await until('one is the worker', async () => (await check()).includes(', the worker: version'))

  const both = await check()
  expect(both.match(/^ok {3}replica \S+ \d+(, the worker)?: version /gm)).toHaveLength(2)
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
  expect(one).toContain('a second replica would take over')
  await replicas.all[1]!.stop()
  expect(await check()).toContain('FAIL no replica answers')
})

test('doctor --cluster does not apply to SQLite (issue 37)', async () => {
  using folder = temporaryFolder()
  const { exitCode, stdout } = await runCommand(['doctor', '--cluster'], { folder: folder.path })
  expect([exitCode, onlyLine(stdout)]).toEqual([
    0,
    'ok   SQLite is served by one process, so there is no cluster to check; several replicas need PostgreSQL',
  ])
})
