import { expect, test } from 'bun:test'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { createStatementTimes } from '../../src/store/sqlite/statement-times.ts'
import { createProgress } from '../../src/store/sqlite/upgrade-progress.ts'

/** Days of 200 hotels, far more than are looked at. */
const ROWS = 60_000

function makeDays(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  database.exec(`create table day (hotel_id integer, date integer, a integer, b integer, primary key (hotel_id, date))
      strict, without rowid;
    create table city (id integer primary key) strict;
    insert into city values (1), (2);
    with recursive entry (at) as (select 0 union all select at + 1 from entry where at < ${ROWS - 1})
      insert into day select 1 + at / 300, at % 300, 1, 1 from entry`)
  return database
}

test('the time of a statement grows with the cells of its largest table, which is not counted (issue 35)', () => {
  const database = makeDays()
  // A day of a sandbox.
  database.exec('insert into day values (-20480, 1, 1, 1)')
  const timeOf = createStatementTimes(database)
  const [all, one] = [timeOf('UPDATE `day` SET `a` = 2;'), timeOf('UPDATE `city` SET `id` = 2;')]
  // 60,000 rows of 4 columns at 60 ns.
  expect(all).toBeWithin(12, 18)
  expect(one).toBeLessThan(1)
  expect(timeOf('-- Of days.\nINSERT INTO `sum` SELECT `date` FROM `day` JOIN `city` ON 1')).toBe(
    all,
  )
  expect(timeOf('INSERT INTO `__new_day` SELECT * FROM "day"')).toBe(all)
  expect(timeOf('CREATE INDEX `x` ON `day` (`a`)')).toBe(all)
  const written =
    "update sqlite_schema set sql = 'CREATE INDEX `x` ON `day` (`a`)' where name = 'x'"
  for (const moment of [
    ...['CREATE TABLE `day2` (`a` integer)', 'DROP INDEX `x`', 'select 1', 'begin'],
    written,
  ])
    expect(timeOf(moment)).toBeLessThan(1)
})

test('the time left of an upgrade is what is expected at first, and goes by the pace of what is done', () => {
  const times = fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(times, fc.double({ min: 0.25, max: 8, noNaN: true }), (expected, pace) => {
      const totalMs = expected.reduce((sum, ms) => sum + ms, 0)
      const progress = createProgress(totalMs)
      expect(progress.at(0)).toEqual({ leftMs: totalMs, restMs: totalMs })
      let doneMs = 0
      for (const ms of expected) {
        progress.begin(ms)
        const { leftMs, restMs } = progress.at(doneMs * pace)
        const [low, high] = [Math.min(1, pace), Math.max(1, pace)]
        expect(leftMs).toBeGreaterThanOrEqual(low * (totalMs - doneMs) - 1e-6)
        expect(leftMs).toBeLessThanOrEqual(high * (totalMs - doneMs) + 1e-6)
        expect(restMs).toBeLessThanOrEqual(leftMs)
        expect(restMs).toBeGreaterThanOrEqual(0)
        doneMs += ms
      }
    }),
  )
})
