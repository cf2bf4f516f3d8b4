import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { addDay } from '../support/bookings.ts'
import { patch } from '../support/http.ts'
import { addRates } from '../support/rate-days.ts'
import { startService } from '../support/service.ts'

const FIRST = '2027-04-01'
const NIGHTS = 3
const ROOMS = ['DBL', 'SGL', 'TRP']

const place = { roomCode: fc.constantFrom(...ROOMS), date: fc.integer({ min: 0, max: NIGHTS - 1 }) }
/** A change of a day, of a restriction of `STD`, or of a rate. */
const change = fc.oneof(
  fc.record({ ...place, priceCents: fc.integer({ min: 1, max: 9_999 }) }),
  fc.record({ ...place, minStay: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    ...place,
    rateCode: fc.constantFrom('OWN', 'LESS'),
    closed: fc.boolean(),
    maxStay: fc.integer({ min: 0, max: 3 }),
  }),
)

test('a pull after any change shows what one shows that nothing was kept for, of days and of rates (contract §2)', async () => {
  await using service = await startService({ rooms: ROOMS.map((roomCode) => ({ roomCode })) })
  const { alfa } = service
  const sold = { roomCodes: ROOMS }
  const derived = { type: 'derived', percentBp: -1_000 } as const
  await addRates(
    service,
    alfa,
    { rateCode: 'OWN', ...sold },
    { rateCode: 'LESS', pricing: derived, ...sold },
  )
  let nights = NIGHTS
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const updates = changes.map((each) => ({ ...each, date: addDay(FIRST, each.date) }))
      expect((await patch(alfa, updates)).status).toBe(200)
      // A range that was never asked for.
      const last = addDay(FIRST, nights++)
      for (const path of ['/availability', '/rates']) {
        const kept = await alfa.call('GET', `${path}?from=${FIRST}&to=${addDay(FIRST, NIGHTS - 1)}`)
        const fresh = await alfa.call('GET', `${path}?from=${FIRST}&to=${last}`)
        expect(kept.status).toBe(200)
        expect(kept.body.rooms).toEqual(cut(fresh.body.rooms))
      }
    }),
    { numRuns: 15 },
  )
}, 60_000)

/** The first days of every list of days. */
const cut = (value: any): any =>
  Array.isArray(value)
    ? value.map(cut)
    : typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value).map(([name, each]: [string, any]) => [
            name,
            name === 'days' ? each.slice(0, NIGHTS) : cut(each),
          ]),
        )
      : value
