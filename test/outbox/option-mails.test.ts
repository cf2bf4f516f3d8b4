import { expect, test } from 'bun:test'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { changeHotel } from '../../src/service/catalog/catalog.ts'
import { updateAgency } from '../../src/store/agencies/agencies.ts'
import { book, sell } from '../support/bookings.ts'
import { mailsOf, postman, scriptAnswers, startMailing } from '../support/mails.ts'
import { NOW_MS, type TestService } from '../support/service.ts'
import { addAgency, signIn } from '../support/users.ts'

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]
const inMs = (ms: number) => new Date(NOW_MS + ms).toISOString()
const SYSTEM = { type: 'system', id: 'test' } as const

/** Alfa, which mails its guests, with a member; and agency Delta, which holds for 14 days. */
async function scene() {
  const service = await startMailing()
  await sell(service)
  const agencyId = await addAgency(service)
  await service.store.tx((tx) => updateAgency(tx, agencyId, { optionDays: 14 }))
  const member = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const agency = await signIn(service, 'agency_user', { agencyId })
  const at = async (ms: number) => {
    service.clock.nowMs = NOW_MS + ms
    // Two passes at once, as when a worker takes over from another.
    await Promise.all([expireHolds(service.deps), expireHolds(service.deps)])
    return await reminders(service)
  }
  const dispose = () => service[Symbol.asyncDispose]()
  return { service, member, agency, at, [Symbol.asyncDispose]: dispose }
}

const reminders = async (service: TestService) =>
  (await mailsOf(service))
    .filter(({ kind }) => kind === 'option_reminder')
    .map(({ recipient, bookingCode, language }) => [recipient, bookingCode, language])

const statesOf = async (service: TestService) => (await mailsOf(service)).map(({ state }) => state)

const posted = async (service: TestService) => {
  const server = scriptAnswers()
  await postman(service, server).work()
  return server.letters
}

test('a guest is reminded once, 24 hours before the option ends, by a link that confirms it (contract-groups, *Options*)', async () => {
  await using world = await scene()
  const { service, member, at } = world
  const { code } = (await book(member.call, { holdUntil: inMs(3 * DAY_MS), language: 'tr' })).body
  expect(await at(2 * DAY_MS - 1)).toEqual([])
  const once = [['carla@example.com', code, 'tr']]
  expect(await at(2 * DAY_MS)).toEqual(once)
  expect(await at(2 * DAY_MS + HOUR_MS)).toEqual(once)
  const [letter] = await posted(service)
  expect(letter!.subject).toBe(`Opsiyonunuz bitmek üzere: Hotel alfa, ${code}`)
  expect(letter!.text).toContain('13 Mar 2027 12:00 (otelin saatiyle)')
  const manageToken = /#\w+\.([\w-]+)/.exec(letter!.text)![1]!
  const confirmed = await service.call('POST', `/v1/bookings/${code}/confirm`, {
    body: { manageToken },
  })
  expect([confirmed.status, confirmed.body.status]).toEqual([200, 'confirmed'])
})

test('of an agency’s option the user who made it is reminded, the agency if they have left (contract-groups, *Options*)', async () => {
  await using world = await scene()
  const { service, agency, at } = world
  const { code } = (await book(agency.call, { holdUntil: inMs(3 * DAY_MS) })).body
  expect(await at(2 * DAY_MS)).toEqual([[agency.user.email, code, 'en']])
  const [letter] = await posted(service)
  expect(letter!.to).toEqual({ name: '', address: agency.user.email })
  expect(letter!.text).toContain(`/acenta#/bookings/${code}`)
  expect(letter!.text).not.toContain('/booking#')

  const { user } = service.store.t
  await service.store.tx(({ db }) => db.update(user).set({ agencyId: null }))
  const again = await signIn(service, 'hotel_manager', {
    ...{ name: 'boss', hotelIds: [service.alfa.id] },
  })
  const moved = { holdUntil: inMs(5 * DAY_MS) }
  expect((await again.call('PATCH', `/v1/bookings/${code}`, { body: moved })).status).toBe(200)
  expect((await at(4 * DAY_MS)).at(-1)).toEqual(['delta@example.com', code, 'en'])
})

test('a moved option is reminded of anew, and a reminder of its former end is not sent (contract-groups, *Options*)', async () => {
  await using world = await scene()
  const { service, member, at } = world
  const { code } = (await book(member.call, { holdUntil: inMs(DAY_MS + HOUR_MS) })).body
  expect(await at(HOUR_MS)).toHaveLength(1)
  const body = { holdUntil: inMs(3 * DAY_MS) }
  expect((await member.call('PATCH', `/v1/bookings/${code}`, { body })).status).toBe(200)
  // What is mailed says that it is held, and until when.
  expect((await posted(service)).map(({ subject }) => subject.split(':')[0])).toEqual([
    ...['Rooms held for you', 'Rooms held for you'],
  ])
  expect(await statesOf(service)).toEqual(['sent', 'dropped', 'sent'])
  expect(await at(2 * DAY_MS)).toHaveLength(2)
  expect(await posted(service)).toHaveLength(1)
})

test('no reminder comes of a hold, an option of a day, one that ended, or where the hotel mails its guests itself (contract-groups, *Options*)', async () => {
  await using world = await scene()
  const { service, member, at } = world
  await book(member.call, { hold: true })
  await book(member.call, { holdUntil: inMs(DAY_MS) })
  const { code } = (await book(member.call, { holdUntil: inMs(3 * DAY_MS) })).body
  await member.call('POST', `/v1/bookings/${code}/confirm`)
  // The service slept through both, the reminder and the end.
  await book(member.call, { holdUntil: inMs(2 * DAY_MS) })
  expect(await at(2 * DAY_MS)).toEqual([])

  await changeHotel(service.deps, SYSTEM, 'alfa', { mailGuests: false })
  const again = await signIn(service, 'hotel_manager', {
    ...{ name: 'boss', hotelIds: [service.alfa.id] },
  })
  await book(again.call, { holdUntil: inMs(5 * DAY_MS) })
  expect(await at(4 * DAY_MS)).toEqual([])
})

test('a group has one reminder (contract-groups, *Options*)', async () => {
  await using world = await scene()
  const { member, at } = world
  const guest = { firstName: 'Carla', lastName: 'Öz', email: 'carla@example.com' }
  const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-02' }
  const { body } = await member.call('POST', '/v1/booking-groups', {
    body: { hotelSlug: 'alfa', guest, stays: [stay, stay], holdUntil: inMs(3 * DAY_MS) },
  })
  expect(await at(2 * DAY_MS)).toHaveLength(1)
  expect(await at(2 * DAY_MS + HOUR_MS)).toHaveLength(1)
  expect(body.bookings).toHaveLength(2)
})

test('the former address of an option is told that its mails go elsewhere (contract-access)', async () => {
  await using world = await scene()
  const { service, member } = world
  const { code } = (await book(member.call, { holdUntil: inMs(3 * DAY_MS) })).body
  const body = { guest: { email: 'other@example.com' } }
  const changed = await member.call('PATCH', `/v1/bookings/${code}`, { body })
  expect([changed.status, changed.body.guest.email]).toEqual([200, 'other@example.com'])
  expect((await mailsOf(service)).map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ...[
      ['held', 'carla@example.com'],
      ['readdressed', 'carla@example.com'],
    ],
    ['held', 'other@example.com'],
  ])
})
