import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'

const ROOM = '/v1/panel/rooms/DBL'
const ROOMS = '/v1/admin/hotels/alfa/rooms'
const DOUBLE = {
  roomCode: 'DBL',
  boards: ['RO', 'BB', 'HB'],
  supplementsCents: { BB: 900, HB: 500 },
}

const of = (boardCode: string, supplementCents: number, per: 'room' | 'guest' = 'room') => ({
  ...{ boardCode, supplementCents },
  per,
})

/** Alfa with a double room of three boards, and its staff. */
async function startAlfa() {
  const service = await startService({ rooms: [{ ...DOUBLE, boards: ['RO', 'BB'] }] })
  const staff = await hireStaff(service)
  await staff.admin.call('POST', '/v1/admin/boards', { body: { code: 'HB', name: 'Half board' } })
  await staff.admin.call('PATCH', `${ROOMS}/DBL`, {
    body: { boards: DOUBLE.boards, supplementsCents: { HB: 500 } },
  })
  return { service, ...staff }
}

const usesRates = async ({ context, alfa }: TestService) =>
  (await context.hotelOf(alfa.id)).hotel.usesRates

test('a supplement is each guest’s where it is said so: panel, admins and mapping show it, the history tells; amounts by code are of rooms alone (contract-rates, Board)', async () => {
  const { service, manager, admin } = await startAlfa()
  await using _ = service
  expect(await usesRates(service)).toBe(false)
  const answer = await manager.call('PATCH', ROOM, {
    body: { supplements: [of('HB', 700, 'guest'), of('BB', 900)] },
  })
  const { warnings, ...body } = answer.body

  const shown = [of('RO', 0), of('BB', 900), of('HB', 700, 'guest')]
  expect(warnings).toEqual([])
  expect(body).toMatchObject({ supplements: shown, boards: DOUBLE.boards })
  expect(body.supplementsCents).toEqual({ RO: 0, BB: 900 })
  expect((await manager.call('GET', '/v1/panel/rooms')).body.items).toEqual([body])
  const { rooms } = (await service.alfa.call('GET', '/mapping')).body
  expect(rooms[0].supplements).toEqual(shown)
  expect(rooms[0]).not.toHaveProperty('supplementsCents')
  const [entry] = await historyOf(admin, '?entity=room_type&id=alfa/DBL')
  expect(entry).toMatchObject({
    before: { supplementsCents: { HB: 500 }, perGuest: [] },
    after: { supplementsCents: { HB: 700 }, perGuest: ['HB'] },
  })
  expect(await usesRates(service)).toBe(true)
  expect((await service.bravo.call('GET', '/mapping')).text).not.toContain('"guest"')
})

test('the list is the whole of them, amounts by code change some and mean the room, and boards that stay keep theirs (contract-rates, Board)', async () => {
  const { service, manager, admin } = await startAlfa()
  await using _ = service
  const change = async (body: unknown) =>
    (await manager.call('PATCH', ROOM, { body })).body.supplements
  await change({ supplements: [of('BB', 300, 'guest'), of('HB', 700, 'guest')] })

  expect(await change({ supplementsCents: { BB: 400 } })).toEqual([
    of('RO', 0),
    of('BB', 400),
    of('HB', 700, 'guest'),
  ])
  expect(await change({ name: 'Double' })).toContainEqual(of('HB', 700, 'guest'))
  const turned = [of('HB', 0), of('RO', 0), of('BB', 400)]
  expect(await change({ boards: ['HB', 'RO', 'BB'] })).toEqual(turned)
  expect(await change({ boards: ['RO', 'BB'], supplements: [of('BB', 5, 'guest')] })).toEqual([
    of('RO', 0),
    of('BB', 5, 'guest'),
  ])
  expect(await change({ supplements: [] })).toEqual([of('RO', 0), of('BB', 0)])
  const sandbox = await admin.call('PATCH', `${ROOMS}/DBL`, {
    body: { supplements: [of('RO', 0, 'guest'), of('BB', 6, 'guest')] },
  })
  // The first board has none, so nobody pays it.
  expect(sandbox.body.supplements).toEqual([of('RO', 0), of('BB', 6, 'guest')])
})

test('an admin makes a room type with supplements of guests (contract-rates, Board)', async () => {
  const { service, admin } = await startAlfa()
  await using _ = service
  const suite = { roomCode: 'STE', name: 'Suite', maxAdults: 2, maxOccupancy: 2 }
  const supplements = [of('RO', 0), of('BB', 1_500, 'guest')]
  const made = await admin.call('POST', ROOMS, {
    body: { ...suite, boards: ['RO', 'BB'], supplements },
  })

  expect([made.status, made.body.supplements]).toEqual([201, supplements])
  expect(await usesRates(service)).toBe(true)
})

