import { expect, test } from 'bun:test'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { updateAgency } from '../../src/store/agencies/agencies.ts'
import { updateHotel } from '../../src/store/catalog/catalog-edits.ts'
import { book, events, OPTION_ROOMS, readAvailable, sell } from '../support/bookings.ts'
import { makeRate } from '../support/rates.ts'
import { bookTest, openSandbox } from '../support/sandbox.ts'
import { type Call, NOW_MS, startService } from '../support/service.ts'
import { addAgency, signIn } from '../support/users.ts'

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(NOW_MS + days * DAY_MS).toISOString()
const flawsOf = ({ body }: { body: any }) =>
  body.errors.map(({ path, code }: Record<string, string>) => `${path} ${code}`)
const change = (call: Call, code: string, body: object) =>
  call('PATCH', `/v1/bookings/${code}`, { body })

/** Alfa with five rooms on sale, a member of it, and agency Delta with options of 14 days. */
async function scene() {
  const service = await startService({ rooms: OPTION_ROOMS })
  await sell(service)
  await sell(service, { from: '2027-03-12', nights: 5 })
  const agencyId = await addAgency(service)
  await service.store.tx((tx) => updateAgency(tx, agencyId, { optionDays: 14 }))
  // A session ends after 12 hours, and options outlive it.
  let sessions = 0
  const signInMember = async () =>
    await signIn(service, 'hotel_manager', {
      ...{ name: `m${sessions++}`, hotelIds: [service.alfa.id] },
    })
  const signInAgent = async () =>
    await signIn(service, 'agency_user', { name: `a${sessions++}`, agencyId })
  const [member, agency] = [await signInMember(), await signInAgent()]
  const left = () => readAvailable(service, { to: '2027-04-03' })
  const dispose = () => service[Symbol.asyncDispose]()
  return {
    service,
    signInMember,
    signInAgent,
    member,
    agency,
    left,
    [Symbol.asyncDispose]: dispose,
  }
}

test('a member moves the end of an option; it stands until then (contract §3, contract-groups, *Options*)', async () => {
  await using world = await scene()
  const { service, member, left } = world
  const { code } = (await book(member.call, { holdUntil: inDays(2) })).body
  const moved = await change(member.call, code, { holdUntil: inDays(9) })
  expect([moved.status, moved.body.revision, moved.body.holdUntil]).toEqual([200, 2, inDays(9)])
  const told = (await events(service)).map(({ event, data }) => [event, data.holdUntil])
  expect(told).toEqual([
    ['booking.held', inDays(2)],
    ['booking.held', inDays(9)],
  ])
  service.clock.nowMs = NOW_MS + 3 * DAY_MS
  await expireHolds(service.deps)
  expect(await left()).toEqual([4, 4, 5])
  // The clock has moved, so 60 days reach beyond the check-in.
  const again = await world.signInMember()
  const late = await change(again.call, code, { holdUntil: '2027-04-01T15:00:01Z' })
  expect(flawsOf(late)).toEqual(['/holdUntil option_after_checkin'])
  expect((await change(again.call, code, { holdUntil: inDays(9) })).body.revision).toBe(2)
  service.clock.nowMs = NOW_MS + 9 * DAY_MS
  // The pass has not run yet.
  const last = await world.signInMember()
  const over = await change(last.call, code, { holdUntil: inDays(10) })
  expect(over).toBeProblem(409, 'transition_invalid')
  await expireHolds(service.deps)
  expect(await left()).toEqual([5, 5, 5])
})

test('the desk record says whose end may be moved: that of an option, however short, and of no plain hold (contract-groups, *Options*)', async () => {
  await using world = await scene()
  const { service, member } = world
  const minutes = (count: number) => new Date(NOW_MS + count * 60_000).toISOString()
  const isOption = async (code: string) =>
    (await member.call('GET', `/v1/panel/bookings/${code}?hotel=alfa`)).body.desk.isOption
  const short = (await book(member.call, { holdUntil: minutes(20) })).body
  const plain = (await book(member.call, { hold: true })).body
  const ofGuest = (await book(service.call, { hold: true })).body
  const sold = (await book(member.call)).body
  const each = [short, plain, ofGuest, sold].map(({ code }) => isOption(code))
  expect(await Promise.all(each)).toEqual([true, false, false, false])
  const moved = await change(member.call, short.code, { holdUntil: minutes(90) })
  expect([moved.status, moved.body.holdUntil]).toEqual([200, minutes(90)])
  const refused = await change(member.call, plain.code, { holdUntil: minutes(90) })
  expect(refused).toBeProblem(409, 'transition_invalid')
  const { code } = short
  await member.call('POST', `/v1/bookings/${code}/confirm`, { body: {} })
  expect(await isOption(code)).toBe(false)
})

