import { expect, test } from 'bun:test'
import { isOnPostgres } from '../support/postgres.ts'
import { firstSeed } from '../support/rounds.ts'
import { playWave } from '../support/wave/play.ts'
import { nameOf } from '../support/wave/setting.ts'
import { fewWeeks, weeksOfAll } from '../support/wave/weeks.ts'

// Security review S7, `contract-access`, *What strangers may take*: `bun test/support/wave/run.ts` tells the figures.

const isLong = process.env.TEST_LONG === '1'
/** So many weeks are played at a commit; another commit plays others. */
const WEEKS = isOnPostgres ? 1 : 3
const weeks = isLong && !isOnPostgres ? weeksOfAll() : fewWeeks(WEEKS, firstSeed(WEEKS))

test.each(weeks.map((setting) => [nameOf(setting), setting] as const))(
  'strangers take no more than they may in a week, the alarm stands, and ending the wave opens at once: %s (issue 30, S7)',
  async (_, setting) => {
    const { rooms } = setting
    const { day, week, pending, bounds, honest } = await playWave(setting)
    expect(day).toBeLessThanOrEqual(bounds.day)
    expect(week).toBeLessThanOrEqual(bounds.week)
    expect(pending).toBeLessThanOrEqual(rooms / 4)
    expect(honest.status).toBe(201)
    expect(honest.presses).toBeLessThanOrEqual(2)
  },
  300_000,
)
