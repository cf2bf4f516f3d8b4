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

/** The times of statements, each seen by a copy without rows. */
function timesOf(database: DatabaseSync): (statement: string) => number {
  const rehearsal = new DatabaseSync(':memory:')
  const texts = 'select sql from sqlite_schema where sql is not null order by rowid'
  for (const { sql } of database.prepare(texts).all()) rehearsal.exec(String(sql))
  const { witness, timeOf } = createStatementTimes(database)
  return (statement) => {
    witness(statement, rehearsal)
    return timeOf(statement)
  }
}

test('the time of a statement grows with the cells of its largest table, which is not counted (issue 35)', () => {
  const database = makeDays()
  // A day of a sandbox.
  database.exec(`insert into day values (-20480, 1, 1, 1);
    create table sum (date integer) strict;
    create table __new_day (hotel_id integer, date integer, a integer, b integer) strict`)
  const timeOf = timesOf(database)
  const [all, one] = [timeOf('UPDATE `day` SET `a` = 2;'), timeOf('UPDATE `city` SET `id` = 2;')]
  // 60,000 rows of 4 columns at 100 ns.
  expect(all).toBeWithin(20, 30)
  expect(one).toBeLessThan(1)
  expect(timeOf('-- Of days.\nINSERT INTO `sum` SELECT `date` FROM `day` JOIN `city` ON 1')).toBe(
    all,
  )
  expect(timeOf('INSERT INTO `__new_day` SELECT * FROM "day"')).toBe(all)
  expect(timeOf('INSERT INTO `sum` SELECT `date` FROM `day` AS `one` GROUP BY 1')).toBe(all)
  expect(timeOf('CREATE INDEX `x` ON `day` (`a`)')).toBe(all)
  const written =
    "update sqlite_schema set sql = 'CREATE INDEX `x` ON `day` (`a`)' where name = 'x'"
  for (const moment of [
    ...['CREATE TABLE `day2` (`a` integer)', 'DROP INDEX `x`', 'select 1', 'begin'],
    ...[written, 'INSERT INTO `day` SELECT `id`, 1, 1, 1 FROM `city`'],
  ])
    expect(timeOf(moment)).toBeLessThan(1)
})

/** Bookings of which the last quarter has an agency; none has paid at the desk. */
function makeBookings(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  database.exec(`create table booking (id integer primary key, agency_id integer, paid integer, note text) strict;
    create index booking_agency on booking (agency_id, id) where agency_id is not null;
    create table desk (booking_id integer primary key, paid integer) strict;
    create table agency_sum (agency_id integer, paid integer) strict;
    with recursive entry (at) as (select 1 union all select at + 1 from entry where at < ${ROWS})
      insert into booking select at, iif(at > ${ROWS} * 3 / 4, at % 7, null), 0, null from entry`)
  return database
}

test('rows that a statement does not mean are not counted: of no agency, or looked up by few others (issue 35)', () => {
  const timeOf = timesOf(makeBookings())
  const all = timeOf('UPDATE `booking` SET `note` = null')
  const ofAgencies = (table: string) =>
    timeOf(
      `INSERT INTO agency_sum SELECT agency_id, sum(paid) FROM ${table} WHERE \`agency_id\` IS NOT NULL GROUP BY 1`,
    )
  const [found, passed] = [ofAgencies('`booking`'), ofAgencies('`booking` NOT INDEXED')]
  expect(found).toBeWithin(all * 0.22, all * 0.3)
  expect(passed).toBeWithin(all * 0.5, all * 0.7)
  const either = 'UPDATE `booking` SET `paid` = 1 WHERE `agency_id` IS NOT NULL OR `note` IS NULL'
  expect(timeOf(either)).toBe(all)
  const paid = 'UPDATE `booking` SET `paid` = 1 WHERE `id` IN (SELECT `booking_id` FROM `desk`)'
  expect(timeOf(paid)).toBeLessThan(1)
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