test('an agency changes its option but not its end; nobody else changes it (contract §3)', async () => {
  await using world = await scene()
  const { service, member, agency, left } = world
  const { code } = (await book(agency.call, { holdUntil: inDays(5), rooms: 2 })).body
  const changed = await change(agency.call, code, { rooms: 1, checkout: '2027-04-04' })
  expect([changed.status, changed.body.status]).toEqual([200, 'pending'])
  expect([changed.body.revision, changed.body.holdUntil]).toEqual([2, inDays(5)])
  expect(await left()).toEqual([4, 4, 4])
  const moved = await change(agency.call, code, { holdUntil: inDays(6) })
  expect(moved).toBeProblem(403, 'forbidden')
  const echo = await signIn(service, 'agency_user', {
    ...{ name: 'echo', agencyId: await addAgency(service, 'ECHO') },
  })
  expect(await change(echo.call, code, { rooms: 1 })).toBeProblem(404, 'not_found')

  const own = (await book(member.call, { holdUntil: inDays(5) })).body
  const link = `/v1/panel/bookings/${own.code}/manage-link?hotel=alfa`
  const { url } = (await member.call('POST', link)).body
  const manageToken = url.split('.').at(-1)
  const byLink = await change(service.call, own.code, { manageToken, rooms: 2, adults: 2 })
  expect(byLink).toBeProblem(409, 'transition_invalid')
  const confirm = `/v1/bookings/${own.code}/confirm`
  expect((await service.call('POST', confirm, { body: { manageToken } })).body.status).toBe(
    'confirmed',
  )
})

test('rooms let go by a changed option are given back, and its terms are not asked (contract-groups, *Options*)', async () => {
  await using world = await scene()
  const { service, agency, left } = world
  const cancellation = { freeUntilDays: null, penalty: 'all' } as const
  await makeRate(service, { rateCode: 'STD', cancellation })
  await service.store.tx((tx) => updateHotel(tx, service.alfa.id, { restoreOnCancel: false }))
  const { code } = (await book(agency.call, { holdUntil: inDays(5), rooms: 3, adults: 3 })).body
  const less = await change(agency.call, code, { rooms: 1, adults: 1, checkout: '2027-04-02' })
  expect([less.status, less.body.penaltyCents]).toEqual([200, null])
  expect(await left()).toEqual([4, 5, 5])
  await agency.call('POST', `/v1/bookings/${code}/confirm`)
  const refused = await change(agency.call, code, { checkin: '2027-04-02', checkout: '2027-04-03' })
  expect(refused).toBeProblem(409, 'terms_forbid_change')
})

test('an earlier check-in shortens an option to 18:00 of that day, if that is to come (contract-groups, *Options*)', async () => {
  await using world = await scene()
  const { service, agency } = world
  const { code } = (await book(agency.call, { holdUntil: inDays(10) })).body
  const sooner = await change(agency.call, code, { checkin: '2027-03-12', checkout: '2027-03-13' })
  expect(sooner.body.holdUntil).toBe('2027-03-12T15:00:00.000Z')
  const later = await change(agency.call, code, { checkin: '2027-04-01', checkout: '2027-04-02' })
  expect(later.body.holdUntil).toBe('2027-03-12T15:00:00.000Z')
  service.clock.nowMs = Date.parse('2027-03-12T14:59:59Z')
  const agent = await world.signInAgent()
  const other = (await book(agent.call, { holdUntil: '2027-03-20T10:00:00Z' })).body
  service.clock.nowMs = Date.parse('2027-03-12T15:00:00Z')
  const passed = await change(agent.call, other.code, {
    ...{ checkin: '2027-03-12', checkout: '2027-03-13' },
  })
  expect(flawsOf(passed)).toEqual(['/checkin option_after_checkin'])
})

test('only an option is changed and moved, no hold of 15 minutes and nothing confirmed (contract §3)', async () => {
  await using world = await scene()
  const { member } = world
  const held = (await book(member.call, { hold: true })).body
  const sold = (await book(member.call)).body
  for (const body of [{ holdUntil: inDays(1) }, { rooms: 2, adults: 2 }])
    expect(await change(member.call, held.code, body)).toBeProblem(409, 'transition_invalid')
  const moved = await change(member.call, sold.code, { holdUntil: inDays(1) })
  expect(moved).toBeProblem(409, 'transition_invalid')
})

