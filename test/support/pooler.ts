import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'
import { TRUE_CLOCK_ENV } from './clock.ts'
import { asOwner, freePort, type PostgresServer } from './postgres-server.ts'

/** A transaction pooler before a server: each transaction may have another of its connections. */
export type Pooler = {
  port: number
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts pgbouncer on a free port of loopback; a missing Debian package is a failure. */
export async function startPooler(
  server: Pick<PostgresServer, 'port'>,
  settings: Record<string, string> = {},
): Promise<Pooler> {
  const program = Bun.which('pgbouncer', { PATH: `${process.env.PATH}:/usr/sbin` })
  if (!program) throw new Error('these tests need pgbouncer: apt-get install pgbouncer')
  const folder = mkdtempSync(join(tmpdir(), 'roomwire-pooler-'))
  const port = freePort()
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: '20',
    max_client_conn: '500',
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  const path = join(folder, 'pgbouncer.ini')
  await Bun.write(
    path,
    `[databases]\n* = host=127.0.0.1 port=${server.port} user=postgres\n[pgbouncer]\n${lines.join('\n')}\n`,
  )
  await $`chmod -R a+rX ${folder}`
  const child = Bun.spawn(asOwner(program, path), {
    env: TRUE_CLOCK_ENV,
    stdout: 'ignore',
    stderr: 'ignore',
  })
  await listens(port)
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await child.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function listens(port: number): Promise<void> {
  const endMs = performance.now() + 10_000
  for (;;)
    try {
      const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } })
      socket.end()
      return
    } catch (error) {
      if (performance.now() > endMs) throw error
      await Bun.sleep(20)
    }
}
