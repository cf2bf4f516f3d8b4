import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { asGuest, tokenOf } from '../support/manage.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { putTerms } from '../support/terms.ts'

// Who reads guests by name, company, payment and commission (contract-groups, *What a PMS needs of a booking*).

const EMAIL = 'carla@example.com'
const GUEST = { firstName: 'Carla', lastName: 'Çelik', email: EMAIL }
const COMPANY = { name: 'Ege', taxNumber: '123', taxOffice: null, address: null, email: null }
const NAMES = [{ firstName: 'Can', lastName: 'Çelik', isChild: false }]
const DETAILS = { company: { name: 'Ege', taxNumber: '123' }, guestNames: NAMES }
const HIDDEN = { guestNames: [], company: null, payment: null }
const SHOWN = { guestNames: NAMES, company: COMPANY, payment: { collect: 'hotel' } }

test('code and e-mail alone read neither names, company nor payment of a booking or a group; its token reads them (contract-groups)', async () => {
  await using service = await startService()
  await sell(service)
  const { call } = service
  const header = (manageToken: string) => ({ headers: { 'x-service-manage-token': manageToken } })
  const { code } = (await book(call, DETAILS)).body
  const byEmail = await call('GET', `/v1/bookings/${code}?email=${EMAIL}`)
  expect(byEmail.body).toMatchObject(HIDDEN)
  const token = asGuest(code).manageToken
  expect((await call('GET', `/v1/bookings/${code}`, header(token))).body).toMatchObject(SHOWN)

  const { company, guestNames } = DETAILS
  const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-02', adults: 2 }
  const stays = [{ ...stay, guestNames }, stay]
  const body = { hotelSlug: 'alfa', guest: GUEST, stays, company }
  const group = (await call('POST', '/v1/booking-groups', { body })).body
  const path = `/v1/booking-groups/${group.code}`
  const shown = await call('GET', `${path}?email=${EMAIL}`)
  expect(shown.body.bookings).toMatchObject([HIDDEN, HIDDEN])
  expect(shown.text).not.toMatch(/Ege|"Can"/)
  const full = await call('GET', path, header(group.manageToken))
  expect(full.body.bookings[0]).toMatchObject(SHOWN)
})

test('what a guest reads of an agency’s booking never has its commission; hotel, agency and partner read it (contract-groups)', async () => {
  await using service = await startService()
  const { agent, manager } = await hireStaff(service)
  await sell(service)
  await putTerms(manager, { creditLimitCents: null })
  const { code } = (await book(agent.call, { payment: { collect: 'agency' } })).body
  const manageToken = await tokenOf(service, code)
  const path = `/v1/bookings/${code}`
  const headers = { 'x-service-manage-token': manageToken }
  for (const guest of [
    await service.call('GET', path, { headers }),
    await service.call('GET', `${path}?email=${EMAIL}`),
  ]) {
    expect(guest.status).toBe(200)
    expect(guest.body).toMatchObject({ commissionBp: null, commissionCents: null })
  }
  for (const reader of [
    await agent.call('GET', path),
    await manager.call('GET', `/v1/panel/bookings/${code}`),
    await service.alfa.call('GET', `/bookings/${code}`),
  ])
    expect(reader.body).toMatchObject({ commissionBp: 1_000, commissionCents: 2_000 })
})
