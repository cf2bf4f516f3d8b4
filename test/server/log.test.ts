import { expect, test } from 'bun:test'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { createLog } from '../../src/log.ts'
import { temporaryFolder } from '../support/folder.ts'

test('nothing that is logged moves a cursor, ends a line or turns text round; a reader of JSON gets it whole (issue 37)', () => {
  const lines: string[] = []
  const evil = '\u001b[2J\u009b31m\r\n{"level":"info"}\u2028\u2029\u007f\u0085\u202e\u2066\u0000çay'
  createLog('info', (line) => void lines.push(line)).warn('refused', {
    error: evil,
    [evil]: [evil],
  })
  const [line = '', ...others] = lines
  expect(others).toEqual([])
  expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
  expect(JSON.parse(line)).toMatchObject({ event: 'refused', error: evil, [evil]: [evil] })
  // In UTC (ASVS 16.2.2).
  expect(JSON.parse(line).at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

/** Lines of the process below: 28 MB. */
const LINES = 50_001
/** Logs all lines but one in 250 ms, says the longest gap of its event loop, waits for a word, and logs the last one. */
const LOGGER = `
  const { createLog } = await import(${JSON.stringify(join(import.meta.dir, '../../src/log.ts'))})
  const log = createLog('info')
  const text = 'y'.repeat(500)
  let [gap, last] = [0, performance.now()]
  for (let turn = 0; turn < 50; turn++) {
    for (let line = 0; line < 1_000; line++) log.info('line', { text })
    await Bun.sleep(5)
    gap = Math.max(gap, performance.now() - last)
    last = performance.now()
  }
  console.write(JSON.stringify({ gap }) + '\\n')
  for await (const _ of process.stdin) break
  log.info('last')
`

/** Starts it with a log that nobody reads, and waits until it has logged its lines. */
async function startLogger(folder: string) {
  const pipe = join(folder, 'log')
  expect(Bun.spawnSync(['mkfifo', pipe]).exitCode).toBe(0)
  const [reader, stderr] = [openSync(pipe, 'r+'), openSync(pipe, 'w')]
  const child = Bun.spawn([process.execPath, '-e', LOGGER], {
    ...{ stdin: 'pipe', stdout: 'pipe', stderr },
  })
  closeSync(stderr)
  const { value } = await child.stdout.getReader().read()
  const { gap } = JSON.parse(new TextDecoder().decode(value))
  return {
    pipe,
    gap,
    leave: () => closeSync(reader),
    async end() {
      child.stdin.write('go on\n')
      child.stdin.end()
      expect(await child.exited).toBe(0)
    },
  }
}

test('a reader of the log that stands still holds nobody up, and is told how many lines it lost', async () => {
  using folder = temporaryFolder()
  const { pipe, gap, leave, end } = await startLogger(folder.path)
  // A write that waits would last until it is read.
  expect(gap).toBeLessThan(5_000)
  const reading = new Response(Bun.spawn(['cat', pipe]).stdout).text()
  await end()
  leave()
  const lines = (await reading)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const lost = lines.filter(({ event }) => event === 'log_lines_lost')
  const there = lines.length - lost.length
  expect(lost.reduce((sum, { lines }) => sum + lines, 0)).toBe(LINES - there)
  // At most 8 MiB wait for it.
  expect(there).toBeWithin(10_000, 20_000)
})

test('a process goes on when the reader of its log has gone', async () => {
  using folder = temporaryFolder()
  const { leave, end } = await startLogger(folder.path)
  leave()
  await end()
})
