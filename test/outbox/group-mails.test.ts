import { expect, test } from 'bun:test'
import type { Letter } from '../../src/outbox/mail/smtp.ts'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { publishUnacked } from '../../src/service/bookings/unacked.ts'
import { events, sell } from '../support/bookings.ts'
import { makeExtra } from '../support/extras.ts'
import { mailsOf, postman, scriptAnswers, startMailing } from '../support/mails.ts'
import { makeRate } from '../support/rates.ts'
import { NOW_MS, type TestService } from '../support/service.ts'
import { signIn } from '../support/users.ts'

// One mail a group and event, naming each stay (contract-groups, *Several rooms, one reservation*).

const ROOMS = [
  { roomCode: 'DBL', name: 'Double', totalRooms: 40, boards: ['RO', 'BB'] },
  { roomCode: 'SUI', name: 'Suite', totalRooms: 40, boards: ['RO'] },
]
const guest = { firstName: 'Carla', lastName: 'Öz', email: 'carla@example.com' }
const DOUBLE = {
  ...{ roomCode: 'DBL', rateCode: 'FLEX', boardCode: 'BB', adults: 2 },
  ...{ checkin: '2027-04-01', checkout: '2027-04-03' },
}
const SUITE = {
  roomCode: 'SUI',
  checkin: '2027-04-02',
  checkout: '2027-04-04',
  adults: 1,
  rooms: 1,
}
const FIRST_NIGHT = { freeUntilDays: null, penalty: 'first_night' } as const

async function startGroups() {
  const service = await startMailing({ rooms: ROOMS })
  await makeRate(service, { rateCode: 'FLEX', name: 'Flexible', cancellation: FIRST_NIGHT })
  await sell(service, { available: 40 })
  await sell(service, { roomCode: 'SUI', available: 40, priceCents: 20_000 })
  await makeExtra(service, { code: 'SPA', name: 'Spa', max: 9 })
  return service
}

const place = async (
  { call }: Pick<TestService, 'call'>,
  stays: object[] = [DOUBLE, { ...SUITE, extras: [{ code: 'SPA', quantity: 2 }] }],
  more: Record<string, unknown> = {},
) => {
  const body = { hotelSlug: 'alfa', guest, stays, language: 'en', ...more }
  return (await call('POST', '/v1/booking-groups', { body })).body
}

const kindsOf = async (service: TestService) => (await mailsOf(service)).map(({ kind }) => kind)

async function sent(service: TestService): Promise<Letter[]> {
  const server = scriptAnswers()
  await postman(service, server).work()
  return server.letters
}

const codesOf = (bookings: { code: string }[]) => bookings.map(({ code }) => code)

/** Expects each text, in this order. */
function expectInOrder(text: string, parts: readonly string[]): void {
  let from = 0
  for (const part of parts) {
    const at = text.indexOf(part, from)
    expect(at, `${part} in ${text.slice(from)}`).toBeGreaterThanOrEqual(0)
    from = at + part.length
  }
}

test('a group placed is one confirmation that names each stay and sums the whole (contract-groups)', async () => {
  await using service = await startGroups()
  const group = await place(service)
  expect(await kindsOf(service)).toEqual(['confirmation'])
  const [letter] = await sent(service)
  expect(letter!.subject).toBe(`Booking confirmed: Hotel alfa, ${group.code}`)
  expectInOrder(letter!.text, [
    `Booking code: ${group.code}`,
    '1. Double',
    'Check-in: Thu, 1 April 2027',
    'Board: Bed and breakfast',
    'Rate: Flexible',
    'Guests: 2 adults',
    'Total: €200.00',
    'Cancellation: No free cancellation: the first night',
    '2. Suite',
    'Total: €400.00',
    'Extras: 2 × Spa: €20.00',
    'To pay in all: €420.00',
    'The whole booking',
    'Total: €600.00',
    'Extras: €20.00',
    'To pay in all: €620.00',
  ])
  for (const { code } of group.bookings) expect(letter!.text).not.toContain(code)
  expect(letter!.text).toContain(`/booking#${group.code}.${group.manageToken}`)
  expect(letter!.html).toContain('<h2>2. Suite</h2>')
})

test('in Turkish, too (contract-groups)', async () => {
  await using service = await startGroups()
  await place(service, undefined, { language: 'tr' })
  const [letter] = await sent(service)
  expectInOrder(letter!.text, ['1. Double', '2. Suite', 'Rezervasyonun tamamı', 'Ödenecek tutar'])
})

