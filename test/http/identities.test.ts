import { expect, test } from 'bun:test'
import { parse } from 'csv-parse/sync'
import { createLog } from '../../src/log.ts'
import { deleteOldIdentities } from '../../src/store/bookings/identities.ts'
import { createVault } from '../../src/store/engine/vault.ts'
import { book, CARLA, sell } from '../support/bookings.ts'
import { note } from '../support/desk.ts'
import { IN_HOUSE, identify, isHidden, ofTurkey, stay, visitor } from '../support/identities.ts'
import { asGuest } from '../support/manage.ts'
import { readBooking } from '../support/panel-booking.ts'
import { count, DAY_MS, prune } from '../support/retention.ts'
import { startService } from '../support/service.ts'
import { hireStaff, historyOf, signInAgain } from '../support/staff.ts'
import { date } from '../support/store.ts'
import { signIn } from '../support/users.ts'
import { queueEvents } from '../support/webhooks.ts'

// Who stays, as hotels in Türkiye report it each day (issue 18): beside the booking (contract §3, last paragraph).

const exported = (query = '') => `/v1/panel/exports/identities${query}`
const rows = (text: string, delimiter = ','): Record<string, string>[] =>
  parse(text, { delimiter, columns: true, bom: true, record_delimiter: '\r\n' })

test('the desk writes who stays, reads it again, and the history tells of both without a word of what it was', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const receptionist = await signIn(service, 'hotel_manager', {
    name: 'Deniz',
    memberships: [{ hotelId: service.alfa.id, role: 'front_desk' }],
  })
  const code = await stay(service)
  const path = `/v1/panel/bookings/${code}/identities`
  expect((await receptionist.call('GET', path)).body).toEqual({
    ...{ revision: 0, guests: [], isReadable: true },
  })

  const written = await identify(receptionist, code, [ofTurkey, visitor])
  const guests = [{ birthDate: null, gender: null, ...ofTurkey }, visitor]
  expect([written.status, written.body]).toEqual([200, { revision: 1, guests, isReadable: true }])
  const read = await manager.call('GET', path)
  expect(read.body).toEqual(written.body)
  expect(read.headers.get('cache-control')).toBe('private, no-store')
  // Over what was written before only by who knows it.
  expect(await identify(manager, code, [visitor])).toBeProblem(409, 'revision_conflict')
  expect((await identify(manager, code, [], 1)).body).toMatchObject({ revision: 2, guests: [] })

  const trail = await readBooking(manager, code)
  expect(trail.deskHistory.map(({ before, after }: any) => [before, after])).toEqual([
    [null, { identities: 'written', count: 0 }],
    [null, { identities: 'seen', count: 2 }],
    [null, { identities: 'written', count: 2 }],
  ])
  expect(trail.deskHistory[2].actor.name).toBe('Deniz')
  expect(trail.revisions).toHaveLength(1)
})

test('a Turkish number is held to its digits, everybody else to a date of birth, all of them to the party', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const code = await stay(service)
  const refused = async (guest: object, place: string, flaw: string) => {
    const answer = await identify(manager, code, [guest])
    expect(answer).toBeProblem(422, 'validation_failed')
    const [{ path, code: found }] = answer.body.errors
    expect([path, found]).toEqual([`/guests/0${place}`, flaw])
  }

  for (const documentNumber of [
    '10000000147',
    '10000000156',
    '1000000014',
    '00000000000',
    'A0000000146',
  ])
    await refused({ ...ofTurkey, documentNumber }, '/documentNumber', 'wrong_number')
  await refused({ ...visitor, birthDate: null }, '/birthDate', 'required')
  await refused({ ...visitor, birthDate: '2027-03-11' }, '/birthDate', 'in_future')
  await refused({ ...visitor, birthDate: '1899-12-31' }, '/birthDate', 'date_in_past')
  await refused({ ...visitor, birthDate: '1990-02-30' }, '/birthDate', 'invalid_date')
  await refused({ ...visitor, nationality: 'XQ' }, '/nationality', 'unknown_country')
  await refused({ ...visitor, documentKind: 'library_card' }, '/documentKind', 'unknown_value')
  await refused({ ...visitor, gender: 'x' }, '/gender', 'unknown_value')
  await refused({ ...visitor, documentNumber: '=1+1' }, '/documentNumber', 'wrong_format')
  await refused({ ...visitor, room: '1' }, '/room', 'unknown_field')
  // A passport of Türkiye has a number of its own.
  const passport = { ...visitor, nationality: 'TR', documentNumber: 'U12345678' }
  expect((await identify(manager, code, [passport])).status).toBe(200)
  const crowd = await identify(manager, code, [visitor, visitor, visitor], 1)
  expect(crowd).toBeProblem(422, 'validation_failed')
  expect(crowd.body.errors).toMatchObject([{ path: '/guests', code: 'too_many' }])

  await service.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  expect(await identify(manager, code, [visitor], 1)).toBeProblem(409, 'transition_invalid')
  expect((await identify(manager, code, [], 1)).status).toBe(200)
})