test.each<[path: string, code: string, body: object]>([
  [
    '/supplementsCents',
    'conflicting_fields',
    { supplements: [of('BB', 1)], supplementsCents: { BB: 1 } },
  ],
  ['/supplementsCents', 'conflicting_fields', { supplements: [], supplementsCents: {} }],
  ['/supplements/0/boardCode', 'unknown_board', { supplements: [of('AI', 1)] }],
  ['/supplements/1/boardCode', 'repeated', { supplements: [of('BB', 1), of('BB', 2)] }],
  ['/supplements/0/supplementCents', 'out_of_range', { supplements: [of('RO', 1)] }],
  ['/supplements/0/supplementCents', 'out_of_range', { supplements: [of('BB', -1)] }],
  ['/supplements/0/supplementCents', 'out_of_range', { supplements: [of('BB', 10_000_000_001)] }],
  ['/supplements/0/supplementCents', 'wrong_type', { supplements: [of('BB', 1.5)] }],
  ['/supplements/0/per', 'unknown_value', { supplements: [{ ...of('BB', 1), per: 'night' }] }],
  ['/supplements/0/per', 'required', { supplements: [{ boardCode: 'BB', supplementCents: 1 }] }],
  ['/supplements', 'null_refused', { supplements: null }],
])(
  '%s is refused as %s of a room type, by managers and admins, made or changed (contract-rates, Bounds)',
  async (path, code, body) => {
    const { service, manager, admin } = await startAlfa()
    await using _ = service
    const suite = {
      roomCode: 'STE',
      name: 'S',
      maxAdults: 2,
      maxOccupancy: 2,
      boards: ['RO', 'BB'],
    }
    const tries = [
      manager.call('PATCH', ROOM, { body }),
      admin.call('PATCH', `${ROOMS}/DBL`, { body }),
      admin.call('POST', ROOMS, { body: { ...suite, ...body } }),
    ]
    for (const answer of await Promise.all(tries)) {
      expect(answer).toBeProblem(422, 'validation_failed')
      expect(answer.body.errors).toMatchObject([{ path, code }])
    }
    const { items } = (await manager.call('GET', '/v1/panel/rooms')).body
    expect(items).toHaveLength(1)
    expect(items[0].supplementsCents).toEqual({ RO: 0, BB: 900, HB: 500 })
  },
)

test('each guest pays the supplement of a guest, children of any age among them; that of a room is paid once (contract-rates, Board)', async () => {
  const { service, manager } = await startAlfa()
  await using _ = service
  await sell(service)
  await manager.call('PATCH', ROOM, {
    body: { supplements: [of('BB', 900), of('HB', 700, 'guest')] },
  })
  const total = async (boardCode: string) =>
    (await book(service.call, { boardCode, adults: 2, children: 1 })).body.totalPriceCents

  expect([await total('BB'), await total('HB')]).toEqual([2 * 10_900, 2 * (10_000 + 3 * 700)])
})

test('a price depends on the party where each guest pays something: another party is priced anew then, and not where that is 0 (contract-rates, Changes)', async () => {
  const { service, manager } = await startAlfa()
  await using _ = service
  for (const [cents, total] of [
    [0, 2 * 10_000],
    [700, 2 * 20_700],
  ] as const) {
    await sell(service)
    await manager.call('PATCH', ROOM, { body: { supplements: [of('HB', cents, 'guest')] } })
    const { code } = (await book(service.call, { boardCode: 'HB', adults: 2 })).body
    await sell(service, { priceCents: 20_000 })
    const body = { ...asGuest(code), adults: 1 }
    const changed = await service.call('PATCH', `/v1/bookings/${code}`, { body })
    expect([cents, changed.body.totalPriceCents]).toEqual([cents, total])
  }
})

test('an unknown number of rooms is null in both, the panel’s and the admin’s change (contract-rates, Routes)', async () => {
  const { service, manager, admin } = await startAlfa()
  await using _ = service
  for (const call of [manager.call, admin.call]) {
    await manager.call('PATCH', ROOM, { body: { totalRooms: 4 } })
    const path = call === manager.call ? ROOM : `${ROOMS}/DBL`
    const { body } = await call('PATCH', path, { body: { totalRooms: null, overbookingRooms: 1 } })
    expect(body).toMatchObject({ totalRooms: null, overbookingRooms: 1 })
  }
})