test('one stay cancelled is one mail that says which, and what stands (contract-groups)', async () => {
  await using service = await startGroups()
  const { bookings, manageToken } = await place(service)
  await sent(service)
  const path = `/v1/bookings/${bookings[0].code}/cancel`
  expect((await service.call('POST', path, { body: { manageToken } })).status).toBe(200)
  const letters = await sent(service)
  expect(letters).toHaveLength(1)
  expectInOrder(letters[0]!.text, [
    'Part of your booking is cancelled.',
    'CANCELLED',
    '1. Double',
    'Cancellation fee: €100.00',
    'WHAT STANDS AS BEFORE',
    '2. Suite (Confirmed)',
    'The whole booking',
    'Total: €400.00',
    'Cancellation fee: €100.00',
    'To pay in all: €520.00',
  ])
})

test('the whole cancelled is one mail (contract-groups)', async () => {
  await using service = await startGroups()
  const { code, manageToken } = await place(service)
  await sent(service)
  await service.call('POST', `/v1/booking-groups/${code}/cancel`, { body: { manageToken } })
  const letters = await sent(service)
  expect(letters).toHaveLength(1)
  expect(letters[0]!.text).toContain('Your booking is cancelled.')
  expect(letters[0]!.text).not.toContain('WHAT STANDS')
})

test('a stay changed is told with what it was before, its group beside it (contract-groups)', async () => {
  await using service = await startGroups()
  const { bookings, manageToken } = await place(service)
  await sent(service)
  const path = `/v1/bookings/${bookings[0].code}`
  await service.call('PATCH', path, { body: { manageToken, checkout: '2027-04-04' } })
  const [letter] = await sent(service)
  expectInOrder(letter!.text, [
    'Your booking has changed.',
    'CHANGED',
    '1. Double',
    'Nights: 3 (before: 2)',
    'Total: €300.00 (before: €200.00)',
    '2. Suite (Confirmed)',
    'The whole booking',
    'Total: €700.00 (before: €600.00)',
  ])
})

test('an option of a group is one mail when it is held, one when it is confirmed or ends (contract-groups, *Options*)', async () => {
  await using service = await startGroups()
  const { call } = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const holdUntil = new Date(NOW_MS + 2 * 86_400_000).toISOString()
  const held = await place({ call }, undefined, { holdUntil })
  const other = await place({ call }, undefined, { holdUntil })
  const [first] = await sent(service)
  expect(first!.text).toContain('Rooms are held for you.')
  expectInOrder(first!.text, ['Rooms kept until', '1. Double', '2. Suite'])
  await call('POST', `/v1/booking-groups/${held.code}/confirm`)
  service.clock.advance(2 * 86_400_000)
  await expireHolds(service.deps)
  expect((await mailsOf(service)).map(({ kind, bookingCode }) => [kind, bookingCode])).toEqual([
    ['held', held.code],
    ['held', other.code],
    ['confirmation', held.code],
    ['expired', other.code],
  ])
  const letters = await sent(service)
  expect(letters.at(-1)!.text).not.toContain('The whole booking')
  expect(letters.at(-1)!.text).toContain('The rooms are no longer held.')
})

test('a simulated or refused act on a group sends no mail (contract-groups)', async () => {
  await using service = await startGroups()
  const { code, manageToken } = await place(service)
  const path = `/v1/booking-groups/${code}/cancel`
  await service.call('POST', path, { body: { manageToken, simulate: true } })
  await service.call('POST', path, { body: { manageToken, expectedPenaltyCents: 1 } })
  await place(service, [DOUBLE, { ...SUITE, roomCode: 'NONE' }])
  expect(await kindsOf(service)).toEqual(['confirmation'])
})

test('20 stays with names, extras and taxes stay below what mailboxes show (Gmail cuts at 102 KB)', async () => {
  await using service = await startGroups()
  for (const each of Array(49).keys())
    await makeExtra(service, {
      code: `E${each}`,
      name: `Extra piece ${each} ${'of a long name '.repeat(5)}`,
      max: 9,
    })
  const extras = [...Array(49).keys()].map((each) => ({ code: `E${each}`, quantity: 1 }))
  const guestNames = Array(7).fill({ firstName: 'Maximiliana', lastName: 'Featherstonehaugh' })
  const stay = { ...DOUBLE, rooms: 2, adults: 8, guestNames, extras }
  const { call } = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const group = await place({ call }, Array(20).fill(stay), { override: true })
  expect(group.bookings).toHaveLength(20)
  const [letter] = await sent(service)
  expect(Buffer.byteLength(letter!.html)).toBeLessThan(102_000)
  expect(Buffer.byteLength(letter!.text)).toBeLessThan(102_000)
  expectInOrder(letter!.text, [
    '1. Double × 2',
    'Extras: €490.00',
    '20. Double × 2',
    'To pay in all',
  ])
})

