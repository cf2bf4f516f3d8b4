import { expect, test } from 'bun:test'
import type { MemberRole } from '../../src/domain/accounts/membership.ts'
import { endApiKey } from '../../src/service/accounts/api-keys.ts'
import { insertRoomType } from '../../src/store/catalog/catalog.ts'
import { urgentTurn } from '../../src/store/engine/loop-turns.ts'
import { addDay } from '../support/bookings.ts'
import { patch, push } from '../support/http.ts'
import type { Answer } from '../support/matchers.ts'
import { addRates } from '../support/rate-days.ts'
import { openSandbox } from '../support/sandbox.ts'
import { room, startService, type TestHotel, TODAY } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { signIn } from '../support/users.ts'

const NIGHT = '2027-04-01'
const NEXT = addDay(NIGHT, 1)
const PEOPLE = '/v1/panel/members'
const PLACE = { roomCode: 'DBL', date: NIGHT }
const ROOMS = [{ roomCode: 'DBL', basePriceCents: 10_000 }, { roomCode: 'SGL' }]
const FREE = {
  ...{ minStay: 1, minStayThrough: 1, maxStay: 0 },
  ...{ minAdvanceDays: 0, maxAdvanceDays: 730 },
  ...{ closedToArrival: false, closedToDeparture: false },
}

/** Room types that make a pull of 670 days a large one. */
const MORE = Array.from({ length: 20 }, (_, n) => ({ roomCode: `R${n}` }))

/** Alfa with a rate of own prices, two derived ones and one that is off, all of the double room. */
async function start(more: { roomCode: string }[] = []) {
  const service = await startService({ rooms: [...ROOMS, ...more] })
  await addRates(
    service,
    service.alfa,
    { rateCode: 'OWN' },
    { rateCode: 'LESS', pricing: { type: 'derived', percentBp: -1_000, amountCents: -50 } },
    { rateCode: 'NIL', pricing: { type: 'derived', amountCents: -100_000 } },
    { rateCode: 'OFF', active: false },
  )
  return service
}
const pullRates = (hotel: TestHotel, from: string, to = from, more = '') =>
  hotel.call('GET', `/rates?from=${from}&to=${to}${more}`)
const daysOf = ({ body }: Answer, rateCode: string, roomCode = 'DBL') =>
  body.rooms
    .find((each: any) => each.roomCode === roomCode)
    .rates.find((each: any) => each.rateCode === rateCode).days

test('active room types by code, their rates STD first, inactive ones too, every day of the range (contract-rates)', async () => {
  await using service = await start()
  await service.store.tx((tx) =>
    insertRoomType(tx, service.alfa.id, room({ roomCode: 'ZZZ', active: false })),
  )
  const { status, body } = await pullRates(service.alfa, NIGHT, NEXT)
  expect(status).toBe(200)
  expect(body).toMatchObject({ from: NIGHT, to: NEXT })
  const codes = body.rooms.map(({ roomCode, rates }: any) => [
    roomCode,
    rates.map(({ rateCode, days }: any) => `${rateCode} ${days.map(({ date }: any) => date)}`),
  ])
  const both = `${NIGHT},${NEXT}`
  expect(codes).toEqual([
    ['DBL', [`STD ${both}`, `LESS ${both}`, `NIL ${both}`, `OFF ${both}`, `OWN ${both}`]],
    ['SGL', [`STD ${both}`]],
  ])
})

test('a day never pushed is shown as the pull shows it; a rate without a price is 0 and closed (contract-rates)', async () => {
  await using service = await start()
  const never = await pullRates(service.alfa, NIGHT)
  const none = { date: NIGHT, priceCents: 0, closed: true, ...FREE }
  expect(daysOf(never, 'STD')).toEqual([{ ...none, priceCents: 10_000 }])
  expect(daysOf(never, 'STD', 'SGL')).toEqual([none])
  for (const code of ['OWN', 'LESS', 'NIL']) expect(daysOf(never, code)).toEqual([none])

  await push(service.alfa, [{ ...PLACE, available: 3, priceCents: 20_001 }])
  const open = await pullRates(service.alfa, NIGHT)
  expect(daysOf(open, 'STD')).toEqual([{ ...none, priceCents: 20_001, closed: false }])
  // 18,000.9 is 18,001.
  expect(daysOf(open, 'LESS')).toEqual([{ ...none, priceCents: 17_951, closed: false }])
  for (const code of ['OWN', 'NIL']) expect(daysOf(open, code)).toEqual([none])
})

