import { expect, test } from 'bun:test'
import { MEMBER_ROLES } from '../../src/domain/accounts/membership.ts'
import { findSnapshot } from '../../src/store/catalog/catalog.ts'
import { NO_HOTEL_CONTENT, NO_ROOM_CONTENT } from '../support/catalog.ts'
import { openSandbox } from '../support/sandbox.ts'
import { startService } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'
import { signIn } from '../support/users.ts'

// What guests are told of a hotel and its room types (issue 18).

const HOTEL = '/v1/panel/hotel'
const ROOM = '/v1/panel/rooms/DBL'
const CONTACT = {
  phone: '+90 (212) 555 01 00',
  email: 'info@alfa.example',
  website: 'https://www.alfa.example/otel?dil=tr',
}
const TEXTS = {
  en: { description: 'By the sea.\n\nBreakfast from 7.', policies: 'No pets.' },
  tr: { description: 'Denize sıfır.', policies: 'Evcil hayvan kabul edilmez.' },
}
const BEDS = [
  { kind: 'king', count: 1 },
  { kind: 'sofa', count: 2 },
]
const TOLD = {
  beds: BEDS,
  sizeM2: 36,
  amenities: ['wifi', 'balcony'],
  translations: {
    en: { name: 'Double', description: null },
    tr: { name: 'Çift kişilik oda', description: 'Deniz manzaralı.' },
  },
}

test('an owner says how the hotel is reached, when guests come and go, and what they are told in two languages; everybody reads it, the history tells it, partners and Bravo are told as ever', async () => {
  await using service = await startService()
  const { manager, bravoManager, admin, nobody } = await hireStaff(service)
  const { alfa } = service
  const mapped = (await alfa.call('GET', '/mapping')).body
  const hours = { address: 'Kordon 1', checkinTime: '15:00', checkoutTime: '11:00' }
  const body = { ...CONTACT, ...hours, translations: TEXTS }
  const changed = await manager.call('PATCH', HOTEL, { body })

  expect(changed.status).toBe(200)
  expect(changed.body).toMatchObject({ slug: 'alfa', ...body })
  for (const { call } of [manager, admin])
    expect((await call('GET', `${HOTEL}?hotel=alfa`)).body).toEqual(changed.body)
  const { checkinTime, checkoutTime } = hours
  const page = (await nobody('GET', '/v1/hotels/alfa')).body
  expect(page).toMatchObject({ ...CONTACT, checkinTime, checkoutTime, translations: TEXTS })
  expect((await alfa.call('GET', '/mapping')).body).toEqual({
    ...mapped,
    hotel: { ...mapped.hotel, ...hours },
  })
  expect((await nobody('GET', '/v1/hotels/bravo')).body).toMatchObject(NO_HOTEL_CONTENT)
  const path = `${HOTEL}?hotel=alfa`
  expect(await bravoManager.call('PATCH', path, { body })).toBeProblem(404, 'not_found')

  const [entry] = await historyOf(admin, '?entity=hotel&id=alfa')
  expect(entry).toMatchObject({
    actor: { id: manager.user.id },
    before: { ...NO_HOTEL_CONTENT, checkinTime: '14:00' },
    after: { ...CONTACT, translations: TEXTS },
  })
  const own = (await manager.call('GET', '/v1/panel/history?entity=hotel')).body.items
  expect(own).toHaveLength(1)
  expect(own[0].after).toMatchObject({ website: CONTACT.website })
})

test('one text changes and the others stay; null, or an empty text, takes one away', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const put = async (body: object) => (await manager.call('PATCH', HOTEL, { body })).body
  await put({ ...CONTACT, translations: TEXTS })

  const one = await put({ translations: { tr: { policies: 'Sessizlik 23.00’ten sonra.' } } })
  expect(one).toMatchObject({
    ...CONTACT,
    translations: { ...TEXTS, tr: { ...TEXTS.tr, policies: 'Sessizlik 23.00’ten sonra.' } },
  })
  const gone = await put({
    phone: null,
    translations: { en: { description: null, policies: '' }, tr: { description: '' } },
  })
  expect(gone.phone).toBeNull()
  expect(gone.translations).toEqual({
    en: { description: null, policies: null },
    tr: { description: null, policies: 'Sessizlik 23.00’ten sonra.' },
  })
  expect(await put({ translations: {} })).toEqual(gone)
})

