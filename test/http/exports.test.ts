import { expect, test } from 'bun:test'
import { parse } from 'csv-parse/sync'
import { createLog } from '../../src/log.ts'
import { addDay, book, OPTION_ROOMS, sell } from '../support/bookings.ts'
import { note, pay } from '../support/desk.ts'
import { eventually } from '../support/http.ts'
import type { Answer } from '../support/matchers.ts'
import { makeRate, setRateDay } from '../support/rates.ts'
import { startService, TODAY } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { putTerms } from '../support/terms.ts'
import { signIn } from '../support/users.ts'

// Files of bookings, arrivals, departures and days (issue 18, part 4).

const APRIL = 'from=2027-04-01&to=2027-04-30'

/** The rows of a file under its heads, by them. */
function rowsOf({ status, text }: Answer, delimiter = ','): Record<string, string>[] {
  expect([status, text.length > 0]).toEqual([200, true])
  return parse(text, { delimiter, columns: true, bom: true, record_delimiter: '\r\n' })
}

const exported = (path: string) => `/v1/panel/exports/${path}`

test('bookings are a file by the filters of the list, with what the desk keeps, and its owners read who took it', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service, { nights: 20 })
  const guest = { firstName: '=1+1', lastName: 'Çelik; "Kızı"', email: 'a@example.com' }
  const code = (await book(service.call, { guest, specialRequests: 'Late\narrival' })).body.code
  const other = (await book(service.call, { checkin: '2027-04-02', checkout: '2027-04-03' })).body
  await note(manager, code, { roomNumber: '204', note: '@home', tags: ['VIP', 'Cot'] })
  await pay(manager, code, { amountCents: 12_345, method: 'cash' })

  const answer = await manager.call('GET', exported(`bookings?${APRIL}&q=celik&language=tr`))
  expect(answer.text).toStartWith('Kod;Durum;Ad;Soyad;')
  expect(answer.headers.get('content-type')).toStartWith('text/csv;charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="alfa-rezervasyonlar-2027-04-01-2027-04-30.csv"',
  )
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.text.replaceAll('\r\n', '')).not.toContain('\r')
  const rows = rowsOf(answer, ';')
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({
    ...{ Kod: code, Durum: 'Onaylı', Ad: "'=1+1", Soyad: 'Çelik; "Kızı"' },
    ...{ Giriş: '2027-04-01', Çıkış: '2027-04-03', Gece: '2', 'Oda tipi': 'Room DBL' },
    ...{ 'Oda numarası': '204', Not: "'@home", Etiketler: 'VIP, Cot' },
    ...{ 'Özel istekler': 'Late\narrival', Toplam: '200,00', Ödenen: '123,45', Kalan: '76,55' },
  })
  const english = rowsOf(
    await manager.call('GET', exported(`bookings?${APRIL}&q=${other.code}`), {
      headers: { 'accept-language': 'de, en;q=0.5' },
    }),
  )
  expect(english).toMatchObject([{ Code: other.code, Total: '100.00', Booked: '2027-03-10 12:00' }])

  const { body } = await manager.call('GET', '/v1/panel/history?entity=export')
  const byRoom = rowsOf(await manager.call('GET', exported(`bookings?${APRIL}&q=20`)))
  expect(byRoom.map((row) => row.Code)).toEqual([code])
  expect(rowsOf(await manager.call('GET', exported(`bookings?${APRIL}&q=%21`)))).toEqual([])
  expect(body.items).toMatchObject([
    { id: 'bookings', after: { from: '2027-04-01', to: '2027-04-30', rows: 1, q: other.code } },
    { id: 'bookings', actor: { id: manager.user.id }, before: null, after: { rows: 2 } },
  ])
  expect(JSON.stringify(body.items)).not.toContain('hotelId')
})