test('values are those that hold: inherited until a derived rate has its own, closed with the room type (contract-rates)', async () => {
  await using service = await start()
  await push(service.alfa, [{ ...PLACE, available: 3, priceCents: 20_000 }])
  await patch(service.alfa, [
    { ...PLACE, minStay: 3, closedToArrival: true },
    { ...PLACE, rateCode: 'LESS', minStay: 1 },
    { ...PLACE, rateCode: 'OWN', priceCents: 9_000, maxStay: 7 },
  ])
  const first = await pullRates(service.alfa, NIGHT)
  expect(daysOf(first, 'STD')[0]).toMatchObject({ ...FREE, minStay: 3, closedToArrival: true })
  expect(daysOf(first, 'LESS')[0]).toMatchObject({ ...FREE, closedToArrival: true })
  const own = { date: NIGHT, priceCents: 9_000, closed: false, ...FREE, maxStay: 7 }
  expect(daysOf(first, 'OWN')).toEqual([own])
  await patch(service.alfa, [
    { ...PLACE, closed: true },
    { ...PLACE, rateCode: 'LESS', minStay: null },
  ])
  const second = await pullRates(service.alfa, NIGHT)
  expect(daysOf(second, 'LESS')[0]).toMatchObject({ minStay: 3, closed: true, priceCents: 17_950 })
  expect(daysOf(second, 'OWN')).toEqual([{ ...own, closed: true }])
})

test('room types and rates can be chosen; unknown codes are told the nearest (contract-rates)', async () => {
  await using service = await start()
  const some = await pullRates(service.alfa, NIGHT, NIGHT, '&rateCode=OWN&rateCode=LESS')
  expect(some.body.rooms.map(({ rates }: any) => rates.map((rate: any) => rate.rateCode))).toEqual([
    ['LESS', 'OWN'],
    [],
  ])
  const one = await pullRates(service.alfa, NIGHT, NIGHT, '&roomCode=SGL')
  expect(one.body.rooms.map(({ roomCode }: any) => roomCode)).toEqual(['SGL'])
  for (const [query, path, code] of [
    ['&rateCode=own', '?rateCode', 'unknown_rate'],
    ['&roomCode=dbl', '?roomCode', 'unknown_room'],
  ] as const) {
    const answer = await pullRates(service.alfa, NIGHT, NIGHT, query)
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors).toMatchObject([{ path, code }])
    expect(answer.body.errors[0].message).toContain('the nearest code is')
  }
})

test.each([
  [NIGHT, addDay(NIGHT, -1), '?to', 'range_reversed'],
  [TODAY, addDay(TODAY, 750), '?to', 'range_too_long'],
  [addDay(TODAY, -367), TODAY, '?from', 'date_in_past'],
])(
  'a pull from %s to %s is refused at %s as %s, as one of availability is (contract §2)',
  async (from, to, path, code) => {
    await using service = await start()
    const answer = await pullRates(service.alfa, from, to)
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors).toMatchObject([{ path, code }])
  },
)

test('more than 20,000 days of rates are refused with how to split them (contract-rates)', async () => {
  await using service = await startService({
    rooms: Array.from({ length: 27 }, (_, index) => ({ roomCode: `R${index}` })),
  })
  // 27 × 741 = 20,007.
  const answer = await pullRates(service.alfa, TODAY, addDay(TODAY, 740))
  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors).toMatchObject([
    { path: '?to', code: 'range_too_large', values: { max: 20_000 } },
  ])
  const split = addDay(TODAY, 739)
  expect(answer.body.detail).toContain(`740 days at a time (to=${split})`)
  expect((await pullRates(service.alfa, TODAY, split)).status).toBe(200)
  expect((await pullRates(service.alfa, TODAY, addDay(TODAY, 740), '&roomCode=R1')).status).toBe(
    200,
  )
})

