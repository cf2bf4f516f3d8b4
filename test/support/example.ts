import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLOCK_ENV, TRUE_CLOCK_ENV } from './clock.ts'
import { freePort } from './postgres-server.ts'
import { type ServiceProcess, until } from './process.ts'
import { readAnswer } from './service.ts'

/** The example of two replicas of `roomwire kit`, as its script runs it. */
export type Example = {
  /** A call through HAProxy, or past it to a replica. */
  call: ServiceProcess['call']
  replica: (name: 'a' | 'b') => { call: ServiceProcess['call']; pid: () => number }
  /** The settings of replica `a`, for commands beside it. */
  env: Record<string, string | undefined>
  ports: number[]
  /** Runs the script again while it runs. @returns what it says */
  again: (env?: Record<string, string>) => Promise<{ exitCode: number; stderr: string }>
  /** Sends SIGTERM to the script. @returns its exit code */
  stop: () => Promise<number>
  [Symbol.asyncDispose](): Promise<void>
}

/** No limit hinders the callers of a test. */
const UNLIMITED = { PUBLIC_RATE_PER_MINUTE: '0', LOGIN_LIMITS: '0', STRANGER_LIMITS: '0' }

/**
 * Runs `replicas/start.sh` of a kit until both replicas answer. The processes go by the true clock, as PostgreSQL must.
 *
 * @param program the binary
 */
export async function startExample(kit: string, program: string): Promise<Example> {
  // The user postgres has to enter it, and what it is in.
  chmodSync(join(kit, '..'), 0o711)
  const free = new Set<number>()
  while (free.size < 5) free.add(freePort())
  const ports = [...free]
  const run = (more: Record<string, string> = {}) =>
    Bun.spawn(['bash', 'replicas/start.sh', program], {
      ...{ cwd: kit, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' },
      env: { ...TRUE_CLOCK_ENV, ...UNLIMITED, PORTS: ports.join(' '), ...more },
    })
  const child = run()
  const stop = async () => {
    child.kill('SIGTERM')
    return await child.exited
  }
  try {
    await said(child.stdout, 'is answered by two replicas', async () => {
      throw new Error(`start.sh ended: ${await new Response(child.stderr).text()}`)
    })
  } catch (error) {
    await stop()
    throw error
  }
  const at = (name: string) => readFileSync(join(kit, 'replicas/run', name), 'utf8')
  const lines = at('a.env').trim().split('\n')
  const settings = lines.map((line) => [line.split('=', 1)[0]!, line.slice(line.indexOf('=') + 1)])
  return {
    call: caller(ports[0]!),
    replica: (name) => ({
      call: caller(ports[name === 'a' ? 1 : 2]!),
      pid: () => Number(at(`${name}.pid`)),
    }),
    env: {
      ...Object.fromEntries(Object.keys(CLOCK_ENV).map((name) => [name, undefined])),
      ...Object.fromEntries(settings),
    },
    ports,
    async again(env) {
      const second = run(env)
      const stderr = await new Response(second.stderr).text()
      return { exitCode: await second.exited, stderr }
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
    },
  }
}

/** Waits until a stream says something. @param ended what to do if it ends before */
async function said(stream: ReadableStream<Uint8Array>, text: string, ended: () => Promise<never>) {
  let all = ''
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  while (!all.includes(text)) {
    const { done, value } = await reader.read()
    if (done) await ended()
    all += decoder.decode(value, { stream: true })
  }
  reader.releaseLock()
}

const caller =
  (port: number): ServiceProcess['call'] =>
  async (method, path, { key, body, headers } = {}) =>
    await readAnswer(
      await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          ...headers,
          ...(key && { authorization: `Bearer ${key}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )

/** Waits until nothing listens on any of the ports. */
export const allClosed = (ports: readonly number[]): Promise<void> =>
  until('nothing listens', async () => {
    const tries = ports.map((port) => fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))
    return (await Promise.all(tries)).every((answer) => answer === undefined)
  })