test('nobody but the desk and owners is told: no admin, no other role, hotel, guest, partner, log or row of the database', async () => {
  const lines: string[] = []
  await using service = await startService({
    log: createLog('debug', (line) => void lines.push(line)),
  })
  const staff = await hireStaff(service)
  const { manager, admin, bravoManager, agent } = staff
  const member = (role: 'revenue' | 'read_only') =>
    signIn(service, 'hotel_manager', {
      name: role,
      memberships: [{ hotelId: service.alfa.id, role }],
    })
  const code = await stay(service)
  expect((await identify(manager, code, [ofTurkey, visitor])).status).toBe(200)
  await manager.call('GET', `/v1/panel/bookings/${code}/identities`)
  await identify(manager, code, [{ ...ofTurkey, documentNumber: '55555555555' }], 1)
  await queueEvents(service)

  const path = `/v1/panel/bookings/${code}/identities`
  for (const role of ['revenue', 'read_only'] as const) {
    const who = await member(role)
    expect(await who.call('GET', path)).toBeProblem(403, 'role_missing')
    expect(await who.call('GET', exported())).toBeProblem(403, 'role_missing')
  }
  expect(await admin.call('GET', `${path}?hotel=alfa`)).toBeProblem(403, 'forbidden')
  expect(await admin.call('GET', exported('?hotel=alfa'))).toBeProblem(403, 'forbidden')
  expect(await bravoManager.call('GET', path)).toBeProblem(404, 'not_found')
  const range = 'from=2027-03-01&to=2027-12-31'
  const answers = await Promise.all([
    service.call('GET', `/v1/bookings/${code}?email=${CARLA}`),
    service.alfa.call('GET', `/bookings?${range}`),
    service.alfa.call('GET', '/changes?limit=500'),
    agent.call('GET', '/v1/acenta/bookings'),
    manager.call('GET', `/v1/panel/bookings/${code}`),
    manager.call('GET', '/v1/panel/bookings'),
    manager.call('GET', '/v1/panel/history'),
    manager.call('GET', `/v1/panel/exports/bookings?${range}`),
    admin.call('GET', '/v1/admin/history'),
  ])
  for (const { status, text } of answers) {
    expect(status).toBe(200)
    isHidden(text)
  }
  isHidden(lines.join('\n'))
  const { t, db } = service.store
  isHidden(JSON.stringify(await db.select().from(t.bookingIdentity)))
  isHidden(JSON.stringify(await db.select().from(t.audit)))
})

test('what was sealed with another key, or beside another booking, is told as unreadable and can be written anew', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const code = await stay(service)
  const other = (await book(service.call)).body.code
  await identify(manager, code, [ofTurkey])
  await identify(manager, other, [visitor])
  const { t } = service.store
  const [first, second] = await service.store.db.select().from(t.bookingIdentity)
  await service.store.tx((tx) => tx.db.update(t.bookingIdentity).set({ sealed: second!.sealed }))
  const unreadable = { revision: 1, guests: [], isReadable: false }
  const read = (of: string) => manager.call('GET', `/v1/panel/bookings/${of}/identities`)
  expect((await read(code)).body).toEqual(unreadable)
  expect((await read(other)).body.isReadable).toBe(true)
  const sealed = await createVault('another key that is long enough, too').seal('[]')
  await service.store.tx((tx) => tx.db.update(t.bookingIdentity).set({ sealed }))
  expect((await read(other)).body).toEqual(unreadable)
  expect(first!.sealed).not.toBe(second!.sealed)
  expect((await identify(manager, other, [visitor], 1)).body).toMatchObject({ revision: 2 })
  expect((await read(other)).body.guests).toEqual([visitor])
})

