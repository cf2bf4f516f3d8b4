import { expect, test } from 'bun:test'
import { addDays, type CalendarDate } from '../../src/domain/kernel/date.ts'
import { push } from '../support/http.ts'
import { startService, type TestHotel } from '../support/service.ts'

const after = (today: string, days: number) => addDays(today as CalendarDate, days)

/** What becomes of one day in a dry push: `applied`, or the code of its error. */
async function fateOf(hotel: TestHotel, date: string): Promise<string> {
  const update = { roomCode: 'DBL', date, available: 1, priceCents: 100 }
  const { body } = await push(hotel, [update], '?dryRun=true')
  return body.applied === 1 ? 'applied' : body.errors[0].code
}

/** The fates of the days around both ends of what a hotel whose date is `today` may push. */
const fatesAround = (hotel: TestHotel, today: string) =>
  Promise.all([-2, -1, 0, 730, 731].map((days) => fateOf(hotel, after(today, days))))

const RIGHT = ['date_in_past', 'applied', 'applied', 'applied', 'date_too_far']

/** Zone, instant and the date it is there: before UTC, after it, across the date line, at the ends of summer time. */
const PLACES = [
  ['Europe/Istanbul', '2027-03-10T20:59:59.999Z', '2027-03-10'],
  ['Europe/Istanbul', '2027-03-10T21:00:00.000Z', '2027-03-11'],
  ['Pacific/Kiritimati', '2027-03-10T10:00:00.000Z', '2027-03-11'],
  ['Pacific/Kiritimati', '2027-03-10T09:59:59.999Z', '2027-03-10'],
  ['Pacific/Pago_Pago', '2027-03-10T10:59:59.999Z', '2027-03-09'],
  ['Pacific/Pago_Pago', '2027-03-10T11:00:00.000Z', '2027-03-10'],
  ['America/New_York', '2027-03-15T03:59:59.999Z', '2027-03-14'],
  ['America/New_York', '2027-03-15T04:00:00.000Z', '2027-03-15'],
  ['Asia/Kathmandu', '2027-12-31T18:15:00.000Z', '2028-01-01'],
  ['America/Sao_Paulo', '2028-03-01T02:59:59.999Z', '2028-02-29'],
] as const

for (const [timezone, instant, today] of PLACES)
  test(`a hotel in ${timezone} at ${instant} may push from the day before ${today} to 730 days after it (contract §1, §2)`, async () => {
    await using service = await startService({ timezone })
    const { alfa, clock } = service
    clock.nowMs = Date.parse(instant)

    expect(await fatesAround(alfa, today)).toEqual(RIGHT)
  })

test('the limits of a push move on when the hotel-local day does, while the service runs (contract §1, §2)', async () => {
  await using service = await startService({ timezone: 'Asia/Tokyo' })
  const { alfa, clock } = service
  clock.nowMs = Date.parse('2027-03-10T14:59:59.999Z')

  expect(await fatesAround(alfa, '2027-03-10')).toEqual(RIGHT)
  clock.advance(1)
  expect(await fatesAround(alfa, '2027-03-11')).toEqual(RIGHT)
})

test('the error of a date names the first or last day that may be set (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service
  const at = (date: string) => ({ roomCode: 'DBL', date, available: 1, priceCents: 100 })

  const { body } = await push(alfa, [at('2027-03-08'), at('2029-03-10'), at('2027-02-29')])
  expect(body.errors).toMatchObject([
    {
      index: 0,
      field: 'date',
      code: 'date_in_past',
      message: expect.stringContaining('2027-03-09'),
    },
    {
      index: 1,
      field: 'date',
      code: 'date_too_far',
      message: expect.stringContaining('2029-03-09'),
    },
    { index: 2, field: 'date', code: 'invalid_date' },
  ])
})
