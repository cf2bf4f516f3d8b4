import { expect, test } from 'bun:test'
import { updateAgencyFactor } from '../../src/store/accounts/colleagues.ts'
import { book, bookGroup, sell } from '../support/bookings.ts'
import { tokenOf } from '../support/manage.ts'
import { makeRate } from '../support/rates.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, signInAgain } from '../support/staff.ts'
import { putTerms } from '../support/terms.ts'

// Effects of an agency's terms on what it sells (contract-agencies, *An agency's terms at a hotel*).

const STAY = 'checkin=2027-04-01&checkout=2027-04-03&adults=2'
const CONTRACT = { rateCode: 'CONTRACT' }

/** Alfa on sale with a private rate 20 % below STD, which Delta's terms name. */
async function start(service: TestService, terms: Record<string, unknown> = {}) {
  await sell(service, { available: 40 })
  const pricing = { type: 'derived', percentBp: -2_000 } as const
  await makeRate(service, { ...CONTRACT, public: false, pricing })
  await makeRate(service, { rateCode: 'SECRET', public: false })
  const staff = await hireStaff(service)
  await putTerms(staff.manager, { rateCodes: ['CONTRACT'], ...terms })
  return staff
}

const patch = (call: TestService['call'], code: string, body: object) =>
  call('PATCH', `/v1/bookings/${code}`, { body })

test('a private rate of the terms is on the hotel’s page for users of the agency, for nobody else (contract-rates, *Public*)', async () => {
  await using service = await startService()
  const { agent, echoAgent, guest, bravoManager } = await start(service)
  const ratesOf = async (call: TestService['call']) => {
    const { body } = await call('GET', `/v1/hotels/alfa?${STAY}`)
    const quoted = body.rooms[0].rates.map(({ rateCode }: { rateCode: string }) => rateCode)
    return [body.rateNames.map(({ rateCode }: { rateCode: string }) => rateCode), quoted]
  }
  expect(await ratesOf(agent.call)).toEqual([
    ['STD', 'CONTRACT'],
    ['STD', 'CONTRACT'],
  ])
  for (const call of [service.call, echoAgent.call, guest.call, bravoManager.call])
    expect(await ratesOf(call)).toEqual([['STD'], ['STD']])
})

test('rooms for several parties and the calendar go by the private rates of the terms, with the commission, for users of the agency alone (contract-agencies, *An agency’s terms at a hotel*)', async () => {
  await using service = await startService()
  const { agent, echoAgent, guest, manager } = await start(service, { commissionBp: 1_250 })
  const read = async (call: TestService['call']) => {
    const parties = `${STAY.replace('&adults=2', '')}&party=2&party=1`
    const page = (await call('GET', `/v1/hotels/alfa?${parties}`)).body
    const path = '/v1/hotels/alfa/calendar?from=2027-04-01&to=2027-04-01'
    const { days, commissionBp, reason } = (await call('GET', path)).body
    const rates = page.stays.map(({ rateCode }: { rateCode: string }) => rateCode)
    return [rates, page.commissionBp, days[0].lowestCents, commissionBp, reason?.code]
  }
  const stranger = [['STD', 'STD'], undefined, 10_000, undefined, undefined]
  const others = [service.call, guest.call, manager.call]
  for (const call of others) expect(await read(call)).toEqual(stranger)
  expect(await read(agent.call)).toEqual([
    ['CONTRACT', 'CONTRACT'],
    ...[1_250, 8_000, 1_250, undefined],
  ])
  for (const call of others) expect(await read(call)).toEqual(stranger)
  expect(await read(echoAgent.call)).toEqual([['STD', 'STD'], 1_000, 10_000, 1_000, undefined])
  await putTerms(manager, { stopSale: true })
  expect(await read(agent.call)).toEqual([[], 1_000, null, 1_000, 'closed_for_sale'])
  await putTerms(manager, { rateCodes: ['CONTRACT'], active: false })
  expect(await read(agent.call)).toEqual([['STD', 'STD'], 1_000, 10_000, 1_000, undefined])
})

test('an agency’s user without the second factor that the agency demands sees the hotel as a stranger does (contract-agencies, *Roles*)', async () => {
  await using service = await startService()
  const { agent, deltaId } = await start(service)
  const path = `/v1/hotels/alfa?${STAY}`
  expect((await agent.call('GET', path)).body.rateNames).toHaveLength(2)
  await service.store.tx((tx) => updateAgencyFactor(tx, deltaId, true))
  const { rateNames, commissionBp } = (await agent.call('GET', path)).body
  expect([rateNames.length, commissionBp]).toEqual([1, undefined])
})

