import { expect, test } from 'bun:test'
import { book, events, sell } from '../support/bookings.ts'
import { note, pay } from '../support/desk.ts'
import { asGuest } from '../support/manage.ts'
import { press } from '../support/press.ts'
import { startService, type TestService } from '../support/service.ts'
import { addSite } from '../support/sites.ts'
import { hireStaff, signInAgain } from '../support/staff.ts'
import { putTerms } from '../support/terms.ts'

// The payment of a booking as a request (contract-groups, *What a PMS needs of a booking*).

const DEPOSIT = { type: 'deposit', amountCents: 5_000 }
const VOUCHER = { type: 'reference', reference: 'Voucher 12-77' }
const VISITOR = '203.0.113.1'

async function start(service: TestService) {
  await sell(service)
  const prover = await addSite(service, { name: 'Ege Portal', proves: true })
  const other = await addSite(service, { name: 'Other Portal' })
  const staff = await hireStaff(service)
  await putTerms(staff.manager, { creditLimitCents: null })
  return { ...staff, prover, other }
}

const patch = (call: TestService['call'], code: string, body: object) =>
  call('PATCH', `/v1/bookings/${code}`, { body })

test('staff, agencies and sites that prove send a guarantee with a booking; of anybody else payment is forbidden (contract-groups)', async () => {
  await using service = await startService()
  const { manager, admin, agent, guest, bravoManager, prover, other } = await start(service)
  for (const call of [manager.call, admin.call, agent.call, prover.for(VISITOR)]) {
    const { status, body } = await book(call, { payment: { guarantee: DEPOSIT } })
    expect([status, body.payment]).toEqual([
      201,
      { collect: 'hotel', guarantee: { ...DEPOSIT, reference: null }, paidCents: 0 },
    ])
  }
  const others = [service.call, guest.call, bravoManager.call, other.for(VISITOR)]
  const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-02' }
  const group = {
    ...{ hotelSlug: 'alfa', stays: [stay, stay] },
    guest: { firstName: 'C', lastName: 'D', email: 'c@example.com' },
  }
  for (const call of others)
    for (const payment of [{}, { collect: 'hotel' }, { guarantee: VOUCHER }]) {
      expect(await book(call, { payment })).toBeProblem(403, 'forbidden')
      const body = { ...group, payment }
      expect(await call('POST', '/v1/booking-groups', { body })).toBeProblem(403, 'forbidden')
    }
})

test('an agency collects for its own booking alone: not for a site’s, nor for one that the desk makes (contract-groups)', async () => {
  await using service = await startService()
  const { manager, agent, prover } = await start(service)
  const payment = { collect: 'agency', guarantee: VOUCHER }
  const { body } = await book(agent.call, { payment })
  expect(body.payment).toEqual({
    ...{ collect: 'agency', paidCents: 0 },
    guarantee: { ...VOUCHER, amountCents: null },
  })
  expect(await book(prover.for(VISITOR), { payment })).toBeProblem(403, 'forbidden')
  const refused = await book(manager.call, { payment })
  expect(refused).toBeProblem(422, 'validation_failed')
  expect(refused.body.errors).toMatchObject([{ path: '/payment/collect', code: 'no_agency' }])
  for (const field of [{ paidCents: 1 }, { guarantee: { type: 'card' } }])
    expect(await book(manager.call, { payment: field })).toBeProblem(422, 'validation_failed')
})

test('each stay of a group has the payment of the whole (contract-groups)', async () => {
  await using service = await startService()
  const { agent } = await start(service)
  const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-02' }
  const body = {
    ...{ hotelSlug: 'alfa', stays: [stay, stay], payment: { collect: 'agency' } },
    guest: { firstName: 'C', lastName: 'D', email: 'c@example.com' },
  }
  const group = (await agent.call('POST', '/v1/acenta/booking-groups', { body })).body
  expect(group.bookings).toMatchObject(Array(2).fill({ payment: { collect: 'agency' } }))
})

test('who collects the price of each stay of a group is the hotel’s people’s to change (contract-groups)', async () => {
  await using service = await startService()
  const { manager, agent } = await start(service)
  const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-02' }
  const guest = { firstName: 'C', lastName: 'D', email: 'c@example.com' }
  const payment = { collect: 'agency' }
  const body = { hotelSlug: 'alfa', stays: [stay, stay], guest, payment }
  const { code: group, bookings } = (
    await agent.call('POST', '/v1/acenta/booking-groups', { body })
  ).body
  const { code } = bookings[1]
  expect((await patch(manager.call, code, { payment: { collect: 'hotel' } })).status).toBe(200)
  // The first stay has what is asked for; the second does not.
  for (const sent of [{ payment }, { stays: [{ code, payment }] }]) {
    const refused = await agent.call('PATCH', `/v1/acenta/booking-groups/${group}`, { body: sent })
    expect(refused).toBeProblem(403, 'forbidden')
  }
  const paid = (await service.alfa.call('GET', `/bookings/${code}`)).body.payment
  expect(paid).toMatchObject({ collect: 'hotel' })
})

