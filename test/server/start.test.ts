import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { startService } from '../../src/server/start.ts'
import type { Deps } from '../../src/service/deps.ts'
import { writeMeta } from '../../src/store/engine/meta.ts'
import { temporaryFolder } from '../support/folder.ts'
import { startProcess, until } from '../support/process.ts'

/** A port that nothing listens on. */
function freePort(): number {
  using listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  return listener.port
}

const configIn = (folder: string, port: number, level = 'error') =>
  readConfig({}, { DATA_DIR: folder, PORT: String(port), LOG_LEVEL: level })

test('before all is in its place every request, health too, is refused; then each is answered by the app', async () => {
  using folder = temporaryFolder()
  const port = freePort()
  const ask = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${path}`, { method }).then(
      ({ status }) => status,
      () => 'refused',
    )
  const requests = [
    ['/v1/health', 200],
    ['/v1/health/', 404],
    ['/v1/hotels/v1/health', 404],
    ['/v1/health?q=/v1/health', 422],
    ['/v1', 200],
  ] as const
  const meanwhile: unknown[] = []
  const prepare = async ({ store }: Deps) => {
    for (const [path] of requests) meanwhile.push(await ask(path))
    await store.tx((tx) => writeMeta(tx, 'demo_seeded_at', 'now'))
  }
  const { stop } = await startService(configIn(folder.path, port), { prepare })
  try {
    expect(meanwhile).toEqual(requests.map(() => 'refused'))
    for (const [path, status] of requests) expect(await ask(path), path).toBe(status)
    expect(await ask('/v1/health', 'POST')).toBe(405)
  } finally {
    await stop()
  }
})

test('a service that nobody can administer says so, after its first requests', async () => {
  using folder = temporaryFolder()
  await using served = await startProcess(['serve'], { folder: folder.path })
  await until('it says so', () => served.stderr().includes('"event":"no_admin"'))
}, 30_000)

test('a start that fails says why, listens no more and leaves the folder to the next one', async () => {
  using folder = temporaryFolder()
  const port = freePort()
  const config = configIn(folder.path, port)
  const fail = async () => {
    throw new Error('the data make no sense')
  }
  await expect(startService(config, { prepare: fail })).rejects.toThrow('the data make no sense')
  {
    using _taken = Bun.listen({ hostname: '127.0.0.1', port, socket: { data() {} } })
    await expect(startService(config)).rejects.toThrow(
      `port ${port} of 127.0.0.1 is already in use; set PORT`,
    )
  }
  const { stop, url } = await startService(config)
  expect(url).toBe(`http://127.0.0.1:${port}`)
  expect((await fetch(`${url}/v1/health`)).status).toBe(200)
  await stop()
  expect(await Bun.file(join(folder.path, 'roomwire.db')).exists()).toBeTrue()
})
