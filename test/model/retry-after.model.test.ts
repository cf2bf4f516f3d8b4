import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { nightsFrom, setWeb, startBounded, strangers } from '../support/bounded.ts'
import type { Answer } from '../support/matchers.ts'
import { rounds } from '../support/rounds.ts'
import type { TestService } from '../support/service.ts'

// `contract-access`, *One network at a hotel*: 429 with the `Retry-After` that suffices.

const MINUTE_MS = 60_000

/** A booking by one of three addresses of a /24, after a pause. */
const asked = fc.record({
  minutes: fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.nat(20) },
    { weight: 1, arbitrary: fc.nat(400) },
  ),
  from: fc.constantFrom('203.0.113.1', '203.0.113.2'),
  roomCode: fc.constantFrom('DBL', 'SGL'),
  start: fc.nat(29),
  nights: fc.integer({ min: 5, max: 30 }),
  rooms: fc.constantFrom(1, 2, 4),
  hold: fc.constantFrom(true, false, false),
})

/** A caller is limited only by its own network, and by the rooms that others hold. */
const open = async (isMailing: boolean): Promise<TestService> => {
  const service = await startBounded({
    ...{ isMailing },
    rooms: [
      { roomCode: 'DBL', totalRooms: 40, maxAdults: 9, maxOccupancy: 9 },
      { roomCode: 'SGL', totalRooms: 20, maxAdults: 9, maxOccupancy: 9 },
    ],
  })
  const webBrakeLiftedUntilMs = service.clock.nowMs + 7 * 24 * 60 * MINUTE_MS
  await setWeb(service, { webMaxRooms: 5, webMaxNights: 30, webBrakeLiftedUntilMs })
  return service
}

test('whoever waits as long as their network is told books then, when nobody else has booked (contract-access)', async () => {
  let refusals = 0
  const property = (isMailing: boolean) =>
    fc.asyncProperty(
      fc.array(asked, { minLength: 30, maxLength: 50, size: 'max' }),
      async (all) => {
        await using service = await open(isMailing)
        const ask = strangers(service)
        for (const { minutes, from, start, nights, ...rest } of all) {
          service.clock.advance(minutes * MINUTE_MS)
          await expireHolds(service.deps)
          const order = { ...nightsFrom(start, nights), ...rest, adults: rest.rooms }
          const answer = await ask(order, { from })
          if (answer.status !== 429) continue
          service.clock.advance(Number(answer.headers.get('retry-after')) * 1_000)
          await expireHolds(service.deps)
          const again = await ask(order, { from })
          // Rooms that others hold come free one after another, and some were sold meanwhile.
          const isOfHolds = ({ body }: Answer) =>
            body.detail?.startsWith('Too many rooms of these nights') === true
          const isOthers = isOfHolds(answer) || isOfHolds(again) || again.status === 409
          if (isOthers) continue
          refusals++
          expect([again.status, again.body.detail]).toEqual([201, undefined])
        }
      },
    )
  // Where mails are sent hardly anybody is refused.
  for (const isMailing of [false, false, true])
    await fc.assert(property(isMailing), { numRuns: rounds(8) })
  expect(refusals).toBeGreaterThan(rounds(24))
}, 60_000)
