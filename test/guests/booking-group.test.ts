import { expect, test } from 'bun:test'
import { completeStays, expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { listGroup } from '../../src/store/bookings/groups.ts'
import { sell } from '../support/bookings.ts'
import { makeExtra } from '../support/extras.ts'
import { bookedGroup, guestPageOf } from '../support/guest-page.ts'
import { startLinking } from '../support/press.ts'
import { makeRate } from '../support/rates.ts'
import { startService, type TestService } from '../support/service.ts'
import { signIn } from '../support/users.ts'

// The page of a reservation of several stays (contract-groups; contract-access, *A booking's own key*).

const guest = { firstName: 'Carla', lastName: 'Öz', email: 'carla@example.com' }
const stay = { roomCode: 'DBL', adults: 2, checkin: '2027-04-01', checkout: '2027-04-03' }
const later = { ...stay, rateCode: 'FLEX', checkin: '2027-04-02', checkout: '2027-04-04' }
const FIRST_NIGHT = { freeUntilDays: null, penalty: 'first_night' } as const

async function prepare(service: TestService): Promise<TestService> {
  await makeRate(service, { rateCode: 'FLEX', name: 'Flexible', cancellation: FIRST_NIGHT })
  await sell(service, { available: 20 })
  await makeExtra(service, { code: 'SPA', name: 'Spa' })
  return service
}

const stays = [stay, { ...later, extras: [{ code: 'SPA', quantity: 2 }] }]

/** Places a group. @returns it with the fields of its link, and apart from them the proof token */
async function place(
  service: TestService,
  more: Record<string, unknown> = {},
  call: TestService['call'] = service.call,
) {
  const placed = await bookedGroup(service, { guest, stays, ...more }, call)
  const { proof, ...link } = placed.link
  return { ...placed, link, proof }
}

const statesOf = async ({ store }: TestService, code: string) =>
  (await listGroup(store, code)).map(({ status }) => status)

test('the link of a group shows each of its stays and the sums of the whole, in both languages (contract-groups)', async () => {
  await using service = await prepare(await startService())
  const { link, code, bookings } = await place(service, { arrivalTime: '21:30' })
  const page = await guestPageOf(service)(link)
  expect(page.text).toContain(`Your code ${code}`)
  for (const text of [
    '1. Room DBL',
    '2. Room DBL',
    'Rate Flexible',
    'Time of arrival 21:30',
    'Extras 2 × Spa, €20',
    'To pay at the hotel €420',
  ])
    expect(page.text).toContain(text)
  expect(page.text).not.toMatch(/ommission/)
  const turkish = await page.press('Türkçe')
  expect(turkish.text).toContain('Rezervasyonun tamamı')
  expect(turkish.buttons).toContain('Rezervasyonun tamamını iptal et')

  const second = await page.press('Open stay 2')
  expect(second.text).toContain(`Your code ${bookings[1].code}`)
  expect(second.buttons).toContain('Cancel the booking')
  expect((await second.press('See the whole booking')).text).toContain(`Your code ${code}`)
})

test('time of arrival and e-mail are those of the whole, and times that differ stay until another is chosen (issue 36)', async () => {
  await using service = await prepare(await startService())
  const { link, code, bookings } = await place(service, { arrivalTime: '21:30' })
  const open = guestPageOf(service)
  const arrivals = async () =>
    (await listGroup(service.store, code)).map(({ arrivalTime }) => arrivalTime)
  const mine = await open(link)
  const typed = { arrivalTime: '16:00', newEmail: 'carla.new@example.com' }
  const save = (page: typeof mine, more: Record<string, string>) =>
    open({ ...page.fieldsOf('Save'), act: 'guest', ...more })
  const saved = await save(mine, typed)
  expect(saved.text).toContain('carla.new@example.com')
  expect(await arrivals()).toEqual(['16:00', '16:00'])
  const group = await listGroup(service.store, code)
  expect(new Set(group.map((each) => each.guest.email))).toEqual(new Set([typed.newEmail]))
  // The former link has ended, and the page goes on with the new one.
  expect((await open(link)).status).toBe(404)
  const again = await save(saved, { arrivalTime: '' })
  expect(await arrivals()).toEqual([null, null])

  const second: string = bookings[1].code
  const { token } = again.fieldsOf('Save')
  const body = { manageToken: token, arrivalTime: '23:00' }
  expect((await service.call('PATCH', `/v1/bookings/${second}`, { body })).status).toBe(200)
  const differing = await save(again, { firstName: 'Adile' })
  expect(differing.html).toMatch(/value="each" selected[^>]*>Another for each stay/)
  await save(differing, { lastName: 'Er', arrivalTime: 'each' })
  expect(await arrivals()).toEqual([null, '23:00'])
  await save(differing, { arrivalTime: '18:00' })
  expect(await arrivals()).toEqual(['18:00', '18:00'])
})

test('the whole is cancelled for the fee that was said first, and a dearer one is said again (contract-groups)', async () => {
  await using service = await prepare(await startService())
  const { link, code, bookings, manageToken } = await place(service)
  const page = await guestPageOf(service)(link)
  const asked = await page.press('Cancel the whole booking')
  expect(asked.text).toContain('You owe the hotel today €100')
  expect(asked.text).toContain('No free cancellation: the first night')
  expect(await statesOf(service, code)).toEqual(['confirmed', 'confirmed'])

  const path = `/v1/bookings/${bookings[1].code}/cancel`
  await service.call('POST', path, { body: { manageToken } })
  const again = await asked.press('Cancel for €100')
  expect(again.status).toBe(409)
  expect(await statesOf(service, code)).toEqual(['confirmed', 'cancelled'])
  const done = await again.press('Cancel free of charge')
  expect(done.text).toContain('Your booking is cancelled.')
  expect(done.text).toContain('You owe the hotel €100')
  expect(await statesOf(service, code)).toEqual(['cancelled', 'cancelled'])
})

test('extras that are owed stand in the fee before it is agreed to (contract-groups, *What a PMS needs*)', async () => {
  await using service = await prepare(await startService())
  const { link, code } = await place(service, {
    stays: [{ ...stay, extras: [{ code: 'SPA', quantity: 1 }] }],
  })
  service.clock.nowMs = Date.parse('2027-04-02T10:00:00Z')
  const asked = await (await guestPageOf(service)(link)).press('Cancel the whole booking')
  expect(asked.text).toContain('You owe the hotel today €110')
  await asked.press('Cancel for €110')
  expect(await statesOf(service, code)).toEqual(['cancelled'])
})

test('an option of a group is confirmed as a whole; the page of one stay leads there (contract-groups, *Options*)', async () => {
  await using service = await prepare(await startService())
  const { call } = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const holdUntil = new Date(service.clock.nowMs + 2 * 86_400_000).toISOString()
  const { link, code } = await place(service, { holdUntil }, call)
  const page = await guestPageOf(service)(link)
  expect(page.text).toContain('Held until')
  const one = await page.press('Open stay 1')
  expect(one.buttons).not.toContain('Confirm the booking')
  const whole = await one.press('See the whole booking')
  const done = await whole.press('Confirm the booking')
  expect(done.text).toContain('your booking is confirmed')
  expect(await statesOf(service, code)).toEqual(['confirmed', 'confirmed'])
})

test('the mailed link of a group proves all of it, or says that it was somebody else (contract-access)', async () => {
  await using service = await prepare(await startLinking())
  const visit = guestPageOf(service)
  const { link, code, proof } = await place(service)
  const asked = await visit({ ...link, proof })
  expect(asked.text).toContain('Is this booking yours?')
  expect(asked.text).toContain('To pay at the hotel €420')
  expect(await statesOf(service, code)).toEqual(['pending', 'pending'])
  await asked.press('Yes, confirm')
  expect(await statesOf(service, code)).toEqual(['confirmed', 'confirmed'])

  const other = await place(service, { guest: { ...guest, email: 'dora@example.com' } })
  await (await visit({ ...other.link, proof: other.proof })).press('This was not me')
  expect(await statesOf(service, other.code)).toEqual(['cancelled', 'cancelled'])
})

test('a group pressed too late says the new price of the whole before it is booked anew (contract-access)', async () => {
  await using service = await prepare(await startLinking())
  const { link, code, proof } = await place(service)
  service.clock.advance(31 * 60_000)
  await expireHolds(service.deps)
  await sell(service, { available: 20, priceCents: 12_000 })
  const late = await guestPageOf(service)({ ...link, proof })
  const dearer = await late.press('Yes, confirm')
  expect(dearer.text).toContain('Former total €420 To pay at the hotel €500')
  expect(await statesOf(service, code)).toEqual(['expired', 'expired'])
  await dearer.press('Yes, confirm')
  expect(await statesOf(service, code)).toEqual(['confirmed', 'confirmed'])
})

test('code and e-mail of a group only show it, and ask for its link (contract-access)', async () => {
  await using service = await prepare(await startLinking({ webProof: 'share' }))
  const { code } = await place(service)
  const visit = guestPageOf(service)
  const page = await visit({ act: 'see', code, email: guest.email })
  expect(page.text).toContain('1. Room DBL')
  expect(page.buttons).not.toContain('Cancel the whole booking')
  expect((await page.press('Send the link again')).text).toContain('Check your mailbox')
  expect((await visit({ act: 'see', code, email: 'no@example.com' })).status).toBe(404)
  expect((await visit({ act: 'see', code, token: 'x'.repeat(22) })).status).toBe(404)
})

test('a group that is over says so (contract-groups)', async () => {
  await using service = await prepare(await startService())
  const { link } = await place(service)
  service.clock.nowMs = Date.parse('2027-04-04T12:00:00Z')
  await completeStays(service.deps)
  const page = await guestPageOf(service)(link)
  expect(page.text).toContain('Thank you for your stay')
  expect(page.buttons).not.toContain('Cancel the whole booking')
})
