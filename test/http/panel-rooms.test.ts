import { expect, test } from 'bun:test'
import { sell } from '../support/bookings.ts'
import { history, pull } from '../support/http.ts'
import { startService } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'

const ROOMS = '/v1/panel/rooms'
const DAYS = '/v1/panel/availability'
const RANGE = 'from=2027-04-01&to=2027-04-02'

test('a manager reads every room type of the hotel, on sale or not, with supplements (contract §5)', async () => {
  await using service = await startService({
    rooms: [
      { roomCode: 'DBL', boards: ['RO', 'BB'], supplementsCents: { RO: 0, BB: 900 } },
      { roomCode: 'OLD', active: false },
    ],
  })
  const { manager } = await hireStaff(service)
  const { items } = (await manager.call('GET', ROOMS)).body
  expect(items).toMatchObject([
    {
      roomCode: 'DBL',
      boards: ['RO', 'BB'],
      supplementsCents: { RO: 0, BB: 900 },
      currency: 'EUR',
    },
    { roomCode: 'OLD', active: false },
  ])
})

test('a manager changes a room type of the own hotel, which the pull shows at once and the history tells; Bravo’s stays (contract §5)', async () => {
  await using service = await startService()
  const { manager, admin } = await hireStaff(service)
  await pull(service.alfa, '2027-04-01')
  const body = { name: 'Double', description: 'With a view', totalRooms: 9, basePriceCents: 8_000 }
  const changed = await manager.call('PATCH', `${ROOMS}/DBL`, { body })

  expect(changed.body).toMatchObject({ roomCode: 'DBL', ...body })
  const days = (await pull(service.alfa, '2027-04-01')).body.rooms[0].days
  expect(days[0].priceCents).toBe(8_000)
  expect(await historyOf(admin, '?entity=room_type&id=alfa/DBL')).toMatchObject([
    { actor: { id: manager.user.id }, before: { name: 'Room DBL' }, after: body },
  ])
  expect((await service.bravo.call('GET', '/rooms')).text).not.toContain('With a view')
  const stranger = await manager.call('PATCH', `${ROOMS}/DBL?hotel=bravo`, { body })
  expect(stranger).toBeProblem(404, 'not_found')
  const code = await manager.call('PATCH', `${ROOMS}/DBL`, { body: { roomCode: 'X' } })
  expect(code).toBeProblem(422, 'validation_failed')
})

test('the panel’s days are the partner’s, to the byte and the entity tag (contract §2)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service, { nights: 1 })
  const partner = await service.alfa.call('GET', `/availability?${RANGE}`)
  const panel = await manager.call('GET', `${DAYS}?${RANGE}`)

  expect(panel.text).toBe(partner.text)
  const etag = partner.headers.get('etag')!
  expect(panel.headers.get('etag')).toBe(etag)
  const again = await manager.call('GET', `${DAYS}?${RANGE}`, {
    headers: { 'if-none-match': etag },
  })
  expect([again.status, again.text]).toEqual([304, ''])
  const one = await manager.call('GET', `${DAYS}?${RANGE}&roomCode=SGL`)
  expect(one.body.rooms.map((room: { roomCode: string }) => room.roomCode)).toEqual(['SGL'])
  expect(await manager.call('GET', DAYS)).toBeProblem(422, 'validation_failed')
})

test('the panel’s push keeps the rules and the report of the partner’s, and its history names the user (contract §2)', async () => {
  await using service = await startService()
  const { manager, bravoManager } = await hireStaff(service)
  const good = { roomCode: 'DBL', date: '2027-04-01', available: 3, priceCents: 9_000 }
  const bad = { roomCode: 'DBK', date: '2027-04-01', available: 3 }
  const put = (updates: unknown[], query = '') =>
    manager.call('PUT', `${DAYS}${query}`, { body: { updates } })

  expect((await put([good], '?dryRun=true')).body).toMatchObject({ dryRun: true, applied: 1 })
  expect(await put([good, bad], '?mode=atomic')).toBeProblem(422, 'validation_failed')
  expect((await pull(service.alfa, '2027-04-01')).body.rooms[0].days[0].available).toBe(0)
  const mixed = await put([good, bad])
  expect(mixed.status).toBe(207)
  expect(mixed.body).toMatchObject({ received: 2, applied: 1, rejected: 1 })
  expect(mixed.body.errors[0]).toMatchObject({ index: 1, code: 'unknown_room' })
  expect((await pull(service.alfa, '2027-04-01')).body.rooms[0].days[0]).toEqual({
    date: '2027-04-01',
    available: 3,
    priceCents: 9_000,
    closed: false,
  })
  const [entry] = (await history(service.alfa, 'DBL', '2027-04-01')).body.items
  expect(entry).toMatchObject({
    actor: { type: 'user', id: manager.user.id },
    pushId: mixed.body.pushId,
  })
  const stranger = `${DAYS}?hotel=alfa`
  expect(await bravoManager.call('PUT', stranger, { body: { updates: [good] } })).toBeProblem(
    404,
    'not_found',
  )
  expect((await pull(service.bravo, '2027-04-01')).body.rooms[0].days[0].available).toBe(0)
})
