import { expect, test } from 'bun:test'
import { findBookingContext } from '../../src/service/bookings/booking-context.ts'
import {
  currentSnapshot,
  findSnapshot,
  insertCity,
  insertRoomType,
} from '../../src/store/catalog/catalog.ts'
import { updateCity, updateHotel, updateRoomType } from '../../src/store/catalog/catalog-edits.ts'
import type { Tx } from '../../src/store/engine/engine.ts'
import { book, sell } from '../support/bookings.ts'
import { room, startService } from '../support/service.ts'

const EDITS: Record<string, (tx: Tx, hotelId: number, cityId: number) => Promise<unknown>> = {
  'the hotel': (tx, id) => updateHotel(tx, id, { active: false }),
  'its city': (tx, _id, cityId) => updateCity(tx, cityId, { name: 'Unrouted' }),
  'a new room type': (tx, id) => insertRoomType(tx, id, room({ roomCode: 'NEW' })),
  'a room type': (tx, id) => updateRoomType(tx, id, room({ roomCode: 'DBL', active: false })),
}

test.each(Object.entries(EDITS))(
  'a transaction that knows a hotel from before a change of %s reads it anew, and else takes what it knows',
  async (_, edit) => {
    await using service = await startService()
    const { store, alfa } = service
    const { t, db } = store
    const cities = await db.select({ id: t.city.id, slug: t.city.slug }).from(t.city)
    const cityId = cities.find(({ slug }) => slug === 'alfa-city')!.id
    const known = (await findSnapshot(store, alfa.id))!
    expect(await store.tx((tx) => currentSnapshot(tx, known))).toBe(known)

    const [, now] = await Promise.all([
      // In one commit: the change is seen before it is on disk.
      store.tx((tx) => edit(tx, alfa.id, cityId)),
      store.tx((tx) => currentSnapshot(tx, known)),
    ])

    expect(now).toEqual((await findSnapshot(store, alfa.id))!)
    const { revision: _before, ...before } = known
    const { revision: _after, ...after } = now
    expect(after).not.toEqual(before)
    const elsewhere = (await findSnapshot(store, service.bravo.id))!
    await store.tx((tx) => insertCity(tx, { slug: 'far', name: 'Far', country: 'TR' }))
    expect(await store.tx((tx) => currentSnapshot(tx, elsewhere))).toBe(elsewhere)
  },
)

test('a step of a booking takes the hotel that this process knows, but not from before a change of it', async () => {
  await using service = await startService()
  const { store, alfa } = service
  await sell(service)
  const { code } = (await book(service.call)).body
  const known = (await findSnapshot(store, alfa.id))!
  const deps = { ...service.deps, knownHotel: () => known }
  const { hotel } = await store.tx((tx) => findBookingContext(tx, deps, code))
  expect(hotel).toBe(known.hotel)

  const [, now] = await Promise.all([
    store.tx((tx) => updateHotel(tx, alfa.id, { restoreOnCancel: !hotel.restoreOnCancel })),
    store.tx((tx) => findBookingContext(tx, deps, code)),
  ])

  expect(now.hotel.restoreOnCancel).toBe(!hotel.restoreOnCancel)
})
