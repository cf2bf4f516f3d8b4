import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../src/cli/build.ts'
import { addDays, dateIn } from '../../src/domain/kernel/date.ts'
import { encodeRequest } from './client.ts'
import { spawnIn, timeFirstPull } from './first-pull.ts'
import type { Plan } from './rows.ts'
import { freePort, ROOT } from './servers.ts'
import { alternate, type Line, median } from './stats.ts'

const START_MAX_MS = 20_000

/**
 * From the start of a compiled binary on the demo's data to the first 200 of a pull by key, against that of an Elysia
 * app that answers one row of the same database, compiled with the same flags: those of `bun run build`.
 */
export async function firstAnswer({ rounds, isQuick, note }: Plan): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'roomwire-bench-'))
  try {
    const ours = await compile(join(ROOT, 'src/main.ts'), join(folder, 'roomwire'))
    const empty = await compile(
      Bun.fileURLToPath(import.meta.resolve('./empty-elysia.ts')),
      join(folder, 'empty'),
    )
    const demo = join(folder, 'demo')
    const pull = await seedDemo(ours, demo)
    const contenders = [[ours, 'serve'], [empty]].map(
      (command) => () => timeFirstPull(command, demo, pull),
    )
    for (const contender of contenders) await contender()
    const cpu: number[][] = contenders.map(() => [])
    const times = isQuick ? rounds : 3 * rounds
    const [first, theirs] = await alternate(contenders, times, async (contender) => {
      const { ms, processorMs } = await contender()
      cpu[contenders.indexOf(contender)]!.push(processorMs)
      return { value: ms }
    })
    const [ourCpu, emptyCpu] = cpu.map(median)
    note(
      `first pull: processor time up to it, all threads, in ms: ${ourCpu!.toFixed(1)}, empty Elysia ${emptyCpu!.toFixed(1)}`,
    )
    return [
      {
        what: 'first pull',
        unit: 'ms',
        ours: first!,
        against: 'empty Elysia, one row',
        theirs: theirs!,
        target: { bound: '≤', ratio: 3 },
      },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Builds another entry as `bun run build` builds the program. @returns the file */
async function compile(entry: string, outfile: string): Promise<string> {
  await build({ outfile }, entry)
  return outfile
}

/** @returns a pull of tomorrow as a partner of the demo sends it */
async function seedDemo(binary: string, dataDir: string): Promise<Uint8Array> {
  const child = spawnIn(dataDir, [binary, 'demo'], freePort())
  const sheet = join(dataDir, 'demo.json')
  const deadline = performance.now() + START_MAX_MS
  while (!existsSync(sheet)) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error('the demo does not start')
    }
    await Bun.sleep(20)
  }
  child.kill('SIGTERM')
  await child.exited
  const { apiKey } = await Bun.file(sheet).json()
  const tomorrow = addDays(dateIn('Europe/Istanbul', Date.now()), 1)
  const path = `/v1/partner/availability?from=${tomorrow}&to=${tomorrow}`
  return encodeRequest({ id: 0, key: apiKey }, 'GET', path)
}
