import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { expireBooking } from '../../src/service/bookings/end-by-clock.ts'
import { addDay, book, CARLA, events, readAvailable, sell } from '../support/bookings.ts'
import { mailsOf, startMailing } from '../support/mails.ts'
import { BOOKINGS, readBooking } from '../support/panel-booking.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { setProof } from '../support/strangers.ts'
import type { TestUser } from '../support/users.ts'

// Many bookings are ended at once (contract-access, The alarm).

const CANCEL = `${BOOKINGS}/cancel`
const REASON = 'Nobody answers'

const cancel = ({ call }: Pick<TestUser, 'call'>, codes: readonly string[], more: object = {}) =>
  call('POST', CANCEL, { body: { codes, reason: REASON, ...more } })

/** Some stays of two nights at Alfa, each a guest's own. @returns their codes */
async function makeSome(service: TestService, count: number): Promise<string[]> {
  await sell(service, { available: 100 })
  const codes: string[] = []
  for (let each = 0; each < count; each++) {
    const guest = { firstName: 'Ada', lastName: 'Er', email: `ada${each}@example.com` }
    codes.push((await book(service.call, { guest, adults: 1 })).body.code)
  }
  return codes
}

test('many bookings end at once, each by a revision and an event of its own, without a penalty, and their nights go back (contract-access, The alarm)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const codes = await makeSome(service, 9)
  const told = (await events(service)).length

  const { status, body } = await cancel(manager, codes)
  expect([status, body.cancelled, body.refused]).toEqual([200, 9, 0])
  const nightsGivenBack = ['2027-04-01', '2027-04-02']
  expect(body.results).toEqual(
    codes.map((code) => ({ code, status: 'cancelled', proof: 'none', rooms: 1, nightsGivenBack })),
  )
  expect(await readAvailable(service)).toEqual(Array(10).fill(100))
  const queued = (await events(service)).slice(told)
  expect(queued.map(({ event }) => event)).toEqual(Array(9).fill('booking.cancelled'))
  expect(queued.map(({ data }) => data.code).toSorted()).toEqual(codes.toSorted())
  const record = await readBooking(manager, codes[3]!)
  expect(record).toMatchObject({
    ...{ status: 'cancelled', revision: 2, penaltyCents: 0, cancelReason: REASON },
  })
  expect(record.revisions[0].actor).toMatchObject({ type: 'user', id: manager.user.id })

  const again = await cancel(manager, codes)
  expect([again.status, again.body.cancelled]).toEqual([200, 9])
  expect(again.body.results[0].nightsGivenBack).toEqual([])
  expect((await readBooking(manager, codes[3]!)).revision).toBe(2)
  expect(await events(service)).toHaveLength(told + 9)
})

test('what cannot be ended is refused by its problem and harms no other: 207; another hotel’s booking is as if there were none (contract-access, The alarm)', async () => {
  await using service = await startService()
  const { manager, bravoManager, chief } = await hireStaff(service)
  const [first, last] = await makeSome(service, 2)
  const over = (await book(service.call, { hold: true })).body.code
  await expireBooking(service.deps, over, true)

  const mixed = await cancel(manager, ['ZZZZZZZZZZ', first!.toLowerCase(), over])
  expect([mixed.status, mixed.body.cancelled, mixed.body.refused]).toEqual([207, 1, 2])
  expect(mixed.body.results).toMatchObject([
    { code: 'ZZZZZZZZZZ', status: 'refused', problem: 'not_found' },
    { code: first, status: 'cancelled' },
    { code: over, status: 'refused', problem: 'transition_invalid' },
  ])

  const foreign = await cancel(bravoManager, [last!, 'ZZZZZZZZZZ'])
  expect(foreign.status).toBe(207)
  const [of, none] = foreign.body.results
  expect({ ...of, code: '' }).toEqual({ ...none, code: '' })
  expect(foreign.text).not.toContain('ada')
  const elsewhere = await chief.call('POST', `${CANCEL}?hotel=bravo`, {
    body: { codes: [last], reason: REASON },
  })
  expect(elsewhere.body.results).toMatchObject([{ status: 'refused', problem: 'not_found' }])
  expect((await readBooking(manager, last!)).status).toBe('confirmed')
})

test('what would end is told first, and nothing happens (contract-access, The alarm)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const codes = await makeSome(service, 2)
  const told = (await events(service)).length
  const asked = [...codes, 'ZZZZZZZZZZ']
  const { status, body } = await cancel(manager, asked, { simulate: true })
  expect(status).toBe(207)
  const { simulated, ...would } = body
  expect(simulated).toBe(true)
  for (const code of codes) expect((await readBooking(manager, code)).revision).toBe(1)
  expect(await events(service)).toHaveLength(told)
  expect((await cancel(manager, asked)).body).toEqual(would)
})

