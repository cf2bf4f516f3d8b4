import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { recheckAllStatements } from '../../src/service/statements/recheck-statements.ts'
import { passClock, STATEMENTS, startStated } from '../support/agency-statements.ts'
import { ZONES } from '../support/allotment-world.ts'
import { sell } from '../support/bookings.ts'
import { rounds } from '../support/rounds.ts'
import { startService, type TestService } from '../support/service.ts'
import { signInAgain } from '../support/staff.ts'
import { type Command, command, done, obey, type World } from '../support/statement-acts.ts'
import { EVERY_KIND } from '../support/statement-history.ts'
import { type ListedStatement, StatementModel } from '../support/statement-model.ts'
import { figuresOf, readAll } from '../support/statement-oracle.ts'
import { putTerms } from '../support/terms.ts'

// Statements at the borders of months in five time zones against rules written anew (contract-agencies, *Statement*).

const { HISTORIES, SEED } = process.env
const RUNS = Number(HISTORIES ?? rounds(40))

async function begin(service: TestService, zone: string): Promise<World> {
  const staff = await startStated(service)
  await putTerms(staff.manager, { creditLimitCents: null }, 'ECHO')
  const body = { timezone: zone }
  expect((await staff.admin.call('PATCH', '/v1/admin/hotels/alfa', { body })).status).toBe(200)
  await sell(service, { from: '2027-03-25', nights: 60, available: 200, priceCents: 10_007 })
  // The clock begins with a month that has nothing.
  await passClock(service)
  service.clock.nowMs = Date.parse('2027-03-28T15:00:00Z')
  const [hotel, DELTA, ECHO] = await Promise.all(
    [staff.manager, staff.agent, staff.echoAgent].map((user) => signInAgain(service, user)),
  )
  const people = { hotel: hotel!, DELTA: DELTA!, ECHO: ECHO! }
  return { service, people, model: new StatementModel('2027-02'), zone }
}

const nameOf = ({ agency, currency, month, isClosed }: ListedStatement) =>
  `${agency} ${currency} ${month} ${isClosed}`
const inOrder = (all: ListedStatement[]) => all.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))

/** Compares the hotel's list of statements with the rules; a number stays what it is and none is left out. */
async function look({ people, model }: World): Promise<void> {
  const items = await readAll(people.hotel.call, `${STATEMENTS}?limit=100`)
  const shown = items.map((each): ListedStatement => {
    const { agencyCode: agency, currency, month, status, lineCount, sums, paidSinceCents } = each
    const isClosed = status === 'closed'
    const known = model.find({ agency, currency }, month)
    if (isClosed && known) {
      known.number ??= each.number
      expect(known.number).toBe(each.number)
    }
    return { agency, currency, month, isClosed, lineCount, sums, paidSinceCents }
  })
  expect(inOrder(shown)).toEqual(inOrder(model.list()))
  const numbers = items.flatMap(({ number }) => number ?? [])
  const expected = model.closed.map((_, index) => `alfa-2027-${index + 1}`)
  expect(numbers.toSorted(byOrdinal)).toEqual(expected)
}

const byOrdinal = (a: string, b: string) => Number(a.split('-')[2]) - Number(b.split('-')[2])

/** Compares every line, as the hotel and the agency are shown it. */
async function lookAtLines({ people, model }: World): Promise<void> {
  for (const { agency, currency, month, isClosed } of model.list()) {
    const account = { agency, currency }
    const closed = isClosed ? model.find(account, month) : undefined
    const place = closed?.number ?? `${month}`
    const query = `?currency=${currency}`
    const readers = [
      [people.hotel.call, `${STATEMENTS}/${place}${query}&agency=${agency}`],
      [people[agency as 'DELTA'].call, `/v1/acenta/statements/${place}${query}&hotel=alfa`],
    ] as const
    const lines = figuresOf(closed?.lines ?? model.linesOf(account, month))
    for (const [call, path] of readers) {
      const { body, text } = await call('GET', path)
      expect(figuresOf(body.lines ?? [text]), path).toEqual(lines)
    }
  }
}

test('through any history around the borders of months every line stands in the one statement that the rules say, to the cent, in five time zones and two currencies (contract-agencies, *Statement*)', async () => {
  const zone = fc.constantFrom(...ZONES)
  const commands = fc.array(command, { minLength: 12, maxLength: 30, size: 'max' })
  const examples: [string, Command[]][] = ZONES.map((each) => [each, EVERY_KIND])
  await fc.assert(
    fc.asyncProperty(zone, commands, async (zone, commands) => {
      await using service = await startService()
      const world = await begin(service, zone)
      for (const each of commands) {
        await obey(world, each)
        await look(world)
      }
      await lookAtLines(world)
      expect(await recheckAllStatements(service)).toEqual([])
    }),
    { numRuns: RUNS, examples, ...(SEED && { seed: Number(SEED) }) },
  )
  const stays = ['book', 'cancel', 'no-show', 'pay', 'pay since', 'currency', 'border', 'wait']
  const closings = ['close', 'close again', 'close early', 'close without lines']
  const adjustments = ['adjust', 'adjust early', 'drop', 'drop late']
  const kinds = [...stays, ...closings, ...adjustments]
  expect(kinds.filter((name) => !done.has(name))).toEqual([])
}, 14_400_000)