test('the hotel has one alarm of a group that its system has not acknowledged (contract-groups)', async () => {
  await using service = await startGroups()
  const { bookings } = await place(service)
  await sent(service)
  service.clock.advance(31 * 60_000)
  await publishUnacked(service.deps)
  const letters = await sent(service)
  expect(letters.map(({ to }) => to.address)).toEqual(['desk@alfa.example'])
  expectInOrder(letters[0]!.text, ['Guest: Carla Öz', '1. Double', '2. Suite'])
  const told = (await events(service)).filter(({ event }) => event === 'booking.unacked')
  expect(told.map(({ data }) => data.code)).toEqual(codesOf(bookings))
})

test('a mail says time of arrival, names and extras; of a stranger no free text (contract-groups)', async () => {
  await using service = await startGroups()
  const details = {
    guestNames: [{ firstName: 'Visit', lastName: 'evil.example now' }],
    ...{ arrivalTime: '21:30', company: { name: 'Öz Ltd.', taxNumber: '123' } },
    extras: [{ code: 'SPA', quantity: 1 }],
  }
  const body = { hotelSlug: 'alfa', guest, language: 'en', ...DOUBLE, ...details }
  await service.call('POST', '/v1/bookings', { body })
  const { call } = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  await call('POST', '/v1/bookings', { body })
  const [stranger, member] = await sent(service)
  for (const { text } of [stranger!, member!])
    expectInOrder(text, [
      'Time of arrival: 21:30',
      'Extras: 1 × Spa: €10.00',
      'To pay in all: €210.00',
    ])
  expect(stranger!.text).not.toMatch(/evil|Ltd/)
  expectInOrder(member!.text, [
    'Further guests: Visit evil.example now',
    'Invoice to: Öz Ltd., 123',
  ])
})

test('a change of several stays is one mail, with what each was before (contract-groups)', async () => {
  await using service = await startGroups()
  const { code, bookings, manageToken } = await place(service)
  await sent(service)
  const stays = bookings.map((each: { code: string }) => ({ code: each.code, adults: 1 }))
  stays[0].checkout = '2027-04-04'
  stays[1].checkout = '2027-04-05'
  const body = { manageToken, stays }
  const changed = await service.call('PATCH', `/v1/booking-groups/${code}`, { body })
  expect([changed.status, changed.body.code]).toEqual([200, code])
  const letters = await sent(service)
  expect(letters).toHaveLength(1)
  expectInOrder(letters[0]!.text, [
    '1. Double',
    'Nights: 3 (before: 2)',
    '2. Suite',
    'Nights: 3 (before: 2)',
    'The whole booking',
    'Total: €900.00 (before: €600.00)',
  ])
})

test('another e-mail of a group is one notice to the former and one confirmation to the new (contract-access)', async () => {
  await using service = await startGroups()
  const { code, manageToken } = await place(service)
  await sent(service)
  const body = { manageToken, guest: { email: 'dora@example.com' } }
  const changed = await service.call('PATCH', `/v1/booking-groups/${code}`, { body })
  expect(changed.status).toBe(200)
  const letters = await sent(service)
  expect(letters.map(({ to, subject }) => [to.address, subject.split(':')[0]])).toEqual([
    ['carla@example.com', 'E-mail address changed'],
    ['dora@example.com', 'Booking confirmed'],
  ])
  expect(letters[0]!.text).not.toMatch(/Double|booking#/)
  expect(letters[1]!.text).toContain(`/booking#${code}.${changed.body.manageToken}`)
})

test('a stay added to a group is told with what stands beside it (contract-groups)', async () => {
  await using service = await startGroups()
  const { call } = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const { code } = await place({ call })
  await sent(service)
  const path = `/v1/panel/booking-groups/${code}/stays`
  const added = await call('POST', path, { body: SUITE })
  expect(added.status).toBe(201)
  const letters = await sent(service)
  expect(letters).toHaveLength(1)
  expectInOrder(letters[0]!.text, [
    'Part of your booking is now confirmed.',
    '3. Suite',
    'WHAT STANDS AS BEFORE',
    '1. Double',
    'Total: €1,000.00',
  ])
})