test('the report of a day has who is in house or has arrived, says who lacks, and its owners read who took it', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  await sell(service, { nights: 20 })
  const make = async (checkin: string, checkout: string) =>
    (await book(service.call, { checkin, checkout, adults: 2 })).body.code as string
  const early = await make('2027-04-01', '2027-04-04')
  const today = await make('2027-04-02', '2027-04-03')
  const late = await make('2027-04-01', '2027-04-02')
  const gone = await make('2027-04-01', '2027-04-04')
  const absent = await make('2027-04-02', '2027-04-04')
  service.clock.nowMs = Date.parse('2027-04-02T12:00:00Z')
  const manager = await signInAgain(service, staff.manager)
  await note(manager, early, { arrivedAt: '2027-04-01T12:00:00Z', roomNumber: '=204' })
  await note(manager, today, { arrivedAt: '2027-04-02T11:00:00Z' })
  // 01:30 of 2 April in Istanbul.
  await note(manager, late, { arrivedAt: '2027-04-01T22:30:00Z' })
  await note(manager, gone, { arrivedAt: '2027-04-01T12:00:00Z', leftAt: '2027-04-02T08:00:00Z' })
  await identify(manager, early, [ofTurkey, { ...visitor, lastName: '@Weiß' }])
  await identify(manager, late, [visitor])
  await identify(manager, absent, [visitor])

  const house = await manager.call('GET', exported('?language=tr'))
  expect(house.headers.get('content-disposition')).toBe(
    'attachment; filename="alfa-kimlikler-2027-04-02.csv"',
  )
  const found = rows(house.text, ';')
  expect(found.map((row) => [row.Kod, row.Soyad, row['Kimliği girilmeyen konuk']])).toEqual([
    [early, 'Demir', ''],
    [early, "'@Weiß", ''],
    [today, '', '2'],
  ])
  expect(found[0]).toMatchObject({
    ...{ 'Oda numarası': "'=204", Ad: 'Yusuf', Uyruk: 'TR', 'Belge türü': 'Kimlik kartı' },
    ...{ 'Belge numarası': ofTurkey.documentNumber, 'Giriş yaptı': '2027-04-01 15:00' },
  })
  const arrivals = rows((await manager.call('GET', exported('?list=arrivals&language=en'))).text)
  expect(arrivals.map((row) => [row.Code, row['Last name'], row['Date of birth']])).toEqual([
    [late, 'Weiß', '1990-05-17'],
    [late, '', ''],
    [today, '', ''],
  ])
  const { body } = await manager.call('GET', '/v1/panel/history?entity=export')
  expect(body.items.map(({ id, after }: any) => [id, after])).toEqual([
    ['identities', { ...IN_HOUSE, list: 'arrivals', rows: 3 }],
    ['identities', { ...IN_HOUSE, list: 'in_house', rows: 3 }],
  ])
  isHidden(JSON.stringify(await historyOf(await signInAgain(service, staff.admin))))
})

test('retention deletes who stayed 90 days after check-out, counted from where the check-out has moved', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  await sell(service, { nights: 20 })
  const code = await stay(service)
  const longer = (await book(service.call)).body.code
  await identify(staff.manager, code, [ofTurkey])
  await identify(staff.manager, longer, [visitor])
  const change = { ...asGuest(longer), checkout: '2027-04-10' }
  expect((await service.call('PATCH', `/v1/bookings/${longer}`, { body: change })).status).toBe(200)
  const ninetyDaysAfter = async (instant: string, left: number) => {
    service.clock.nowMs = Date.parse(instant) + 90 * DAY_MS
    await prune(service)
    expect(await count(service, 'booking_identity')).toBe(left)
  }

  await ninetyDaysAfter('2027-04-03T23:59:59.999Z', 2)
  await ninetyDaysAfter('2027-04-04T00:00:00.000Z', 1)
  await ninetyDaysAfter('2027-04-10T23:59:59.999Z', 1)
  await ninetyDaysAfter('2027-04-11T00:00:00.000Z', 0)
  // The booking itself stays.
  expect(await count(service, 'booking')).toBe(2)
})

test('retention passes over who is on the 90th day, and keeps whose check-out has moved onto it', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const code = await stay(service)
  await identify(manager, code, [visitor])
  const passes = async (before: string, looked: number, left: number) => {
    const deleted = service.store.tx((tx) => deleteOldIdentities(tx, date(before)))
    expect([await deleted, await count(service, 'booking_identity')]).toEqual([looked, left])
  }
  // Of five hundred that it looked at it would look again and again.
  await passes('2027-04-03', 0, 1)
  const change = { ...asGuest(code), checkout: '2027-04-05' }
  expect((await service.call('PATCH', `/v1/bookings/${code}`, { body: change })).status).toBe(200)
  await passes('2027-04-05', 1, 1)
  await passes('2027-04-05', 0, 1)
  await passes('2027-04-06', 1, 0)
})