test('a small call goes in between large pulls, of which one is read at a time (issue 35)', async () => {
  await using service = await start(MORE)
  const done: number[] = []
  // Read side by side, the shorter ones would end before the first.
  const pulls = Array.from({ length: 30 }, async (_, n) => {
    const { status } = await pullRates(service.alfa, TODAY, addDay(TODAY, n === 0 ? 730 : 50 + n))
    done.push(n)
    return status
  })
  await Promise.race(pulls)
  await service.call('GET', '/v1/health')
  const doneBeside = done.length
  expect(new Set(await Promise.all(pulls))).toEqual(new Set([200]))
  // A remote database reads four of them at once, and their keys in any order.
  if (!service.store.isRemote) expect(done[0]).toBe(0)
  expect(doneBeside).toBeLessThan(15)
})

/**
 * Sends sixty large pulls, and acts once the first of them is answered.
 *
 * @param perTurn how many in each turn of the event loop: of many some may wait at the door, each alone is let in and waits
 *   to be read
 * @returns the answers after that
 */
async function pullAround(
  pull: (query: string) => Promise<Answer>,
  act: () => Promise<unknown>,
  perTurn = 60,
) {
  let isOver = false
  const pulls: Promise<Answer | undefined>[] = []
  for (let n = 0; n < 60; n++) {
    if (n % perTurn === 0) await urgentTurn()
    const pulled = pull(`?from=${TODAY}&to=${addDay(TODAY, 670 + n)}`)
    pulls.push(pulled.then((answer) => (isOver ? answer : undefined)))
  }
  await Promise.race(pulls)
  await act()
  isOver = true
  return (await Promise.all(pulls)).filter((answer) => answer !== undefined)
}

test.each(['rates', 'availability'])(
  'a large pull of %s of which one room type has changed waits behind no others, and shows the change (issue 35)',
  async (what) => {
    await using service = await start(MORE)
    const { alfa } = service
    const path = `/${what}?from=${NIGHT}&to=${addDay(NIGHT, 400)}`
    const before = await alfa.call('GET', path)
    await patch(alfa, [{ roomCode: 'SGL', date: NIGHT, priceCents: 7_700 }])
    let changed: Answer | undefined
    const answers = await pullAround(
      (query) => alfa.call('GET', `/${what}${query}`),
      async () => {
        changed = await alfa.call('GET', path)
      },
    )
    expect(answers.length).toBeGreaterThan(30)
    const differ = changed!.body.rooms.filter(
      (room: any, at: number) => !Bun.deepEquals(room, before.body.rooms[at]),
    )
    expect(differ.map((room: any) => room.roomCode)).toEqual(['SGL'])
    expect(JSON.stringify(differ)).toContain('7700')
  },
)

/** With those that wait they are more than the 60 that an address may make in a minute. */
const GUESSES = 45
/** Those that were being read at that moment, of a remote database four. */
const BEING_READ_MAX = 8

