import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { setWeb, startBounded } from '../support/bounded.ts'
import { rounds } from '../support/rounds.ts'
import type { TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { act, doAct, FIRST_MS } from '../support/stranger-acts.ts'
import { signToken, type TestUser, withToken } from '../support/users.ts'
import { checkWebRooms } from '../support/web-rooms.ts'

const ALL = { maxAdults: 9, maxOccupancy: 9 }
const ROOMS = [
  { roomCode: 'DBL', totalRooms: 8, ...ALL },
  { roomCode: 'SGL', totalRooms: 7, ...ALL },
  { roomCode: 'STE', totalRooms: 1, ...ALL },
]

/** What the brake counts is what was confirmed, and not of whom the hotel has met; a hold is in none of it. */
async function checkBrake({ store }: TestService): Promise<void> {
  for (const row of await store.db.select().from(store.t.booking)) {
    const { code, proof, provenByStay, status, brakeNights, brakeAtMs, confirmedAtMs } = row
    const isOfHotel = proof === 'hotel' && !provenByStay
    if (isOfHotel || confirmedAtMs === null || status === 'no_show')
      expect([code, brakeNights, brakeAtMs]).toEqual([code, 0, null])
    if (status === 'confirmed' && !isOfHotel) expect(brakeNights).toBeGreaterThan(0)
    expect(brakeNights > 0).toBe(brakeAtMs !== null)
    if (provenByStay) expect(proof).toBe('hotel')
  }
}

test.each(['share', 'always', 'none'] as const)(
  'after whatever strangers, guests, the desk and the clock do, the night’s columns are what the bookings come to: webProof %s (contract-access)',
  async (webProof) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 20, maxLength: 60, size: 'max' }),
        async (acts) => {
          await using service = await startBounded({ rooms: ROOMS, isMailing: true })
          await setWeb(service, { webProof })
          const { manager } = await hireStaff(service)
          service.clock.advance(FIRST_MS - service.clock.nowMs)
          const codes: string[] = []
          for (const each of acts) {
            const desk: TestUser = {
              ...manager,
              call: withToken(service, await signToken(service, manager.user)),
            }
            await doAct(service, desk, codes, each)
            await checkWebRooms(service)
          }
          await checkBrake(service)
        },
      ),
      { numRuns: rounds(24) },
    )
  },
  60_000,
)
