import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { reviseHotel } from '../../src/store/catalog/catalog.ts'
import { lockHotel } from '../../src/store/engine/locks.ts'
import { book, readAvailable, sell } from '../support/bookings.ts'
import { startService, type TestService } from '../support/service.ts'
import { othersWait } from '../support/sql.ts'
import { hireStaff } from '../support/staff.ts'

const ROOMS = [{ roomCode: 'DBL', totalRooms: 9 }]

/** Changes Alfa right before the next write, which waits for it: its writer has looked at the hotel already. */
function changeNext({ store, alfa }: TestService, change: Parameters<typeof store.tx>[0]) {
  const { tx } = store
  return new Promise<void>((resolve) => {
    store.tx = async (body) => {
      store.tx = tx
      const isHeld = Promise.withResolvers<void>()
      const isWaiting = Promise.withResolvers<void>()
      const changed = tx(async (handle) => {
        await lockHotel(handle, alfa.id)
        isHeld.resolve()
        await isWaiting.promise
        await change(handle)
        await reviseHotel(handle, alfa.id)
      })
      void changed.then(() => resolve())
      await isHeld.promise
      const next = tx(body)
      await othersWait(store, 1).finally(isWaiting.resolve)
      return await next
    }
  })
}

test('a suspension that comes between the look at the hotel and the sale counts (contract §3, §5)', async () => {
  await using service = await startService({ connections: 12, rooms: ROOMS })
  await sell(service)
  const suspended = changeNext(
    service,
    async ({ t, db }) =>
      await db.update(t.hotel).set({ active: false }).where(eq(t.hotel.id, service.alfa.id)),
  )

  const answer = await book(service.call)

  await suspended
  expect(answer).toBeProblem(404, 'not_found')
  expect((await readAvailable(service))[0]).toBe(5)
})

test('a number of rooms lowered between the look at the room types and the push counts (contract §2)', async () => {
  await using service = await startService({ connections: 12, rooms: ROOMS })
  await sell(service)
  const lowered = changeNext(
    service,
    async ({ t, db }) =>
      await db
        .update(t.roomType)
        .set({ totalRooms: 6 })
        .where(eq(t.roomType.hotelId, service.alfa.id)),
  )

  const updates = [{ roomCode: 'DBL', date: '2027-04-01', available: 8 }]
  const answer = await service.alfa.call('PUT', '/availability', { body: { updates } })

  await lowered
  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors[0].code).toBe('above_capacity')
  expect((await readAvailable(service))[0]).toBe(5)
})

test('a board that goes in the moment in which a room type takes it: one of the two hears why (contract §2)', async () => {
  await using service = await startService({ connections: 12, rooms: ROOMS })
  const { admin } = await hireStaff(service)
  const ends: string[] = []
  for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVW') {
    const code = `X${letter}`
    await admin.call('POST', '/v1/admin/boards', { body: { code, name: 'All in' } })
    const boards = ['RO', code]
    const [gone, taken] = await Promise.all([
      admin.call('DELETE', `/v1/admin/boards/${code}`),
      admin.call('PATCH', '/v1/admin/hotels/alfa/rooms/DBL', { body: { boards } }),
    ])
    ends.push(`${gone.status} ${taken.status}`)
  }

  expect(ends.filter((end) => end !== '204 422' && end !== '409 200')).toEqual([])
})
