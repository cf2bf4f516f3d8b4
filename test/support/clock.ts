import { renameSync, writeFileSync } from 'node:fs'

/** Variables by which libfaketime moves the clock of a process: `bun run test-days` sets them. */
const isOfClock = (name: string) => name === 'LD_PRELOAD' || name.startsWith('FAKETIME')

const all = Object.entries(process.env) as [string, string][]

/** What a process with an environment of its own needs to have the clock of the tests; empty by the true one. */
export const CLOCK_ENV = Object.fromEntries(all.filter(([name]) => isOfClock(name)))

/** The environment of the tests without their clock, for what cannot run under libfaketime, or sets a clock itself. */
export const TRUE_CLOCK_ENV = Object.fromEntries(all.filter(([name]) => !isOfClock(name)))

/** How far the clock of the tests is ahead of the true one. */
export const CLOCK_AHEAD_MS = Number.parseFloat(process.env.FAKETIME ?? '0') * 1_000

/** The clock of a machine of its own, for processes that a test starts. */
export type MachineClock = {
  /** For the processes: it takes the place of the clock of the tests. */
  env: Record<string, string | undefined>
  /** Steps the clock, also while a process runs. @param aheadMs how far it is ahead of the clock of the tests */
  set: (aheadMs: number) => void
}

/** Makes a clock by libfaketime, in a file. */
export function machineClock(file: string, aheadMs: number): MachineClock {
  if (!Bun.which('faketime')) throw new Error('faketime is missing: apt-get install -y faketime')
  const set = (ms: number) => {
    const text = `${(CLOCK_AHEAD_MS + ms) / 1_000}s\n`
    writeFileSync(`${file}.new`, text.startsWith('-') ? text : `+${text}`)
    // As a whole: it is read at any moment.
    renameSync(`${file}.new`, file)
  }
  set(aheadMs)
  return {
    env: {
      LD_PRELOAD: FAKETIME_LIBRARY,
      FAKETIME: undefined,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set,
  }
}

/** As Debian's `faketime` names it. */
const FAKETIME_LIBRARY = '/usr/$LIB/faketime/libfaketime.so.1'
