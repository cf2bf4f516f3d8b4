/** Variables by which libfaketime moves the clock of a process: `bun run test-days` sets them. */
const isOfClock = (name: string) => name === 'LD_PRELOAD' || name.startsWith('FAKETIME')

const all = Object.entries(process.env) as [string, string][]

/** What a process with an environment of its own needs to have the clock of the tests; empty by the true one. */
export const CLOCK_ENV = Object.fromEntries(all.filter(([name]) => isOfClock(name)))

/** The environment of the tests without their clock, for what cannot run under libfaketime, or sets a clock itself. */
export const TRUE_CLOCK_ENV = Object.fromEntries(all.filter(([name]) => !isOfClock(name)))

/** How far the clock of the tests is ahead of the true one. */
export const CLOCK_AHEAD_MS = Number.parseFloat(process.env.FAKETIME ?? '0') * 1_000