test('the file has what a PMS needs of a booking: guests, invoice, extras, payment, commission, reservation and hold (contract-groups)', async () => {
  await using service = await startService({ rooms: OPTION_ROOMS })
  const { manager, agent, admin } = await hireStaff(service)
  await sell(service)
  await putTerms(manager, { creditLimitCents: null })
  const transfer = { code: 'TRANSFER', name: 'Transfer', per: 'stay', priceCents: 1_500, max: 4 }
  await admin.call('POST', '/v1/panel/extras?hotel=alfa', { body: transfer })
  await admin.call('PATCH', '/v1/admin/agencies/DELTA', { body: { optionDays: 5 } })
  const taxes = [{ code: 'VAT', name: 'VAT', percentBp: 1_000 }]
  await manager.call('PATCH', '/v1/panel/hotel', { body: { taxes } })
  const stay = {
    ...{ roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03', adults: 1 },
    childAges: [4],
    guestNames: [{ firstName: 'Can', lastName: 'Çelik', isChild: true }],
    extras: [{ code: 'TRANSFER', quantity: 2 }],
  }
  const guest = { firstName: 'Ada', lastName: 'Çelik', email: 'ada@example.com' }
  const guarantee = { type: 'deposit', reference: 'V-1', amountCents: 5_000 }
  const placed = await agent.call('POST', '/v1/acenta/booking-groups', {
    body: {
      ...{ hotelSlug: 'alfa', guest, stays: [stay, { ...stay, extras: [], guestNames: [] }] },
      ...{ arrivalTime: '22:30', holdUntil: '2027-03-12T12:00:00Z' },
      company: { name: '=Ege', taxNumber: '123', taxOffice: 'Beşiktaş', email: 'ege@example.com' },
      payment: { collect: 'agency', guarantee },
    },
  })
  expect(placed.status).toBe(201)
  const { code } = placed.body
  const rows = rowsOf(await manager.call('GET', exported(`bookings?${APRIL}`)))
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({
    ...{ Group: code, 'Place in group': '1', 'Arrival time': '22:30' },
    ...{ 'Further guests': 'Can Çelik (child)', Company: "'=Ege", 'Tax number': '123' },
    ...{ 'Tax office': 'Beşiktaş', 'Company address': '', 'Company e-mail': 'ege@example.com' },
    ...{ Extras: '2 × Transfer', 'Extras total': '30.00', Payable: '230.00', Due: '230.00' },
    ...{ 'Collected by': 'Agency', Guarantee: 'Deposit', 'Guarantee reference': 'V-1' },
    ...{ 'Guaranteed amount': '50.00', Commission: '20.00', 'Held until': '2027-03-12 15:00' },
    ...{ 'Commission in per cent': '10.00', 'Taxes in extras': '2.73' },
  })
  expect(rows[1]).toMatchObject({ 'Further guests': '', Extras: '', Payable: '200.00' })
  const turkish = rowsOf(await manager.call('GET', exported(`bookings?${APRIL}&language=tr`)), ';')
  expect(turkish[0]).toMatchObject({ Garanti: 'Kapora', 'Diğer konuklar': 'Can Çelik (çocuk)' })
})

test('a file begins with the byte order mark', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const headers = { authorization: `Bearer ${manager.token}` }
  const request = new Request(`http://localhost${exported('arrivals')}`, { headers })
  const bytes = await (await service.app.handle(request)).bytes()
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
})

test('arrivals and departures are those who come and go on a day or in a range', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service, { from: TODAY, nights: 10 })
  const stay = { checkin: TODAY, checkout: addDay(TODAY, 2) }
  const { code } = (await book(service.call, stay)).body
  const cancelled = (await book(service.call, stay)).body
  await manager.call('POST', `/v1/bookings/${cancelled.code}/cancel`, { body: {} })
  const next = (await book(service.call, { ...stay, checkin: addDay(TODAY, 1) })).body

  const codes = async (path: string) =>
    rowsOf(await manager.call('GET', exported(path))).map((row) => row.Code!)
  expect(await codes('arrivals')).toEqual([code])
  expect(await codes(`arrivals?from=${TODAY}&to=${addDay(TODAY, 1)}`)).toEqual([code, next.code])
  expect(await codes(`departures?from=${addDay(TODAY, 2)}`)).toEqual([code, next.code])
  expect(await codes('departures')).toEqual([])
  const sleeping = (day: string) =>
    codes(`bookings?dateField=stay&status=confirmed&from=${day}&to=${day}`)
  expect(await sleeping(TODAY)).toEqual([code])
  expect(await sleeping(addDay(TODAY, 1))).toEqual([code, next.code])
  expect(await sleeping(addDay(TODAY, 2))).toEqual([])
})