test.each([
  ['no code', { codes: [] }, '/codes'],
  ['more than 500', { codes: Array.from({ length: 501 }, (_, at) => `C${at}`) }, '/codes'],
  ['one that comes twice', { codes: ['ABCDEFGHJK', 'abcdefghjk'] }, '/codes/1'],
  ['what is no code', { codes: ['A-1'] }, '/codes/0'],
  ['no reason', { codes: ['ABCDEFGHJK'], reason: undefined }, '/reason'],
  ['an empty reason', { codes: ['ABCDEFGHJK'], reason: ' ' }, '/reason'],
])('%s is refused as a whole (contract-access, The alarm)', async (_, body, path) => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const answer = await manager.call('POST', CANCEL, { body: { reason: REASON, ...body } })
  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors[0].path).toBe(path)
})

test('guests are told that their bookings were ended only where somebody has proven them; of one alone every guest is (contract-access, The alarm)', async () => {
  await using service = await startMailing()
  const { manager } = await hireStaff(service)
  const codes = await makeSome(service, 5)
  const [none, asked, mail, hotel, single] = codes
  await setProof(service, 'asked', asked!)
  await setProof(service, 'mail', mail!)
  await setProof(service, 'hotel', hotel!)
  const before = (await mailsOf(service)).length
  await cancel(manager, [none!, asked!, mail!, hotel!])
  const told = async () =>
    (await mailsOf(service)).slice(before).map(({ kind, bookingCode }) => [kind, bookingCode])
  expect((await told()).toSorted()).toEqual(
    [mail, hotel].toSorted().map((code) => ['cancellation', code!]),
  )
  await manager.call('POST', `/v1/bookings/${single}/cancel`)
  expect(await told()).toContainEqual(['cancellation', single!])
})

test('stays of one group end in one transaction: one mail tells of them, and one that cannot end harms no other (contract-groups)', async () => {
  await using service = await startMailing()
  const { manager } = await hireStaff(service)
  const [alone] = await makeSome(service, 1)
  await setProof(service, 'hotel', alone!)
  const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03', adults: 2 }
  const guest = { firstName: 'Carla', lastName: 'Öz', email: CARLA }
  const placed = await manager.call('POST', '/v1/panel/booking-groups', {
    body: { guest, stays: [stay, stay, stay, stay] },
  })
  const [first, second, gone, stands] = placed.body.bookings.map(({ code }: any) => code)
  const { booking } = service.store.t
  await service.store.tx((tx) =>
    tx.db.update(booking).set({ status: 'completed' }).where(eq(booking.code, gone)),
  )
  const before = (await mailsOf(service)).length

  const asked = [second, alone!, gone, first]
  const { status, body } = await cancel(manager, asked)
  expect([status, body.cancelled, body.refused]).toEqual([207, 3, 1])
  expect(body.results).toMatchObject([
    { code: second, status: 'cancelled', nightsGivenBack: ['2027-04-01', '2027-04-02'] },
    { code: alone, status: 'cancelled' },
    { code: gone, status: 'refused', problem: 'transition_invalid' },
    { code: first, status: 'cancelled' },
  ])
  expect((await readBooking(manager, stands)).status).toBe('confirmed')
  const told = (await mailsOf(service)).slice(before)
  expect(told.map(({ kind, bookingCode }) => [kind, bookingCode]).toSorted()).toEqual(
    [alone!, placed.body.code].toSorted().map((code) => ['cancellation', code]),
  )
})

test('others are answered while hundreds of bookings end (house-style §2)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const codes = await makeSome(service, 60)
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  let isOver = false
  const done = cancel(manager, codes).finally(() => {
    isOver = true
  })
  const health = await service.call('GET', '/v1/health')
  expect([health.status, isOver]).toEqual([200, false])
  expect((await done).body.cancelled).toBe(60)
  clearImmediate(next)
  expect(turns).toBeGreaterThan(15)
})

/** Books five rooms for two nights, again and again, each from a network and for an address of its own, until it is refused. */
async function takeAll({ call }: TestService) {
  const codes: string[] = []
  for (let each = 0; each < 40; each++) {
    const checkin = addDay('2027-04-01', 2 * Math.floor(each / 10))
    const order = {
      ...{ checkin, checkout: addDay(checkin, 2), rooms: 5, adults: 5 },
      guest: { firstName: 'Ada', lastName: 'Er', email: `ada${each}@example.com` },
    }
    const answer = await book(call, order, { 'x-forwarded-for': `20.${each}.1.1` })
    if (answer.status !== 201) return { codes, answer }
    codes.push(answer.body.code)
  }
  throw new Error('nothing brakes')
}

test('the brake that a wave has closed opens as soon as the hotel has ended the wave (contract-access, Brake)', async () => {
  await using service = await startService({
    ...{ trustedProxies: 1, world: { strangerLimits: 'all' } },
    rooms: [{ roomCode: 'DBL', totalRooms: 60 }],
  })
  const { manager } = await hireStaff(service)
  await sell(service, { available: 60 })
  const { codes, answer } = await takeAll(service)
  expect(answer).toBeProblem(409, 'ask_the_hotel')
  // 4 × 60 room-nights, of which each has ten.
  expect(codes).toHaveLength(24)

  expect((await cancel(manager, codes)).body).toMatchObject({ cancelled: 24, refused: 0 })
  const open = await book(service.call, {}, { 'x-forwarded-for': '30.1.1.1' })
  expect([open.status, open.body.guest?.email]).toEqual([201, CARLA])
})
