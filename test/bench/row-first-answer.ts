import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pkg from '../../package.json' with { type: 'json' }
import { Connection, encodeRequest } from './client.ts'
import type { Plan } from './rows.ts'
import { cpuMs, freePort, productionEnv, ROOT } from './servers.ts'
import { alternate, type Line, median } from './stats.ts'

const HEALTH = encodeRequest({ id: 0, key: '' }, 'GET', '/v1/health')
const START_MAX_MS = 20_000
const LOOK_EVERY_MS = 0.5

/**
 * From the start of a compiled binary to its first 200, against that of an Elysia app with one route, compiled
 * with the same flags: those of `bun run build`.
 */
export async function firstAnswer({ rounds, isQuick, note }: Plan): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'roomwire-bench-'))
  try {
    const ours = compile(join(ROOT, 'src/main.ts'), join(folder, 'roomwire'))
    const empty = compile(
      Bun.fileURLToPath(import.meta.resolve('./empty-elysia.ts')),
      join(folder, 'empty'),
    )
    const demo = join(folder, 'demo')
    await seedDemo(ours, demo)
    const contenders = [
      () => start([ours, 'serve'], demo),
      () => start([empty], folder),
      () => start([ours, 'serve'], mkdtempSync(join(folder, 'new-'))),
    ]
    for (const contender of contenders) await contender()
    const cpu: number[][] = contenders.map(() => [])
    const times = isQuick ? rounds : 3 * rounds
    const [onDemo, onNothing, onNew] = await alternate(contenders, times, async (contender) => {
      const { ms, processorMs } = await contender()
      if (processorMs) cpu[contenders.indexOf(contender)]!.push(processorMs)
      return { value: ms }
    })
    const [demoCpu, emptyCpu, newCpu] = cpu.map((values) => (values.length ? median(values) : 0))
    note(
      `first 200: processor time up to it, all threads, in ms: demo data ${demoCpu!.toFixed(1)}, ` +
        `new folder ${newCpu!.toFixed(1)}, empty Elysia ${emptyCpu!.toFixed(1)}`,
    )
    const line = {
      unit: 'ms',
      against: 'empty Elysia',
      theirs: onNothing!,
      target: { bound: '≤' as const, ratio: 2 },
    }
    return [
      { ...line, what: 'first 200, demo data', ours: onDemo! },
      { ...line, what: 'first 200, new folder', ours: onNew! },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs the command of `bun run build` on another entry, to another file. */
function compile(entry: string, outfile: string): string {
  const build = pkg.scripts.build.split('&&').at(-1)!.trim().split(/ +/)
  const command = build.map(
    (word) =>
      ({ bun: process.execPath, 'src/main.ts': entry, 'dist/roomwire': outfile })[word] ?? word,
  )
  const { exitCode, stderr } = Bun.spawnSync(command, { cwd: ROOT })
  if (exitCode !== 0 || !existsSync(outfile)) throw new Error(`cannot build ${entry}:\n${stderr}`)
  return outfile
}

async function seedDemo(binary: string, dataDir: string): Promise<void> {
  const child = spawn([binary, 'demo'], dataDir, freePort())
  const deadline = performance.now() + START_MAX_MS
  while (!existsSync(join(dataDir, 'demo.json'))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error('the demo does not start')
    }
    await Bun.sleep(20)
  }
  child.kill('SIGTERM')
  await child.exited
}

/** Starts a binary and waits for its first 200; the processor time is undefined where it is not known. */
async function start(command: string[], dataDir: string) {
  const port = freePort()
  const startMs = performance.now()
  const child = spawn(command, dataDir, port)
  try {
    while ((await statusOf(port)) !== 200) {
      if (child.exitCode !== null || performance.now() - startMs > START_MAX_MS)
        throw new Error(`${command.join(' ')} does not answer`)
      await Bun.sleep(LOOK_EVERY_MS)
    }
    return { ms: performance.now() - startMs, processorMs: cpuMs(child.pid) }
  } finally {
    child.kill('SIGTERM')
    await child.exited
  }
}

const spawn = (command: string[], dataDir: string, port: number) =>
  Bun.spawn(command, {
    env: productionEnv({ DATA_DIR: dataDir, PORT: String(port) }),
    stdio: ['ignore', 'ignore', 'inherit'],
  })

/** The status that health answers; 0 while nothing answers. */
async function statusOf(port: number): Promise<number> {
  try {
    const connection = await Connection.open(port)
    const { status } = await connection.send(HEALTH)
    connection.close()
    return status
  } catch {
    return 0
  }
}