test('a private rate of the terms is quoted, booked, grouped and changed to by the agency, for others it does not exist (contract-rates, *Public*)', async () => {
  await using service = await startService()
  const { agent, echoAgent, guest, manager } = await start(service)
  const { body } = await book(agent.call, CONTRACT)
  expect([body.rateCode, body.totalPriceCents]).toEqual(['CONTRACT', 16_000])
  expect((await bookGroup(agent.call, CONTRACT)).body.totalPriceCents).toBe(16_000)
  const stays = [
    { ...{ roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03' }, ...CONTRACT },
  ]
  const ask = { body: { hotelSlug: 'alfa', stays } }
  expect((await agent.call('POST', '/v1/quotes', ask)).body.totalPriceCents).toBe(16_000)
  const std = (await book(agent.call)).body.code
  expect((await patch(agent.call, std, CONTRACT)).body.totalPriceCents).toBe(16_000)

  expect(await book(agent.call, { rateCode: 'SECRET' })).toBeProblem(422, 'validation_failed')
  for (const call of [service.call, echoAgent.call, guest.call]) {
    const refused = await book(call, CONTRACT)
    expect(refused.body.errors).toMatchObject([{ path: '/rateCode', code: 'unknown_rate' }])
    expect(await call('POST', '/v1/quotes', ask)).toBeProblem(422, 'validation_failed')
  }
  const theirs = (await book(echoAgent.call)).body.code
  expect(await patch(echoAgent.call, theirs, CONTRACT)).toBeProblem(422, 'validation_failed')
  await putTerms(manager, { rateCodes: ['CONTRACT'], active: false })
  expect(await book(agent.call, CONTRACT)).toBeProblem(422, 'validation_failed')
})

test('the guest’s link sees the name of a private rate alone, and may keep it in a change but not choose it (contract-agencies)', async () => {
  await using service = await startService()
  const { agent } = await start(service, { guestActs: true })
  const link = async (code: string) => ({ manageToken: await tokenOf(service, code) })
  const { code } = (await book(agent.call, CONTRACT)).body
  const later = { ...(await link(code)), checkout: '2027-04-04' }
  const { status, body } = await patch(service.call, code, later)
  expect([status, body.rateName, body.totalPriceCents]).toEqual([200, 'Rate CONTRACT', 24_000])
  expect([body.commissionBp, body.commissionCents]).toEqual([null, null])
  const std = (await book(agent.call)).body.code
  const chosen = await patch(service.call, std, { ...(await link(std)), ...CONTRACT })
  expect(chosen.body.errors).toMatchObject([{ path: '/rateCode', code: 'unknown_rate' }])
})

test('the commission of the terms goes before the agency’s own, and a booking keeps its own through changes, cancellation and reinstatement (contract-agencies)', async () => {
  await using service = await startService()
  const { agent, manager } = await start(service, { commissionBp: 1_500 })
  const { code, ...made } = (await book(agent.call)).body
  expect([made.commissionBp, made.commissionCents]).toEqual([1_500, 3_000])
  await putTerms(manager, { commissionBp: 500 })
  const longer = (await patch(agent.call, code, { checkout: '2027-04-04' })).body
  expect([longer.commissionBp, longer.commissionCents]).toEqual([1_500, 4_500])
  await manager.call('POST', `/v1/bookings/${code}/cancel`)
  const back = await manager.call('POST', `/v1/panel/bookings/${code}/reinstate`)
  expect([back.body.commissionBp, back.body.commissionCents]).toEqual([1_500, 4_500])
  expect((await book(agent.call)).body.commissionBp).toBe(500)
  await putTerms(manager, { commissionBp: 500, active: false })
  expect((await book(agent.call)).body.commissionBp).toBe(1_000)
})

test('stop sale: the agency takes no night and no room anew, by a change neither; what it booked stands and its holds are confirmed (contract-agencies)', async () => {
  await using service = await startService()
  const { agent, echoAgent, manager } = await start(service)
  const { code } = (await book(agent.call)).body
  const held = (await book(agent.call, { hold: true })).body.code
  const group = (await bookGroup(agent.call)).body.code
  await putTerms(manager, { stopSale: true })

  expect(await book(agent.call)).toBeProblem(409, 'closed_for_sale')
  expect(await bookGroup(agent.call)).toBeProblem(409, 'closed_for_sale')
  const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03', adults: 1 }
  const further = [`/v1/acenta/booking-groups/${group}/stays`, { body: stay }] as const
  expect(await agent.call('POST', ...further)).toBeProblem(409, 'closed_for_sale')
  for (const more of [{ checkout: '2027-04-04' }, { rooms: 2 }])
    expect(await patch(agent.call, code, more)).toBeProblem(409, 'closed_for_sale')
  const page = (await agent.call('GET', `/v1/hotels/alfa?${STAY}`)).body.rooms[0]
  expect([page.quote, page.reason]).toMatchObject([null, { code: 'closed_for_sale' }])

  const longer = { checkout: '2027-04-04' }
  expect(await patch(manager.call, code, longer)).toBeProblem(409, 'closed_for_sale')
  expect((await patch(manager.call, code, { ...longer, override: true })).status).toBe(200)
  expect((await patch(agent.call, code, { checkout: '2027-04-02' })).status).toBe(200)
  expect((await patch(agent.call, code, { arrivalTime: '20:00' })).status).toBe(200)
  expect((await agent.call('POST', `/v1/bookings/${held}/confirm`)).status).toBe(200)
  expect((await book(echoAgent.call)).status).toBe(201)
  // A booking stands, also by reinstatement.
  await manager.call('POST', `/v1/bookings/${code}/cancel`)
  expect((await manager.call('POST', `/v1/panel/bookings/${code}/reinstate`)).status).toBe(200)
  await putTerms(manager, { stopSale: true, active: false })
  expect((await book(agent.call)).status).toBe(201)
})

test('options last as long as the terms say, else as long as the agency’s own (contract-groups, *Options*)', async () => {
  await using service = await startService()
  const { agent, admin, manager } = await start(service, { optionDays: 3 })
  await admin.call('PATCH', '/v1/admin/agencies/DELTA', { body: { optionDays: 1 } })
  const until = async (holdUntil: string) => (await book(agent.call, { holdUntil })).status
  expect(await until('2027-03-13T09:00:00Z')).toBe(201)
  expect(await until('2027-03-13T09:00:01Z')).toBe(422)
  await putTerms(manager)
  expect(await until('2027-03-11T09:00:00Z')).toBe(201)
  expect(await until('2027-03-11T09:00:01Z')).toBe(422)
  await putTerms(manager, { optionDays: 0 })
  expect(await until('2027-03-10T09:15:01Z')).toBe(422)
})

test('the guest’s link of an agency’s booking acts only while its terms let guests act, and never on its option (contract-access)', async () => {
  await using service = await startService()
  const { agent, manager } = await start(service, { optionDays: 3 })
  const { code } = (await book(agent.call)).body
  const option = (await book(agent.call, { holdUntil: '2027-03-12T09:00:00Z' })).body.code
  const cancel = async (of: string) =>
    await service.call('POST', `/v1/bookings/${of}/cancel`, {
      body: { manageToken: await tokenOf(service, of) },
    })
  expect(await cancel(code)).toBeProblem(403, 'forbidden')
  await putTerms(manager, { guestActs: true, active: false })
  expect(await cancel(code)).toBeProblem(403, 'forbidden')
  await putTerms(manager, { guestActs: true })
  expect(await cancel(option)).toBeProblem(403, 'forbidden')
  expect((await cancel(code)).body.status).toBe('cancelled')
})

test('a group’s link acts on an agency’s bookings as its terms say, and its option stays the agency’s (contract-access)', async () => {
  await using service = await startService()
  const { agent, manager } = await start(service)
  const { code } = (await bookGroup(agent.call)).body
  const act = async () => {
    const [first] = (await agent.call('GET', `/v1/acenta/booking-groups/${code}`)).body.bookings
    const body = { manageToken: await tokenOf(service, first.code) }
    return await service.call('POST', `/v1/booking-groups/${code}/cancel`, { body })
  }
  expect(await act()).toBeProblem(403, 'forbidden')
  await putTerms(manager, { guestActs: true })
  const done = await act()
  expect(done.body.bookings).toMatchObject([{ status: 'cancelled', commissionCents: null }])
})

test('terms of one hotel change nothing at another (contract-agencies)', async () => {
  await using service = await startService()
  const { agent } = await start(service, { commissionBp: 1_500, stopSale: true })
  await sell({ ...service, alfa: service.bravo })
  const { body } = await book((await signInAgain(service, agent)).call, { hotelSlug: 'bravo' })
  expect(body.commissionBp).toBe(1_000)
})