test('once booked the hotel’s people alone change who collects, until check-out; each change is a revision with what was before (contract-groups)', async () => {
  await using service = await startService()
  const { manager, admin, agent } = await start(service)
  const { code } = (await book(agent.call)).body
  expect(await patch(agent.call, code, { payment: { collect: 'agency' } })).toBeProblem(
    ...([403, 'forbidden'] as const),
  )
  // What changes nothing is no change of it.
  const kept = await patch(agent.call, code, { payment: { collect: 'hotel', guarantee: VOUCHER } })
  expect([kept.status, kept.body.revision]).toEqual([200, 2])
  const changed = await patch(manager.call, code, { payment: { collect: 'agency' } })
  expect(changed.body).toMatchObject({
    ...{ revision: 3, payment: { collect: 'agency', guarantee: VOUCHER } },
  })
  const [event] = (await events(service)).slice(-1)
  expect(event).toMatchObject({
    event: 'booking.modified',
    data: { changes: ['payment'], previous: { payment: { collect: 'hotel' } } },
  })
  const pulled = (await service.alfa.call('GET', `/bookings/${code}`)).body
  expect(pulled.payment).toEqual(changed.body.payment)
  expect((await patch(admin.call, code, { payment: { guarantee: null } })).body.payment).toEqual({
    ...{ collect: 'agency', guarantee: null, paidCents: 0 },
  })

  service.clock.nowMs = Date.parse('2027-04-01T14:00:00Z')
  const staff = await signInAgain(service, manager)
  await note(staff, code, { arrivedAt: '2027-04-01T13:00:00Z', leftAt: '2027-04-01T13:30:00Z' })
  const late = await patch(staff.call, code, { payment: { collect: 'hotel' } })
  expect(late).toBeProblem(409, 'transition_invalid')
})

test('a guest’s booking is never collected by an agency, and its guest changes no payment; a site that proves its guests does (contract-groups)', async () => {
  await using service = await startService()
  const { manager, guest, prover, other } = await start(service)
  const { code } = (await book(service.call)).body
  const own = asGuest(code)
  const asked = { ...own, payment: { guarantee: VOUCHER } }
  for (const call of [service.call, other.for(VISITOR)])
    expect(await patch(call, code, asked)).toBeProblem(403, 'forbidden')
  const theirs = (await book(guest.call)).body.code
  expect(await patch(guest.call, theirs, { payment: {} })).toBeProblem(403, 'forbidden')
  expect((await patch(prover.for(VISITOR), code, asked)).body.payment).toMatchObject({
    guarantee: VOUCHER,
  })
  const collect = { payment: { collect: 'agency' } }
  const refused = await patch(manager.call, code, collect)
  expect(refused.body.errors).toMatchObject([{ path: '/payment/collect', code: 'no_agency' }])
})

test('portal is a way of payment; a payment proves a booking only where a member noted it (contract-groups)', async () => {
  await using service = await startService()
  const { manager, admin } = await start(service)
  const { code, proof } = (await book(service.call)).body
  expect(proof).toBe('none')
  const noted = await admin.call('POST', `/v1/panel/bookings/${code}/payments?hotel=alfa`, {
    body: { amountCents: 7_000, method: 'portal' },
  })
  expect([noted.status, noted.body.paidCents]).toEqual([201, 7_000])
  const provenOf = async (checkin: string, checkout: string) => {
    const later = (await book(service.call, { checkin, checkout })).body.code
    return (await press(service, later)).body.proof
  }
  const read = async () => (await service.alfa.call('GET', `/bookings/${code}`)).body
  expect(await read()).toMatchObject({ proof: 'none', payment: { paidCents: 7_000 } })
  // Nor is its guest known by it in a later booking.
  expect(await provenOf('2027-04-05', '2027-04-06')).toBe('mail')
  expect((await pay(manager, code, { amountCents: 1_000, method: 'portal' })).status).toBe(201)
  expect(await read()).toMatchObject({ proof: 'hotel', payment: { paidCents: 8_000 } })
  expect(await provenOf('2027-04-06', '2027-04-07')).toBe('hotel')
})

test('a guarantee of a booking proves nobody (contract-groups)', async () => {
  await using service = await startService()
  await start(service)
  const site = await addSite(service, { name: 'Third', proves: true })
  const { code } = (await book(service.call)).body
  const payment = { guarantee: DEPOSIT }
  const { body } = await patch(site.for(VISITOR), code, { ...asGuest(code), payment })
  expect([body.proof, body.payment.guarantee.type]).toEqual(['none', 'deposit'])
})
