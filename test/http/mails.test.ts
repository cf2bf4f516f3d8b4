import { expect, test } from 'bun:test'
import type { Letter } from '../../src/outbox/mail/smtp.ts'
import { publishUnacked } from '../../src/service/bookings/unacked.ts'
import { changeHotel } from '../../src/service/catalog/catalog.ts'
import { pruneOld } from '../../src/service/retention.ts'
import { book, CARLA, sell } from '../support/bookings.ts'
import { mailsOf, postman, scriptAnswers, startMailing } from '../support/mails.ts'
import { asGuest } from '../support/manage.ts'
import { askMetrics } from '../support/metrics.ts'
import { type Settings, startService, type TestService } from '../support/service.ts'
import { signIn } from '../support/users.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const MANAGER = { type: 'user', id: 'a manager' } as const

/** A service with rooms on sale, an owner of Alfa and what its mail server takes. */
async function start(settings: Settings = {}) {
  const service = await startMailing(settings)
  await sell(service)
  const owner = await signIn(service, 'hotel_manager', {
    name: 'owner',
    hotelIds: [service.alfa.id],
  })
  const server = scriptAnswers()
  const { work } = postman(service, server)
  return {
    service,
    owner,
    ...server,
    work,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

const kindsOf = async (service: TestService) => (await mailsOf(service)).map(({ kind }) => kind)

/** A line of a mail's text. */
const lineOf = ({ text }: Letter, label: string) =>
  text.split('\n').find((line) => line.startsWith(`${label}:`))

test('a guest is told of confirmation, change, cancellation and reinstatement, each once', async () => {
  await using started = await start()
  const { service, owner, letters, work } = started
  const { code } = (await book(service.call)).body
  const path = `/v1/bookings/${code}`
  await service.call('PATCH', path, {
    body: { ...asGuest(code), checkout: '2027-04-04', adults: 1 },
  })
  // Nothing of it is new.
  await service.call('PATCH', path, { body: { ...asGuest(code), adults: 1 } })
  await service.call('PATCH', path, { body: { ...asGuest(code), adults: 2, simulate: true } })
  await service.call('POST', `${path}/cancel`, { body: { ...asGuest(code), reason: 'Ill' } })
  await service.call('POST', `${path}/cancel`, { body: asGuest(code) })
  expect((await owner.call('POST', `/v1/panel/bookings/${code}/reinstate`)).status).toBe(200)
  await work()
  expect(await kindsOf(service)).toEqual([
    'confirmation',
    'change',
    'cancellation',
    'reinstatement',
  ])
  expect(letters.map(({ subject }) => subject)).toEqual([
    `Booking confirmed: Hotel alfa, ${code}`,
    `Booking changed: Hotel alfa, ${code}`,
    `Booking cancelled: Hotel alfa, ${code}`,
    `Booking confirmed again: Hotel alfa, ${code}`,
  ])
  const [confirmation, change, cancellation] = letters as [Letter, Letter, Letter]
  expect(confirmation).toMatchObject({
    from: { name: 'Hotel alfa', address: 'rooms@roomwire.example' },
    to: { name: 'Carla Çelik', address: CARLA },
    replyTo: { name: 'Hotel alfa', address: 'desk@alfa.example' },
  })
  expect(confirmation.text).toContain('Dear Carla Çelik,')
  expect(lineOf(confirmation, 'Booking code')).toEndWith(code)
  expect(lineOf(confirmation, 'Check-in')).toBe('Check-in: Thu, 1 April 2027, from 14:00')
  expect(lineOf(confirmation, 'Check-out')).toBe('Check-out: Sat, 3 April 2027, until 12:00')
  expect(lineOf(confirmation, 'Total')).toBe('Total: €200.00')
  expect(lineOf(confirmation, 'Cancellation')).toBe('Cancellation: Free at any time')
  expect(lineOf(change, 'Total')).toBe('Total: €300.00 (before: €200.00)')
  expect(lineOf(change, 'Guests')).toBe('Guests: 1 adult (before: 2 adults)')
  expect(lineOf(change, 'Room')).toBe('Room: Room DBL')
  expect(lineOf(cancellation, 'Reason')).toBeUndefined()
  expect(lineOf(cancellation, 'Cancellation fee')).toBe('Cancellation fee: None')
  for (const { html } of letters) expect(html).toContain(code)
})

test('a booking that is given another address is told of there as a new one; the former hears that it was', async () => {
  await using started = await start()
  const { service, letters, work } = started
  const { code } = (await book(service.call)).body
  const guest = { firstName: 'Carla', lastName: 'Çelik', email: 'other@example.com' }
  const path = `/v1/bookings/${code}`
  expect((await service.call('PATCH', path, { body: { ...asGuest(code), guest } })).status).toBe(
    200,
  )
  await work()
  const told = letters.map(({ to, subject }) => `${to.address} ${subject.split(':')[0]}`)
  expect(told.toSorted()).toEqual([
    `${CARLA} Booking confirmed`,
    `${CARLA} E-mail address changed`,
    'other@example.com Booking confirmed',
  ])
  const former = letters.find(({ subject }) => subject.startsWith('E-mail'))!
  expect(former.text).toContain('please tell the hotel')
  expect(former.text + former.html).not.toContain('other@example.com')
  expect(former.text).not.toContain('Check-in')
})

test('of a change that a mail says nothing of nobody is mailed', async () => {
  await using started = await start()
  const { service } = started
  const { code } = (await book(service.call)).body
  const path = `/v1/bookings/${code}`
  const guest = { firstName: 'Carla', lastName: 'Çelik', email: CARLA, phone: '+90 212 555' }
  for (const change of [{ specialRequests: 'A cot' }, { guest }]) {
    const body = { ...asGuest(code), ...change }
    expect((await service.call('PATCH', path, { body })).body.revision).toBeGreaterThan(1)
  }
  expect(await kindsOf(service)).toEqual(['confirmation'])
})

test('a name that is an address in whatever letters is not said', async () => {
  await using started = await start()
  const { service, letters, work } = started
  const names = ['evil.example', 'evil․example', 'ｅvil。com', 'evil｡com', 'ｗｗｗ．evil']
  for (const lastName of names) {
    const guest = { firstName: 'See', lastName, email: `${names.indexOf(lastName)}@example.com` }
    await book(service.call, { guest })
  }
  await work()
  expect(letters).toHaveLength(names.length)
  for (const { text, html, to } of letters) {
    expect(text + html).not.toContain('vil')
    expect([text.split('\n')[0], to.name]).toEqual(['Dear guest,', ''])
  }
})

test('terms stand in the mail in words, with their date until it has passed, and what a cancellation came to', async () => {
  await using started = await start()
  const { service, owner, letters, work } = started
  const rate = {
    ...{ rateCode: 'FLEX', name: 'Flexible', roomCodes: ['DBL'], pricing: { type: 'derived' } },
    cancellation: { freeUntilDays: 20, penalty: 'percent', percentBp: 5_000 },
  }
  expect((await owner.call('POST', '/v1/panel/rates', { body: rate })).status).toBe(201)
  const bookBoth = async () => {
    const codes: string[] = []
    for (const language of ['en', 'tr'])
      codes.push((await book(service.call, { rateCode: 'FLEX', language })).body.code)
    await work()
    return codes
  }
  const codes = await bookBoth()
  service.clock.advance(3 * DAY_MS)
  for (const code of codes)
    await service.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  await bookBoth()
  const said = letters.map(
    (letter) =>
      lineOf(letter, 'Cancellation') ??
      lineOf(letter, 'İptal koşulu') ??
      lineOf(letter, 'Cancellation fee') ??
      lineOf(letter, 'İptal bedeli'),
  )
  expect(said).toEqual([
    'Cancellation: Free until Fri, 12 March 2027, then 50% of the total',
    'İptal koşulu: 12 Mart 2027 Cum gününe kadar ücretsiz, sonra toplamın %50 kadarı',
    'Cancellation fee: €100.00',
    'İptal bedeli: €100,00',
    'Cancellation: Not free any more: 50% of the total',
    'İptal koşulu: Artık ücretsiz değil: toplamın %50 kadarı',
  ])
})

test("a guest reads the booking's language, else the hotel's; any other is refused", async () => {
  await using started = await start()
  const { service, letters, work } = started
  await changeHotel(service.deps, MANAGER, 'alfa', { mailLanguage: 'tr' })
  await book(service.call)
  await book(service.call, { language: 'en' })
  await work()
  expect(letters.map(({ subject }) => subject.split(':')[0])).toEqual([
    'Rezervasyonunuz onaylandı',
    'Booking confirmed',
  ])
  expect(letters[0]!.text).toContain('Sayın Carla Çelik,')
  expect(lineOf(letters[0]!, 'Giriş')).toBe('Giriş: 1 Nisan 2027 Per, saat 14:00 itibarıyla')
  expect(await book(service.call, { language: 'de' })).toBeProblem(422, 'validation_failed')
})

test('under an Idempotency-Key a booking is mailed once, and another language is another request', async () => {
  await using started = await start()
  const { service } = started
  const key = { 'idempotency-key': 'one' }
  await book(service.call, {}, key)
  expect((await book(service.call, {}, key)).status).toBe(201)
  expect(await book(service.call, { language: 'tr' }, key)).toBeProblem(409, 'idempotency_conflict')
  expect(await kindsOf(service)).toEqual(['confirmation'])
})

test('of a hold nobody is told before it is confirmed, nor of one that never was', async () => {
  await using started = await start()
  const { service } = started
  const dropped = (await book(service.call, { hold: true })).body.code
  await service.call('POST', `/v1/bookings/${dropped}/cancel`, { body: asGuest(dropped) })
  const { code } = (await book(service.call, { hold: true })).body
  expect(await mailsOf(service)).toEqual([])
  await service.call('POST', `/v1/bookings/${code}/confirm`, { body: asGuest(code) })
  expect(await mailsOf(service)).toMatchObject([{ kind: 'confirmation', bookingCode: code }])
})

test('a booking that is refused leaves no mail', async () => {
  await using started = await start()
  const { service } = started
  expect((await book(service.call, { expectedTotalCents: 1 })).status).toBe(409)
  expect(await mailsOf(service)).toEqual([])
})

test('guests are not mailed until the hotel says so: its own system may tell them', async () => {
  await using started = await start()
  const { service } = started
  await changeHotel(service.deps, MANAGER, 'alfa', { mailGuests: false })
  await book(service.call)
  expect(await mailsOf(service)).toEqual([])
  const { body } = await started.owner.call('GET', '/v1/panel/mails')
  expect(body.settings).toEqual({
    isMailing: true,
    mailGuests: false,
    mailLanguage: 'en',
    mailAddress: 'desk@alfa.example',
  })
})

test('without a mail server nothing is queued, and the panel says so', async () => {
  await using service = await startService()
  await changeHotel(service.deps, MANAGER, 'alfa', {
    mailGuests: true,
    mailAddress: 'desk@alfa.example',
  })
  await sell(service)
  expect((await book(service.call)).status).toBe(201)
  service.clock.advance(31 * MINUTE_MS)
  await publishUnacked(service.deps)
  expect(await mailsOf(service)).toEqual([])
  const owner = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  expect((await owner.call('GET', '/v1/panel/mails')).body.settings.isMailing).toBe(false)
})

test('a sandbox mails nobody', async () => {
  await using started = await start()
  const { service, owner } = started
  const made = await owner.call('POST', '/v1/panel/api-keys', {
    body: { name: 'Try', mode: 'test' },
  })
  expect(made.status).toBe(201)
  const headers = { authorization: `Bearer ${made.body.secret}` }
  const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03', language: 'tr' }
  const answer = await service.call('POST', '/v1/partner/sandbox/bookings', { headers, body: stay })
  expect(answer.status).toBe(201)
  service.clock.advance(31 * MINUTE_MS)
  await publishUnacked(service.deps)
  expect(await mailsOf(service)).toEqual([])
})

test('what nobody acknowledged goes to the hotel, once a revision, with the whole booking', async () => {
  await using started = await start()
  const { service, letters, work, to } = started
  const guest = {
    firstName: 'Carla',
    lastName: 'Çelik',
    email: CARLA,
    phone: '+90 212 555',
    country: 'TR',
  }
  const { code } = (await book(service.call, { guest, specialRequests: 'A cot\nplease' })).body
  for (let each = 0; each < 2; each++) {
    service.clock.advance(31 * MINUTE_MS)
    await publishUnacked(service.deps)
  }
  await work()
  expect(to()).toEqual([CARLA, 'desk@alfa.example'])
  const alarm = letters[1]!
  expect(alarm.subject).toBe(
    `Not acknowledged by your system: booking ${code}, check-in Thu, 1 April 2027`,
  )
  for (const part of [
    code,
    CARLA,
    '+90 212 555',
    'Türkiye',
    'A cot',
    '€200.00',
    'Fri, 2 April 2027: €100.00',
    '10 Mar 2027, 12:00',
    `http://localhost:3000/panel#/alfa/bookings/${code}`,
  ])
    expect(alarm.text).toContain(part)
})

test('what a guest says is text in the page, never markup', async () => {
  await using started = await start()
  const { service, letters, work } = started
  const guest = { firstName: '<b onload="x">', lastName: '&amp;"\'', email: CARLA }
  await book(service.call, { guest, specialRequests: '<img src=x>\n</table>' })
  service.clock.advance(31 * MINUTE_MS)
  await publishUnacked(service.deps)
  await work()
  expect(letters[0]!.html).toContain('<p>Dear guest,</p>')
  const { html, text } = letters[1]!
  expect(html).not.toContain('<b onload')
  expect(html).not.toContain('<img')
  expect(html.match(/<\/table>/g)).toHaveLength(1)
  expect(html).toContain('&lt;b onload=&quot;x&quot;&gt; &amp;amp;&quot;&#39;')
  expect(text).toContain('<img src=x>')
})

test('a booking in a stranger’s name carries no text to them: no requests, no reason of the guest’s, no address for a name', async () => {
  await using started = await start()
  const { service, owner, letters, work } = started
  const guest = { firstName: 'Win at', lastName: 'www.spam.example', email: 'victim@example.com' }
  const specialRequests = 'Buy at https://spam.example'
  const { code } = (await book(service.call, { guest, specialRequests })).body
  const path = `/v1/bookings/${code}`
  const key = asGuest(code)
  await service.call('PATCH', path, {
    body: { ...key, adults: 1, specialRequests: 'spam.example!' },
  })
  await service.call('POST', `${path}/cancel`, { body: { ...key, reason: 'spam.example' } })
  await work()
  expect(letters).toHaveLength(3)
  for (const { text, html, subject, to } of letters)
    expect([text, html, subject, to.name].join()).not.toContain('spam')
  expect(letters[0]!.text).toStartWith('Dear guest,')
  // Of the hotel's reason the guest is told.
  const other = (await book(service.call)).body.code
  await owner.call('POST', `/v1/bookings/${other}/cancel`, { body: { reason: 'A flood' } })
  await work()
  expect(lineOf(letters.at(-1)!, 'Reason')).toBe('Reason: A flood')
})

test('the log is the hotel’s own: list and booking say what was mailed, when, and what the server said', async () => {
  await using started = await start()
  const { service, owner, work } = started
  const { code } = (await book(service.call)).body
  await book(service.call, { language: 'tr' })
  await work()
  const first = await owner.call('GET', '/v1/panel/mails?limit=1')
  expect(first.body.items).toMatchObject([{ kind: 'confirmation', language: 'tr', state: 'sent' }])
  const rest = await owner.call('GET', `/v1/panel/mails?limit=1&cursor=${first.body.nextCursor}`)
  expect(rest.body).toEqual({
    items: [
      {
        id: expect.any(String),
        ...{
          bookingCode: code,
          groupCode: null,
          revision: 1,
          kind: 'confirmation',
          recipient: CARLA,
        },
        ...{ language: 'en', state: 'sent', attempts: 1, answer: '250 OK' },
        createdAt: '2027-03-10T09:00:00.000Z',
        lastAt: '2027-03-10T09:00:00.000Z',
        nextAt: null,
      },
    ],
    nextCursor: null,
    settings: first.body.settings,
  })
  const trail = await owner.call('GET', `/v1/panel/bookings/${code}`)
  expect(trail.body.mails).toHaveLength(1)
  const next = await signIn(service, 'hotel_manager', {
    name: 'next',
    hotelIds: [service.bravo.id],
  })
  expect((await next.call('GET', '/v1/panel/mails')).body.items).toEqual([])
  expect((await next.call('GET', '/v1/panel/mails?hotel=alfa')).status).toBe(404)
  const change = { body: { mailGuests: false } }
  expect((await next.call('PATCH', '/v1/panel/mails?hotel=alfa', change)).status).toBe(404)
})

test('settings are changed by the owner and noted; an address is one, or none', async () => {
  await using started = await start()
  const { owner, service } = started
  const path = '/v1/panel/mails'
  const body = { mailGuests: false, mailLanguage: 'tr', mailAddress: null }
  expect((await owner.call('PATCH', path, { body })).body).toEqual({ isMailing: true, ...body })
  const wrong = { body: { mailAddress: 'desk@alfa.example\r\nBcc: all@example.com' } }
  expect(await owner.call('PATCH', path, wrong)).toBeProblem(422, 'validation_failed')
  const admin = await signIn(service, 'admin')
  const history = await admin.call('GET', '/v1/admin/history?entity=hotel&id=alfa')
  expect(JSON.stringify(history.body.items[0])).toContain('mailGuests')
})

test('mails go after 30 days, pending or not, and metrics count those that wait', async () => {
  await using started = await start()
  const { service, work } = started
  await book(service.call)
  await work()
  await book(service.call)
  expect((await askMetrics(service.call)).text).toContain('roomwire_mails_pending 1\n')
  service.clock.advance(29 * DAY_MS)
  await pruneOld(service.deps, new AbortController().signal)
  expect(await mailsOf(service)).toHaveLength(2)
  service.clock.advance(2 * DAY_MS)
  await pruneOld(service.deps, new AbortController().signal)
  expect(await mailsOf(service)).toEqual([])
})

test('mails in Turkish call room, rate, board, taxes and city what the hotel calls them in Turkish now; what it has no more as it was written (contract-agencies, Pages for guests)', async () => {
  await using started = await start()
  const { service, owner, letters, work } = started
  const admin = await signIn(service, 'admin')
  const tr = (name: string) => ({ translations: { tr: { name } } })
  const change = (path: string, body: object) => admin.call('PATCH', `/v1/admin${path}`, { body })
  await change('/hotels/alfa/rooms/DBL', tr('Çift kişilik oda'))
  await change('/cities/alfa-city', tr('Alfa şehri'))
  await change('/boards/RO', tr('Yalnızca oda'))
  const VAT = { code: 'VAT', name: 'Value added tax', percentBp: 1_000 }
  const CITY = { code: 'CITY', name: 'City tax', percentBp: 200, ...tr('Şehir vergisi') }
  await owner.call('PATCH', '/v1/panel/hotel', {
    body: { taxes: [{ ...VAT, ...tr('KDV') }, CITY] },
  })
  const rate = {
    ...{ rateCode: 'NRF', name: 'Non-refundable', ...tr('İptal edilemez') },
    ...{ roomCodes: ['DBL'], pricing: { type: 'derived' } },
    cancellation: { freeUntilDays: null, penalty: 'all' },
  }
  expect((await owner.call('POST', '/v1/panel/rates', { body: rate })).status).toBe(201)
  for (const language of ['tr', 'en']) await book(service.call, { rateCode: 'NRF', language })
  await owner.call('PATCH', '/v1/panel/hotel', { body: { taxes: [{ ...VAT, ...tr('KDV') }] } })
  await work()

  const [turkish, english] = letters as [Letter, Letter]
  expect(lineOf(turkish, 'Oda')).toBe('Oda: Çift kişilik oda')
  expect(lineOf(turkish, 'Pansiyon')).toBe('Pansiyon: Yalnızca oda')
  expect(lineOf(turkish, 'Tarife')).toBe('Tarife: İptal edilemez')
  expect(turkish.text).toContain('KDV (%10)')
  expect(turkish.text).toContain('City tax (%2)')
  expect(turkish.text).toContain('1 Main St, Alfa şehri')
  expect(lineOf(english, 'Room')).toBe('Room: Room DBL')
  expect(lineOf(english, 'Rate')).toBe('Rate: Non-refundable')
  expect(english.text).toContain('Value added tax (10%)')
  expect(english.text).toContain('1 Main St, City of alfa')
})