test('a room type is told with beds, size, amenities and names in two languages, in its place, to everybody; the mapping has theirs by code and as they were', async () => {
  await using service = await startService({
    rooms: ['AAA', 'BBB', 'DBL', 'ZZZ'].map((roomCode) => ({ roomCode })),
  })
  const { manager, bravoManager, admin, nobody } = await hireStaff(service)
  const mapped = await service.alfa.call('GET', '/mapping')
  const changed = await manager.call('PATCH', ROOM, { body: { ...TOLD, position: 2 } })
  expect(changed.body).toMatchObject({ ...TOLD, position: 2, name: 'Room DBL' })
  const at = async (roomCode: string, position: number | null) =>
    await manager.call('PATCH', `/v1/panel/rooms/${roomCode}`, { body: { position } })
  await at('ZZZ', 1)
  await at('BBB', 2)

  const order = ['ZZZ', 'BBB', 'DBL', 'AAA']
  const codesOf = (rooms: { roomCode: string }[]) => rooms.map(({ roomCode }) => roomCode)
  const listed = (await manager.call('GET', '/v1/panel/rooms')).body.items
  expect(codesOf(listed)).toEqual(order)
  const page = (await nobody('GET', '/v1/hotels/alfa')).body
  expect(codesOf(page.rooms)).toEqual(order)
  const { position: _, ...shown } = page.rooms[2]
  expect(shown).toMatchObject(TOLD)
  expect(page.rooms[2].position).toBeUndefined()
  expect(page.rooms[0]).toMatchObject(NO_ROOM_CONTENT)
  expect((await service.alfa.call('GET', '/mapping')).text).toBe(mapped.text)
  const { rooms } = (await service.alfa.call('GET', '/rooms')).body
  expect(rooms[2]).toMatchObject({ ...TOLD, position: 2 })
  const days = '/v1/panel/availability?from=2027-04-01&to=2027-04-02'
  expect(codesOf((await manager.call('GET', days)).body.rooms)).toEqual([
    ...['AAA', 'BBB', 'DBL', 'ZZZ'],
  ])
  const path = `${ROOM}?hotel=alfa`
  expect(await bravoManager.call('PATCH', path, { body: TOLD })).toBeProblem(404, 'not_found')

  const [entry] = await historyOf(admin, '?entity=room_type&id=alfa/DBL')
  expect(entry).toMatchObject({ before: { ...NO_ROOM_CONTENT, position: null }, after: TOLD })
  await at('ZZZ', null)
  const last = (await manager.call('GET', '/v1/panel/rooms')).body.items
  expect(codesOf(last)).toEqual(['BBB', 'DBL', 'AAA', 'ZZZ'])
})

test('an admin makes a room type with all of it, and the calendar of a spreadsheet has the hotel’s order', async () => {
  await using service = await startService()
  const { manager, admin } = await hireStaff(service)
  const body = {
    ...{ roomCode: 'AST', name: 'Suite', maxAdults: 2, maxOccupancy: 2, boards: ['RO'] },
    ...{ ...TOLD, position: 5 },
  }
  const made = await admin.call('POST', '/v1/admin/hotels/alfa/rooms', { body })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject(TOLD)
  await manager.call('PATCH', '/v1/panel/rooms/SGL', { body: { position: 1 } })
  const range = 'from=2027-04-01&to=2027-04-01'
  const { text } = await manager.call('GET', `/v1/panel/exports/calendar?${range}&language=en`)
  const codes = text.trim().split('\r\n').slice(1)
  expect(codes.map((line) => line.split(',')[1])).toEqual(['SGL', 'AST', 'DBL'])
})

const long = (length: number) => 'ş'.repeat(length)

test.each<[path: string, code: string, body: object]>([
  ['/phone', 'wrong_format', { phone: 'call us' }],
  ['/phone', 'wrong_format', { phone: '' }],
  ['/email', 'wrong_format', { email: 'nobody@nowhere' }],
  ['/website', 'wrong_format', { website: 'www.alfa.example' }],
  ['/website', 'wrong_format', { website: 'javascript:alert(1)//a.b' }],
  ['/website', 'wrong_format', { website: 'https://bank.example@evil.example/' }],
  ['/website', 'wrong_format', { website: 'https://a.example/ b' }],
  ['/website', 'wrong_length', { website: `https://a.example/${'a'.repeat(483)}` }],
  ['/address', 'wrong_length', { address: '' }],
  ['/address', 'wrong_length', { address: long(501) }],
  ['/checkinTime', 'wrong_format', { checkinTime: '24:00' }],
  ['/checkoutTime', 'null_refused', { checkoutTime: null }],
  ['/translations/tr/description', 'wrong_length', translated({ description: long(3_001) })],
  ['/translations/tr/policies', 'wrong_text', translated({ policies: 'a\u0007b' })],
  ['/translations/tr/name', 'unknown_field', translated({ name: 'Alfa' })],
  ['/translations/de', 'unknown_field', { translations: { de: {} } }],
  ['/translations', 'null_refused', { translations: null }],
  ['/stars', 'unknown_field', { stars: 5 }],
  ['/currency', 'unknown_field', { currency: 'TRY' }],
  ['/active', 'unknown_field', { active: false }],
])('at %s of a hotel %s is refused, and nothing changes', async (path, code, body) => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const before = (await manager.call('GET', HOTEL)).body
  const answer = await manager.call('PATCH', HOTEL, { body })
  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors).toMatchObject([{ path, code }])
  expect((await manager.call('GET', HOTEL)).body).toEqual(before)
})