test('the calendar is a row for each day, room type and rate on sale, as the pull of rates has them', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service, { nights: 3 })
  await makeRate(service, {
    rateCode: 'NRF',
    roomCodes: ['DBL'],
    pricing: { type: 'derived', percentBp: -1_000 },
  })
  await makeRate(service, { rateCode: 'OFF', active: false })
  await setRateDay(service, {
    date: '2027-04-02',
    rateCode: 'NRF',
    minStay: 3,
    closedToArrival: true,
  })

  const range = 'from=2027-04-01&to=2027-04-04'
  const rows = rowsOf(await manager.call('GET', exported(`calendar?${range}`)))
  expect(rows).toHaveLength(4 * 3)
  expect(rows.filter((row) => row['Rate code'] === 'NRF')).toMatchObject([
    { Date: '2027-04-01', Price: '90.00', 'Rooms left': '5', 'Closed for sale': 'no' },
    { Date: '2027-04-02', 'Minimum stay': '3', 'Closed to arrival': 'yes' },
    { Date: '2027-04-03', 'Minimum stay': '', 'Maximum stay': '' },
    { Date: '2027-04-04', Price: '', 'Rooms left': '0', 'Closed for sale': 'yes' },
  ])
  const { body } = await manager.call('GET', `/v1/panel/rates/days?${range}&roomCode=DBL`)
  const std = rows.filter((row) => row['Room type code'] === 'DBL' && row['Rate code'] === 'STD')
  expect(std.map((row) => Number(row.Price || 0) * 100)).toEqual(
    body.rooms[0].rates[0].days.map(({ priceCents }: { priceCents: number }) => priceCents),
  )
})

test('room types are called in a file what they are called in its language, as on the pages', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  await book(service.call)
  const body = { translations: { tr: { name: 'Çift kişilik oda' } } }
  expect((await manager.call('PATCH', '/v1/panel/rooms/DBL', { body })).status).toBe(200)
  const named = async (what: string, language: string, head: string) => {
    const path = exported(`${what}?from=2027-04-01&to=2027-04-01&language=${language}`)
    const rows = rowsOf(await manager.call('GET', path), language === 'tr' ? ';' : ',')
    return rows.filter((row) => Object.values(row).includes('DBL')).map((row) => row[head])
  }
  for (const what of ['bookings', 'calendar']) {
    expect(await named(what, 'tr', 'Oda tipi')).toEqual(['Çift kişilik oda'])
    expect(await named(what, 'en', 'Room type')).toEqual(['Room DBL'])
  }
})

test('an export spans at most 366 days, and its range is said', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const wrong = async (path: string) => {
    const answer = await manager.call('GET', exported(path))
    expect(answer).toBeProblem(422, 'validation_failed')
    return answer.body.errors[0].code
  }
  expect(await wrong('calendar?from=2027-01-01&to=2028-01-02')).toBe('range_too_large')
  expect(await wrong('bookings?from=2027-01-01&to=2028-01-02')).toBe('range_too_large')
  expect(await wrong('arrivals?from=2027-01-01&to=2028-01-02')).toBe('range_too_large')
  expect(await wrong('bookings?to=2027-01-01')).toBe('required')
  expect(await wrong('departures?from=2027-01-02&to=2027-01-01')).toBe('range_reversed')
  expect(
    (await manager.call('GET', exported('calendar?from=2027-01-01&to=2028-01-01'))).status,
  ).toBe(200)
  // What was refused is nobody's export.
  const { body } = await manager.call('GET', '/v1/panel/history?entity=export')
  expect(body.items).toHaveLength(1)
})