test.each(['rates', 'availability'])(
  'a large pull of %s that waits is refused once its key is revoked (contract §8)',
  async (what) => {
    await using service = await start(MORE)
    const { alfa } = service
    const answers = await pullAround(
      (query) => alfa.call('GET', `/${what}${query}`),
      () => endApiKey(service.deps, { hotelId: alfa.id, id: alfa.keyId }),
      1,
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(BEING_READ_MAX)
    expect(statuses).toContain(401)
    // They were let in before: none of them counts as a guess from their address.
    const guesses = Array.from({ length: GUESSES }, () =>
      service.call('GET', '/v1/partner/mapping', { headers: { authorization: 'Bearer guess' } }),
    )
    expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(
      Array(GUESSES).fill(401),
    )
  },
)

test.each([
  ['rates', '/v1/panel/rates/days', 'removed', 404],
  ['availability', '/v1/panel/availability', 'removed', 404],
  ['availability', '/v1/panel/availability', 'signed out', 401],
] as const)(
  'a large pull of %s in the panel (%s) that waits is refused once its member is %s (contract §5)',
  async (_, path, how, refused) => {
    await using service = await start(MORE)
    const { alfa } = service
    const [owner, member] = await Promise.all(
      ['owner', 'read_only'].map((role) =>
        signIn(service, 'hotel_manager', {
          name: role,
          memberships: [{ hotelId: alfa.id, role: role as MemberRole }],
        }),
      ),
    )
    const answers = await pullAround(
      (query) => member!.call('GET', `${path}${query}`),
      async () => {
        const { status } =
          how === 'removed'
            ? await owner!.call('DELETE', `${PEOPLE}/${member!.user.id}?hotel=alfa`)
            : await member!.call('POST', '/v1/auth/logout')
        expect(status).toBeLessThan(300)
      },
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(BEING_READ_MAX)
    expect(new Set(statuses.filter((status) => status !== 200))).toEqual(new Set([refused]))
  },
)

test('a large pull that waits while its sandbox is reset shows no day of the old one (contract §2, Sandbox)', async () => {
  await using service = await start(MORE)
  const sandbox = await openSandbox(service)
  await push(sandbox, [{ roomCode: 'R0', date: TODAY, available: 77, priceCents: 12_345 }])
  const late = await pullAround(
    (query) => sandbox.call('GET', `/availability${query}`),
    async () =>
      expect((await sandbox.call('POST', '/sandbox/reset', { body: {} })).status).toBe(204),
  )
  const refused = late.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(10)
  expect(refused[0]).toBeProblem(503, 'unavailable')
  const shown = late.filter(({ text }) => text.includes('"available":77'))
  expect(shown.length).toBeLessThan(BEING_READ_MAX)
})

test('its entity tag stays until a day, a restriction or a rate changes (contract-rates)', async () => {
  await using service = await start()
  const { alfa } = service
  const pullIf = (etag: string) =>
    alfa.call('GET', `/rates?from=${NIGHT}&to=${NIGHT}`, { headers: { 'if-none-match': etag } })
  let etag = ''
  const expectAnother = async (what: string) => {
    const answer = await pullIf(etag)
    expect([what, answer.status]).toEqual([what, 200])
    etag = answer.headers.get('etag')!
    expect(etag).toMatch(/^"[\w-]+"$/)
    const same = await pullIf(etag)
    expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag])
  }
  await expectAnother('first')
  await push(alfa, [{ ...PLACE, available: 3, priceCents: 20_000 }])
  await expectAnother('a day')
  await patch(alfa, [{ ...PLACE, minStayThrough: 2 }])
  await expectAnother('a restriction')
  await patch(alfa, [{ ...PLACE, rateCode: 'OWN', priceCents: 7_000 }])
  await expectAnother('a price of a rate')
  await addRates(service, alfa, { rateCode: 'LESS', pricing: { type: 'derived' } })
  await expectAnother('a rate')
  await push(service.bravo, [{ ...PLACE, available: 3, priceCents: 20_000 }])
  expect((await pullIf(etag)).status).toBe(304)
})

test('the panel pulls the same, of its own hotel alone (contract-rates, Routes)', async () => {
  await using service = await start()
  const { manager, bravoManager } = await hireStaff(service)
  const path = `/v1/panel/rates/days?from=${NIGHT}&to=${NEXT}`
  const [panel, partner] = [
    await manager.call('GET', path),
    await pullRates(service.alfa, NIGHT, NEXT),
  ]
  expect(panel.body).toEqual(partner.body)
  expect(panel.headers.get('etag')).toBe(partner.headers.get('etag'))
  expect(await bravoManager.call('GET', `${path}&hotel=alfa`)).toBeProblem(404, 'not_found')
  const bravo = await pullRates(service.bravo, NIGHT)
  expect(JSON.stringify(bravo.body)).not.toContain('OWN')
})
