import { expect } from 'bun:test'
import { addDay } from './bookings.ts'
import type { TestService } from './service.ts'

/**
 * What each night counts as strangers' rooms is what its bookings come to: confirmed ones that nobody has proven, of a
 * no-show its first night, and holds that the hotel has not proven (`contract-access`, *One night*).
 */
export async function checkWebRooms({ store }: TestService): Promise<void> {
  const { booking, day } = store.t
  const bookings = await store.db.select().from(booking)
  const nights = new Map<string, { unproven: number; held: number }>()
  for (const { hotelId, roomCode, rooms, status, proof, checkin, checkout } of bookings) {
    const isUnproven = proof === 'none' || proof === 'asked'
    const isHeld = status === 'pending' && proof !== 'hotel'
    const counts = isUnproven && (status === 'confirmed' || status === 'no_show')
    if (!isHeld && !counts) continue
    for (let date = checkin as string; date < checkout; date = addDay(date, 1)) {
      const name = `${hotelId} ${roomCode} ${date}`
      const night = nights.get(name) ?? { unproven: 0, held: 0 }
      night[isHeld ? 'held' : 'unproven'] += rooms
      nights.set(name, night)
      if (status === 'no_show') break
    }
  }
  const stored = (await store.db.select().from(day))
    .filter(({ unproven, heldByStrangers }) => unproven !== 0 || heldByStrangers !== 0)
    .map(({ hotelId, roomCode, date, unproven, heldByStrangers }) => [
      `${hotelId} ${roomCode} ${date}`,
      { unproven, held: heldByStrangers },
    ])
  expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(nights))
}