test('a simulated change of an option tells its end and changes nothing (contract §3)', async () => {
  await using world = await scene()
  const { service, member, left } = world
  const { code } = (await book(member.call, { holdUntil: inDays(2) })).body
  const asked = { holdUntil: inDays(3), rooms: 2, simulate: true }
  const { body } = await change(member.call, code, asked)
  expect([body.holdUntil, body.rooms, body.simulated]).toEqual([inDays(3), 2, true])
  expect(await left()).toEqual([4, 4, 5])
  expect((await service.alfa.call('GET', `/bookings/${code}`)).body.holdUntil).toBe(inDays(2))
})

test('all holds of a group end together, also when a change shortens one of them (contract-groups, *Options*)', async () => {
  await using world = await scene()
  const { service, member, agency, left } = world
  const guest = { firstName: 'Carla', lastName: 'Öz', email: 'carla@example.com' }
  const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03' }
  const group = await agency.call('POST', '/v1/booking-groups', {
    body: { hotelSlug: 'alfa', guest, stays: [stay, stay, stay], holdUntil: inDays(10) },
  })
  const [one, two, three] = group.body.bookings
  await agency.call('POST', `/v1/bookings/${three.code}/cancel`)
  const lone = await change(member.call, one.code, { holdUntil: inDays(3) })
  expect(flawsOf(lone)).toEqual(['/holdUntil change_the_group'])
  await change(agency.call, two.code, { checkin: '2027-03-12', checkout: '2027-03-13' })

  const read = await agency.call('GET', `/v1/booking-groups/${group.body.code}`)
  const shortened = '2027-03-12T15:00:00.000Z'
  expect(read.body.bookings.map((each: any) => [each.revision, each.holdUntil])).toEqual([
    [2, shortened],
    [2, shortened],
    [2, null],
  ])
  const told = (await events(service)).slice(-2).map(({ event, data }) => [event, data.code])
  expect(told.toSorted()).toEqual(
    [one, two].map(({ code }: any) => ['booking.held', code]).toSorted(),
  )
  service.clock.nowMs = Date.parse(shortened)
  await expireHolds(service.deps)
  expect(await left()).toEqual([5, 5, 5])
})

test('a test key makes an option, moves it as the hotel, and ends it at once (contract §2, *Sandbox*)', async () => {
  await using service = await startService()
  await sell(service)
  const sandbox = await openSandbox(service)
  const booked = await bookTest(sandbox, { holdUntil: inDays(5) })
  expect([booked.status, booked.body.holdUntil]).toEqual([201, inDays(5)])
  const path = `/sandbox/bookings/${booked.body.code}`
  const ofGuest = await sandbox.call('PATCH', path, { body: { holdUntil: inDays(6) } })
  expect(ofGuest).toBeProblem(403, 'forbidden')
  const body = { holdUntil: inDays(6), by: 'hotel' }
  const moved = await sandbox.call('PATCH', path, { body })
  expect([moved.status, moved.body.holdUntil]).toEqual([200, inDays(6)])
  const ended = await sandbox.call('POST', `${path}/expire`)
  expect([ended.status, ended.body.status]).toEqual([200, 'expired'])
})

test('a member moves the end of a whole group, which no stay lets stand past 18:00 of its check-in (contract-groups, *Options*)', async () => {
  await using world = await scene()
  const { member, agency, left, service } = world
  const guest = { firstName: 'Carla', lastName: 'Öz', email: 'carla@example.com' }
  const stays = [
    { roomCode: 'DBL', checkin: '2027-04-02', checkout: '2027-04-03' },
    { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-02' },
  ]
  const group = await agency.call('POST', '/v1/booking-groups', {
    body: { hotelSlug: 'alfa', guest, stays, holdUntil: inDays(2) },
  })
  const path = `/v1/booking-groups/${group.body.code}`
  const move = (call: Call, holdUntil: string) => call('PATCH', path, { body: { holdUntil } })
  expect(await move(agency.call, inDays(3))).toBeProblem(403, 'forbidden')
  const late = await move(member.call, '2027-04-01T15:00:00.001Z')
  expect(flawsOf(late)).toEqual(['/holdUntil option_after_checkin'])
  const moved = await move(member.call, inDays(9))
  expect([moved.status, moved.body.holdUntil]).toEqual([200, inDays(9)])
  expect(moved.body.bookings.map((each: any) => [each.revision, each.holdUntil])).toEqual([
    [2, inDays(9)],
    [2, inDays(9)],
  ])
  service.clock.nowMs = NOW_MS + 9 * DAY_MS
  await expireHolds(service.deps)
  expect(await left()).toEqual([5, 5, 5])
})
