import { expect, test } from 'bun:test'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { book, sell } from '../support/bookings.ts'
import { asGuest, tokenOf } from '../support/manage.ts'
import { BOOKINGS, readBooking } from '../support/panel-booking.ts'
import { startService } from '../support/service.ts'
import { addSite } from '../support/sites.ts'
import { hireStaff } from '../support/staff.ts'

type Item = Record<string, any>

test('who acts on a booking is told: guest, agency or the service, by session, link or site (contract-access)', async () => {
  await using service = await startService()
  const { manager, guest, agent } = await hireStaff(service)
  await sell(service, { available: 9 })
  const site = await addSite(service, { name: 'Portal' })
  const act = (code: string, path: string, body: object, call = service.call) =>
    call('POST', `/v1/bookings/${code}/${path}`, { body })

  const mine = (await book(service.call, { hold: true })).body.code
  await act(mine, 'confirm', asGuest(mine))
  await act(mine, 'cancel', { manageToken: await tokenOf(service, mine) })
  const own = (await book(guest.call)).body.code
  await act(own, 'cancel', {}, guest.call)
  const theirs = (await book(agent.call)).body.code
  await act(theirs, 'cancel', {}, agent.call)
  const lost = (await book(service.call, { hold: true })).body.code
  const bySite = (await book(service.call, {}, { 'x-service-site': site.secret })).body.code
  const taken = (await book(manager.call)).body.code
  service.clock.advance(16 * 60_000)
  await expireHolds(service.deps)

  const actorsOf = async (code: string) =>
    (await readBooking(manager, code)).revisions
      .map(({ actor }: Item) => [actor.type, actor.by, actor.how])
      .toReversed()
  const link = ['booking', 'guest', 'manage_link']
  expect(await actorsOf(mine)).toEqual([['booking', 'guest', null], link, link])
  expect(await actorsOf(own)).toEqual(Array(2).fill(['booking', 'guest', 'session']))
  expect(await actorsOf(theirs)).toEqual(Array(2).fill(['booking', 'agency', 'session']))
  expect(await actorsOf(bySite)).toEqual([['booking', 'guest', 'site']])
  const system = ['system', 'system', null]
  expect(await actorsOf(lost)).toEqual([['booking', 'guest', null], system])
  expect(await actorsOf(taken)).toEqual([['user', undefined, undefined]])

  // The hotel's history, a day's, and the feed say the same.
  const { items } = (await manager.call('GET', '/v1/panel/history?entity=booking')).body
  const told = items.find(({ id, after }: Item) => id === theirs && after.what === 'cancelled')
  expect(told.actor).toMatchObject({ type: 'booking', by: 'agency', how: 'session' })
  const days = await manager.call(
    'GET',
    '/v1/panel/availability/history?roomCode=DBL&date=2027-04-01',
  )
  expect(days.body.items.map(({ actor }: Item) => actor.by)).toContain('agency')
  const feed = (await service.alfa.call('GET', '/changes?limit=500')).body.changes
  const actors = feed.flatMap(({ type, actor }: Item) => (type === 'availability' ? [actor] : []))
  expect(actors).toContainEqual(
    expect.objectContaining({ type: 'booking', id: own, by: 'guest', how: 'session' }),
  )
  expect((await manager.call('GET', `${BOOKINGS}/${mine}`)).text).not.toContain('epoch')
})

test('of an act of before this was kept it is told that nobody knows', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const { code } = (await book(service.call)).body
  const { change } = service.store.t
  const unknown = { actorBy: null, actorHow: null }
  await service.store.tx(async (tx) => void (await tx.db.update(change).set(unknown)))
  const [{ actor }] = (await readBooking(manager, code)).revisions
  expect(actor).toEqual({ type: 'booking', id: code, name: code, by: null, how: null })
})
