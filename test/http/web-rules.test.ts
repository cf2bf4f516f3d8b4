import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { startService, TODAY } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'

// Alfa and Bravo let guests book all that anybody may.
const MOST = { webMaxRooms: 50, webMaxNights: 90, webProof: 'share', webBrakeLiftedUntil: null }
const HOTEL = '/v1/panel/hotel'
const DAY_MS = 86_400_000

test('an owner says what strangers may book; members read it, the history tells each change, Bravo’s stays (contract-access, What strangers may take)', async () => {
  await using service = await startService()
  const { manager, bravoManager, admin } = await hireStaff(service)
  expect((await manager.call('GET', HOTEL)).body).toMatchObject(MOST)
  const until = new Date(service.clock.nowMs + 7 * DAY_MS).toISOString()
  const body = { webMaxRooms: 2, webMaxNights: 14, webProof: 'always', webBrakeLiftedUntil: until }
  const changed = await manager.call('PATCH', HOTEL, { body })
  expect(changed.status).toBe(200)
  for (const answer of [changed, await manager.call('GET', HOTEL)])
    expect(answer.body).toMatchObject(body)
  const [entry] = await historyOf(admin, '?entity=hotel&id=alfa')
  expect(entry).toMatchObject({
    actor: { id: manager.user.id },
    before: { webMaxRooms: 50, webMaxNights: 90, webProof: 'share', webBrakeLiftedUntilMs: null },
    after: {
      webMaxRooms: 2,
      webMaxNights: 14,
      webProof: 'always',
      webBrakeLiftedUntilMs: Date.parse(until),
    },
  })
  expect((await bravoManager.call('GET', HOTEL)).body).toMatchObject(MOST)

  const back = await manager.call('PATCH', HOTEL, { body: { webBrakeLiftedUntil: null } })
  expect(back.body).toMatchObject({ ...body, webBrakeLiftedUntil: null })
})

test('a change says what it was decided on: settings that others have changed since stay (contract-access, What strangers may take)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await manager.call('PATCH', HOTEL, { body: { webProof: 'none' } })
  const body = { webProof: 'always', expected: { webProof: 'share' } }
  expect(await manager.call('PATCH', HOTEL, { body })).toBeProblem(409, 'revision_conflict')
  expect((await manager.call('GET', HOTEL)).body.webProof).toBe('none')
})

test.each([
  ['webMaxRooms', 0],
  ['webMaxRooms', 51],
  ['webMaxRooms', null],
  ['webMaxNights', 0],
  ['webMaxNights', 91],
  ['webProof', 'sometimes'],
  ['webBrakeLiftedUntil', `${TODAY}T08:59:59Z`],
  ['webBrakeLiftedUntil', '2027-03-17T09:00:01Z'],
  ['webBrakeLiftedUntil', 'tomorrow'],
])('%s is not %p (contract-access, What strangers may take)', async (name, value) => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const answer = await manager.call('PATCH', HOTEL, { body: { [name]: value } })
  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors[0].path).toBe(`/${name}`)
  expect((await manager.call('GET', HOTEL)).body).toMatchObject(MOST)
})

const FIGURES = '/v1/panel/web-bookings'

test('what the settings come to is told in figures: of 60 rooms 15 a night without proof and 240 room-nights a day (contract-access, What strangers may take)', async () => {
  await using service = await startService({
    rooms: [{ roomCode: 'DBL', totalRooms: 60 }],
    world: { isMailing: true, strangerLimits: 'all' },
  })
  const { manager, bravoManager } = await hireStaff(service)
  await sell(service, { available: 60 })
  await book(service.call, { rooms: 2 })
  const { body } = await manager.call('GET', FIGURES)
  expect(body).toEqual({
    ...MOST,
    ...{ limits: 'all', rooms: 60, hasMail: true, unprovenRooms: 15, heldRooms: 15 },
    ...{ dayRoomNights: 4, dayMax: 240, weekRoomNights: 4, weekMax: 480 },
    page: null,
  })
  const asked = async (webProof: string) => {
    await manager.call('PATCH', HOTEL, { body: { webProof } })
    return (await manager.call('GET', FIGURES)).body.unprovenRooms
  }
  expect([await asked('always'), await asked('none')]).toEqual([0, null])
  const bravo = (await bravoManager.call('GET', FIGURES)).body
  expect([bravo.dayRoomNights, bravo.rooms]).toEqual([0, 60])
})

test('without mail nobody is asked for proof, whatever the hotel says, and the figures say so (contract-access, One night)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await manager.call('PATCH', HOTEL, { body: { webProof: 'always' } })
  const { body } = await manager.call('GET', FIGURES)
  expect(body).toMatchObject({ hasMail: false, unprovenRooms: null, limits: 'none' })
})

test('the address of the hotel’s page is told, with a QR code of it, where such pages are served (issue 36)', async () => {
  await using service = await startService({ publicPages: true })
  const { manager } = await hireStaff(service)
  const { page } = (await manager.call('GET', FIGURES)).body
  expect(page.url).toBe(`${service.context.publicUrl}/stay/alfa`)
  expect(page.qr).toStartWith('<svg')
})