test.each<[path: string, code: string, body: object]>([
  ['/beds/0/kind', 'unknown_value', { beds: [{ kind: 'hammock', count: 1 }] }],
  ['/beds/0/count', 'out_of_range', { beds: [{ kind: 'double', count: 0 }] }],
  ['/beds/0/count', 'out_of_range', { beds: [{ kind: 'double', count: 21 }] }],
  ['/beds/0/count', 'required', { beds: [{ kind: 'double' }] }],
  ['/beds/1/kind', 'repeated', { beds: [BEDS[0], BEDS[0]] }],
  ['/beds', 'wrong_length', { beds: Array(8).fill(BEDS[0]) }],
  ['/sizeM2', 'out_of_range', { sizeM2: 0 }],
  ['/sizeM2', 'out_of_range', { sizeM2: 10_000 }],
  ['/sizeM2', 'wrong_type', { sizeM2: 22.5 }],
  ['/amenities/0', 'unknown_value', { amenities: ['helipad'] }],
  ['/amenities/1', 'repeated', { amenities: ['wifi', 'wifi'] }],
  ['/amenities', 'null_refused', { amenities: null }],
  ['/position', 'out_of_range', { position: -1 }],
  ['/position', 'out_of_range', { position: 1_000 }],
  ['/translations/tr/name', 'wrong_length', translated({ name: long(201) })],
  ['/translations/tr/name', 'wrong_text', translated({ name: 'a\nb' })],
  ['/translations/tr/description', 'wrong_length', translated({ description: long(5_001) })],
])('at %s of a room type %s is refused, and nothing changes', async (path, code, body) => {
  await using service = await startService()
  const { manager, admin } = await hireStaff(service)
  const before = (await manager.call('GET', '/v1/panel/rooms')).body
  for (const answer of [
    await manager.call('PATCH', ROOM, { body }),
    await admin.call('PATCH', '/v1/admin/hotels/alfa/rooms/DBL', { body }),
  ]) {
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors).toMatchObject([{ path, code }])
  }
  expect((await manager.call('GET', '/v1/panel/rooms')).body).toEqual(before)
})

test('the longest texts in both languages are taken in one body', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const texts = { description: long(3_000), policies: long(3_000) }
  const hotel = { translations: { en: texts, tr: texts } }
  expect((await manager.call('PATCH', HOTEL, { body: hotel })).body).toMatchObject(hotel)
  const room = { name: long(200), description: long(5_000) }
  const both = { description: long(5_000), translations: { en: room, tr: room } }
  expect((await manager.call('PATCH', ROOM, { body: both })).body).toMatchObject(both)
})

test('all four roles read it; the owner alone changes the hotel, revenue the room types, too (contract §5, Memberships)', async () => {
  await using service = await startService()
  const { alfa } = service
  for (const role of MEMBER_ROLES) {
    const memberships = [{ hotelId: alfa.id, role }]
    const { call } = await signIn(service, 'hotel_manager', { name: role, memberships })
    expect((await call('GET', HOTEL)).body).toMatchObject(NO_HOTEL_CONTENT)
    expect((await call('GET', '/v1/panel/rooms')).body.items[0]).toMatchObject(NO_ROOM_CONTENT)
    const hotel = await call('PATCH', HOTEL, { body: { phone: null } })
    const room = await call('PATCH', ROOM, { body: { sizeM2: null } })
    expect([role, hotel.status, room.status]).toEqual([
      role,
      role === 'owner' ? 200 : 403,
      role === 'owner' || role === 'revenue' ? 200 : 403,
    ])
  }
})

test('a sandbox is a copy of all of it (contract §2, Sandbox)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await manager.call('PATCH', HOTEL, { body: { ...CONTACT, translations: TEXTS } })
  await manager.call('PATCH', ROOM, { body: { ...TOLD, position: 3 } })
  const { id } = await openSandbox(service)
  const { hotel, rooms } = (await findSnapshot(service.store, id))!
  expect(hotel).toMatchObject({ ...CONTACT, translations: TEXTS })
  expect(rooms[0]).toMatchObject({ ...TOLD, position: 3 })
})

function translated(texts: object) {
  return { translations: { tr: texts } }
}