test('who may only read exports nothing; front desk and revenue do; another hotel is not there', async () => {
  await using service = await startService()
  const { bravoManager, admin } = await hireStaff(service)
  const { alfa } = service
  for (const [role, status] of [
    ['read_only', 403],
    ['front_desk', 200],
    ['revenue', 200],
    ['owner', 200],
  ] as const) {
    const memberships = [{ hotelId: alfa.id, role }]
    const { call } = await signIn(service, 'hotel_manager', { name: role, memberships })
    for (const path of [`bookings?${APRIL}`, 'arrivals', 'departures', `calendar?${APRIL}`])
      expect([role, path, (await call('GET', exported(path))).status]).toEqual([role, path, status])
  }
  const asked = `bookings?${APRIL}&hotel=alfa`
  expect(await bravoManager.call('GET', exported(asked))).toBeProblem(404, 'not_found')
  expect((await admin.call('GET', exported(asked))).status).toBe(200)
})

test('one at a time an account, until it is taken or given up', async () => {
  await using service = await startService()
  const { manager, chief } = await hireStaff(service)
  await makeRate(service, { rateCode: 'NRF' })
  const path = exported('calendar?from=2027-01-01&to=2028-01-01&hotel=alfa')
  const headers = { authorization: `Bearer ${manager.token}` }
  const ask = () => service.app.handle(new Request(`http://localhost${path}`, { headers }))
  for (const leave of [
    (response: Response) => response.body!.cancel(),
    (response: Response) => response.text(),
  ]) {
    const untaken = await ask()
    expect(untaken.status).toBe(200)
    const second = await manager.call('GET', path)
    expect(second).toBeProblem(429, 'rate_limited')
    expect(second.headers.get('retry-after')).toBe('10')
    expect((await chief.call('GET', path)).status).toBe(200)
    await leave(untaken)
  }
  expect((await manager.call('HEAD', path)).status).toBe(200)
  expect((await manager.call('GET', path)).status).toBe(200)
  // One each that was taken, or begun to be: neither that which was refused nor a look at the headers.
  const { body } = await manager.call('GET', '/v1/panel/history?entity=export')
  expect(body.items).toHaveLength(5)
})

test('a reading that begins anew, for its connection was lost, writes nothing twice', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  await book(service.call)
  const { snapshot } = service.store.exports
  service.store.exports = {
    snapshot: async (read) => {
      await snapshot(read)
      return await snapshot(read)
    },
  }
  const answer = await manager.call('GET', exported(`bookings?${APRIL}`))
  expect(answer.text.match(/First name/g)).toHaveLength(1)
  expect(rowsOf(answer)).toHaveLength(1)
})

test('where no file can be written it is 503, nobody is noted to have exported, and the next may try', async () => {
  await using service = await startService({ log: createLog('error', () => {}) })
  const { manager } = await hireStaff(service)
  const folder = process.env.TMPDIR
  process.env.TMPDIR = '/nonexistent'
  try {
    const answer = await manager.call('GET', exported('arrivals'))
    expect(answer).toBeProblem(503, 'unavailable')
    expect(answer.headers.get('retry-after')).toBe('10')
  } finally {
    if (folder === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = folder
  }
  const { body } = await manager.call('GET', '/v1/panel/history?entity=export')
  expect(body.items).toEqual([])
  expect((await manager.call('GET', exported('arrivals'))).status).toBe(200)
})

test('who goes away amid an export has another one at once', async () => {
  await using service = await startService({ listen: true })
  const { manager } = await hireStaff(service)
  for (let index = 0; index < 45; index++) await makeRate(service, { rateCode: `R${index}` })
  const url = `${service.url}${exported('calendar?from=2027-01-01&to=2028-01-01')}`
  const headers = { authorization: `Bearer ${manager.token}` }
  for (let time = 0; time < 3; time++) {
    const gone = new AbortController()
    // Before the answer, and while it is sent.
    const asked = fetch(url, { headers, signal: gone.signal }).catch(() => undefined)
    if (time > 0) await asked
    gone.abort()
    await asked
  }
  const answered = async () => {
    const { status } = await manager.call('GET', exported('arrivals'))
    return status === 200
  }
  await eventually(answered)
})
