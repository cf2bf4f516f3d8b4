import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { TRUE_CLOCK_ENV } from '../support/clock.ts'

const RUN = join(import.meta.dir, 'run.ts')

/** Runs the runner by the true clock, whatever clock the tests have. */
function runDays(words: string[], env: Record<string, string> = {}) {
  const { stdout, stderr, exitCode } = Bun.spawnSync([process.execPath, RUN, ...words], {
    env: { ...TRUE_CLOCK_ENV, ...env },
  })
  return { text: `${stdout}${stderr}`, exitCode }
}

test('every process of a command has the clock of the moment, which runs on, and the true monotonic one', () => {
  const script = `
    const [begunMs, begun] = [Date.now(), performance.now()]
    await Bun.sleep(300)
    const { stdout } = Bun.spawnSync(['date', '-u', '+%F'])
    console.log(Date.now() - begunMs > 200 && performance.now() - begun < 10_000, String(stdout))`
  const { text, exitCode } = runDays([
    '2',
    '2031-05-06T12:00Z',
    '--',
    process.execPath,
    '-e',
    script,
  ])
  expect(text).toContain('true 2027-02-27')
  expect(text).toContain('true 2031-05-06')
  expect(exitCode).toBe(0)
})

test('a run names its moment with what is red at it, and sums its tests up', () => {
  const script = 'console.log(" 3 pass\\n 1 fail\\n 4 pass\\n 0 fail"); process.exit(1)'
  const { text, exitCode } = runDays(['11', '--', process.execPath, '-e', script])
  expect(text).toContain('2028-02-29T12:00Z, a leap day: 7 passes, 1 fails, RED')
  expect(text).toContain('bun run test-days 2028-02-29T12:00Z')
  expect(exitCode).toBe(1)
})

test('a moment that there is not, or a machine without libfaketime, ends the run with words', () => {
  expect(runDays(['13'])).toMatchObject({
    text: expect.stringContaining('There is no moment 13: they are 1 to 12.'),
    exitCode: 1,
  })
  expect(runDays(['1'], { PATH: '/nonexistent' })).toMatchObject({
    text: expect.stringContaining('apt-get install -y faketime'),
    exitCode: 1,
  })
})
