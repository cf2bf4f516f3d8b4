import { expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import { HOTEL_AMENITIES, type HotelAmenity } from '../../src/domain/catalog/hotel-amenities.ts'
import { guestPages } from '../../src/guests/guest-pages.ts'
import { problemText } from '../../src/guests/lib/problem-text.ts'
import { createSpeaker } from '../../src/guests/lib/say.ts'
import type { Outcome, Problem } from '../../src/http/guests/page-shape.ts'
import { changeHotel } from '../../src/service/catalog/catalog.ts'
import { CARLA, readAvailable, sell } from '../support/bookings.ts'
import { makeExtra } from '../support/extras.ts'
import { pagesOf } from '../support/guest-page.ts'
import { makeRate } from '../support/rates.ts'
import { type Settings, startService, type TestService } from '../support/service.ts'
import { signIn } from '../support/users.ts'

// `/stay` as a browser without a script uses it (contract-agencies, *Pages for guests*).

const DATES = 'checkin=2027-04-01&checkout=2027-04-03'
const WHO = { firstName: 'Carla', lastName: 'Çelik', email: CARLA }

const PRESS = 'Book this room · €200'

const start = (more: Settings = {}) => startService({ publicPages: true, ...more })

/** What a call of the hotel's owner carries. */
async function ownerOf(service: TestService) {
  const { token } = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  return { headers: { authorization: `Bearer ${token}` } }
}

test('a stranger finds a hotel, chooses a room and books it with one press', async () => {
  await using service = await start()
  await sell(service)
  const open = pagesOf(service)

  const found = await open(`/stay?${DATES}`)
  expect(found.status).toBe(200)
  expect(found.text).toContain('€200')
  const hotel = await found.follow('Hotel alfa')
  const form = await hotel.follow('Choose')
  expect(form.path).toStartWith('/stay/alfa/book?')
  const done = await form.press('Book this room · €200', WHO)

  expect(done.text).toContain('It is yours, Carla')
  expect(done.text).toContain('Rooms Room DBL Dates 1 – 3 April 2027, 2 nights Guests 2 adults')
  expect(done.text).toContain('Check-in from 14:00')
  const [code] = done.text.match(/[A-Z0-9]{10}/) ?? []
  const { body } = await service.alfa.call('GET', `/bookings/${code}`)
  expect(body).toMatchObject({ status: 'confirmed', totalPriceCents: 20_000, roomCode: 'DBL' })
  expect((await readAvailable(service)).slice(0, 3)).toEqual([4, 4, 5])
  const mine = await done.press('See, change or cancel')
  expect([mine.path, mine.buttons]).toEqual(['/my', expect.arrayContaining(['Cancel the booking'])])
})

test('a family takes two rooms in one booking, each chosen for its own party', async () => {
  await using service = await start()
  await sell(service)
  await sell(service, { roomCode: 'SGL', priceCents: 7_000 })
  const open = pagesOf(service)

  const typed = 'adults1=2&ages1=&adults2=1&ages2='
  const first = await open(`/stay/alfa?${DATES}&${typed}`)
  expect(first.path).toBe(`/stay/alfa?${DATES}&party=2&party=1`)
  expect(first.text).toContain('Room 1 of 2, for 2 adults')
  const second = await first.follow('Choose')
  expect(second.text).toContain('Room 2 of 2, for 1 adult')
  const form = await second.follow('Choose')
  const done = await form.press(form.buttons.find((each) => each.startsWith('Book 2 rooms'))!, WHO)

  expect(done.text).toContain('It is yours, Carla')
  expect(done.text).toMatch(/Rooms Room DBL .*Guests 2 adults.*Rooms Room DBL .*Guests 1 adult /)
  const { body } = await service.alfa.call('GET', '/bookings?from=2027-04-01&to=2027-04-01')
  expect(body.bookings.map(({ group }: { group: object }) => group)).toEqual([
    expect.objectContaining({ position: 1 }),
    expect.objectContaining({ position: 2 }),
  ])
})

test('a press sent twice books once', async () => {
  await using service = await start()
  await sell(service)
  const form = await pagesOf(service)(`/stay/alfa/book?${DATES}&pick=DBL~STD~`)
  const codes = await Promise.all(
    [1, 2].map(async () => {
      const { text } = await form.press('Book this room · €200', WHO)
      return text.match(/[A-Z0-9]{10}/)?.[0]
    }),
  )
  expect(codes[0]).toBe(codes[1]!)
  expect((await readAvailable(service))[0]).toBe(4)
})

test('a price that changed between page and press is shown, never charged silently', async () => {
  await using service = await start()
  await sell(service)
  const form = await pagesOf(service)(`/stay/alfa/book?${DATES}&pick=DBL~STD~`)
  await sell(service, { priceCents: 12_000 })

  const asked = await form.press('Book this room · €200', { ...WHO, wishes: 'A cot' })
  expect(asked.status).toBe(409)
  expect(asked.text).toContain('The sum is now €240')
  expect((await readAvailable(service))[0]).toBe(5)
  expect(asked.fieldsOf('Book this room · €240')).toMatchObject({ ...WHO, wishes: 'A cot' })
  const done = await asked.press('Book this room · €240')
  expect(done.text).toContain('It is yours, Carla')
})

test('a room that went meanwhile offers what is left, and what was typed stays', async () => {
  await using service = await start()
  await sell(service, { available: 1 })
  await sell(service, { roomCode: 'SGL', priceCents: 7_000 })
  const address = `/stay/alfa/book?${DATES}&party=1&pick=DBL~STD~`
  const form = await pagesOf(service)(address)
  await sell(service, { available: 0 })

  const gone = await form.press('Book this room · €200', WHO)
  expect(gone.status).toBe(409)
  expect(gone.text).toContain('Somebody was quicker')
  expect(gone.text).toContain('Room SGL, Room only Free cancellation at any time €140')
  expect(gone.fieldsOf('Take this instead')).toMatchObject(WHO)
  const again = await gone.press('Take this instead')
  const done = await again.press('Book this room · €140')
  expect(done.text).toContain('It is yours, Carla')
})

test('of several rooms that went each is named at its pick, and what happened is said once', async () => {
  await using service = await start()
  await sell(service, { available: 3 })
  await sell(service, { roomCode: 'SGL', priceCents: 7_000 })
  const parties = '&party=1&party=1&party=1'
  const picks = `${parties}${'&pick=DBL~STD~'.repeat(3)}`
  const open = pagesOf(service)
  const form = await open(`/stay/alfa/book?${DATES}${picks}`)
  await sell(service, { available: 1 })
  const gone = await form.press('Book 3 rooms · €600', WHO)
  expect(gone.status).toBe(409)
  expect(gone.text.match(/Somebody was quicker/g)).toHaveLength(1)
  expect(gone.text.match(/no longer free, either/g)!.length).toBeGreaterThan(0)
  for (const [text, of] of [
    ['This room is no longer offered', '&party=1&pick=XXX~STD~'],
    ['3 of the rooms that you chose are no longer offered', parties + '&pick=XXX~STD~'.repeat(3)],
  ] as const) {
    const { html } = await open(`/stay/alfa?${DATES}${of}`)
    expect(html.match(/no longer offered/g)).toHaveLength(1)
    expect(html).toContain(text)
  }
})

test('what is left for one of two rooms names the room that it replaces, the cheapest first', async () => {
  await using service = await start({
    rooms: ['DBL', 'SGL', 'TRP'].map((roomCode) => ({ roomCode })),
  })
  await sell(service, { available: 1 })
  await sell(service, { roomCode: 'SGL', priceCents: 7_000 })
  await sell(service, { roomCode: 'TRP', priceCents: 6_000 })
  const picks = '&party=1&party=1&pick=DBL~STD~RO&pick=SGL~STD~RO'
  const form = await pagesOf(service)(`/stay/alfa/book?${DATES}${picks}`)
  await sell(service, { available: 0 })

  const gone = await form.press('Book 2 rooms · €340', WHO)
  expect(gone.status).toBe(409)
  expect(gone.text).toMatch(
    /Instead of room 1: Room DBL, 1 adult .*This is left: Room TRP.*Room SGL/,
  )
  expect(gone.text).not.toContain('Instead of room 2')
  expect(gone.text).not.toMatch(/Nothing was changed|Sold out/)
  expect(gone.html).toMatch(/value="TRP~STD~RO" checked/)
  const again = await gone.press('Take this instead', { pick1: 'TRP~STD~RO' })
  expect(again.buttons).toContain('Book 2 rooms · €260')

  for (const roomCode of ['SGL', 'TRP']) await sell(service, { roomCode, available: 0 })
  const none = await again.press('Book 2 rooms · €260')
  expect(none.text).toContain('Nothing is left on these dates.')
  expect(none.text).toContain('Sold out: Thu 1 Apr, Fri 2 Apr')
  expect(none.text).not.toContain('Nothing was changed')
})

test('a room that goes between the look at the hotel and the sale offers what is left, too', async () => {
  await using service = await start()
  await sell(service)
  await sell(service, { roomCode: 'SGL', priceCents: 7_000 })
  const ask = async <T>(method: string, path: string, body?: object): Promise<Outcome<T>> => {
    if (path === '/v1/bookings') await sell(service, { available: 0 })
    const answer = await service.call(method, path, { body })
    return answer.status < 300 ? { value: answer.body } : { problem: answer.body }
  }
  const { status, text } = await guestPages.book({
    ...{ form: { ...WHO, act: 'book' }, slug: 'alfa', lang: 'en', acceptLanguage: '', ask },
    query: new URLSearchParams(`${DATES}&party=1&pick=DBL~STD~RO`),
    ...{ nowMs: service.clock.nowMs, publicUrl: '', isMailed: async () => false, isSelling: true },
    ...{ tokenOf: async () => null, isListed: async () => true },
    ...{ send: async () => ({}) as never, acceptEncoding: '' },
    read: async () => ({ problem: {} as Problem }),
  })
  expect([status, text]).toEqual([409, expect.stringContaining('Somebody was quicker')])
})

test('texts of the hotel are agreed to, and what was agreed to is kept with the booking', async () => {
  await using service = await start()
  await sell(service)
  const agreementTexts = { en: { terms: 'Quiet after ten.', privacy: 'Kept for a year.' } }
  const owner = await ownerOf(service)
  const set = await service.call('PATCH', '/v1/panel/hotel', { body: { agreementTexts }, ...owner })
  expect(set.status).toBe(200)
  const form = await pagesOf(service)(`/stay/alfa/book?${DATES}&pick=DBL~STD~`)
  expect(form.text).toContain('Quiet after ten.')
  const button = 'Book this room · €200'
  const {
    'agree-terms': terms = '',
    'agree-privacy': privacy = '',
    ...bare
  } = form.fieldsOf(button)

  const refused = await pagesOf(service)(form.path, { ...bare, ...WHO, act: 'book' })
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Please tick this')])
  expect((await readAvailable(service))[0]).toBe(5)
  const done = await form.press(button, WHO)
  const [code] = done.text.match(/[A-Z0-9]{10}/) ?? []
  const { body } = await service.call('GET', `/v1/panel/bookings/${code}`, owner)
  const kept = body.desk.consents.map((each: { textSha256: string }) => each.textSha256)
  expect(kept).toEqual([terms, privacy])
})

test('a wrong field is named at its place, and nothing typed is lost', async () => {
  await using service = await start()
  await sell(service)
  const form = await pagesOf(service)(`/stay/alfa/book?${DATES}&pick=DBL~STD~`)
  const wrong = await form.press('Book this room · €200', { ...WHO, email: 'carla@' })
  expect(wrong.status).toBe(422)
  expect(wrong.html).toMatch(/id="f-email"[^>]*aria-invalid/)
  expect(wrong.fieldsOf('Book this room · €200')).toMatchObject({ ...WHO, email: 'carla@' })
})

test('dates without a room lead to the nearest that have one', async () => {
  await using service = await start()
  await sell(service, { from: '2027-04-05' })
  const full = await pagesOf(service)(`/stay/alfa?${DATES}`)
  expect(full.text).toContain('The nearest dates that are')
  const other = await full.follow('Mon 5 Apr – Wed 7 Apr')
  expect(other.text).toContain('€200')
})

test('a room type that is sold out beside others leads to the nearest dates on which it is to be had', async () => {
  await using service = await start()
  await sell(service)
  await sell(service, { roomCode: 'SGL', priceCents: 7_000 })
  await sell(service, { roomCode: 'SGL', available: 0, from: '2027-04-02', nights: 1 })
  const open = pagesOf(service)
  const page = await open(`/stay/alfa?${DATES}`)
  expect(page.text).toContain('Sold out: Fri 2 Apr This room on the nearest dates:')
  const other = await page.follow('Sat 3 Apr – Mon 5 Apr')
  expect(other.text).not.toContain('Sold out')
  // A room that is too small is so on any date.
  const large = await open(`/stay/alfa?${DATES}&party=3`)
  expect(large.text).not.toContain('This room on the nearest dates')
})

test('nothing that a hotel or a guest wrote is markup', async () => {
  const bold = '<b>x</b></script>'
  await using service = await start()
  await sell(service)
  const { tx } = service.store
  await tx((each) => each.db.update(each.t.hotel).set({ name: bold, address: bold }))
  const open = pagesOf(service)
  for (const path of [
    `/stay?q=${encodeURIComponent(bold)}`,
    '/stay/alfa',
    `/stay/alfa/book?${DATES}&pick=DBL~STD~`,
  ]) {
    const { html } = await open(path)
    expect(html).not.toContain('<b>x')
    expect(html).not.toContain('x</b></script>')
  }
})

test('the pages set no cookie, load nothing from elsewhere, and are framed by nobody', async () => {
  await using service = await start()
  await sell(service)
  const open = pagesOf(service)
  for (const path of ['/stay', `/stay/alfa?${DATES}`, `/stay/alfa/book?${DATES}&pick=DBL~STD~`]) {
    const { headers, html } = await open(path)
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).toEndWith("frame-ancestors 'none'")
    expect(html).not.toMatch(
      /(src|href|action)="(?!\/|\?|#|data:image|tel:|mailto:|http:\/\/localhost)/,
    )
    expect(html).not.toMatch(/ style=| on\w+=|<style>/)
  }
  const { headers } = await open(`/stay/alfa/book?${DATES}&pick=DBL~STD~`)
  expect(headers.get('cache-control')).toBe('no-store')
})

test('a hotel that is not there is a page with a way on, and broken addresses break nothing', async () => {
  await using service = await start()
  await sell(service)
  const open = pagesOf(service)
  const gone = await open('/stay/nowhere')
  expect([gone.status, gone.text]).toEqual([404, expect.stringContaining('There is no such page')])
  for (const query of [
    'checkin=2027-02-30&checkout=x&party=-1&party=99,99&pick=%25&month=2027-99&stars=9&sort=x&cursor=x',
    'checkin=2020-01-01&checkout=2020-01-02',
    'checkin=2027-04-03&checkout=2027-04-01',
    'adults1=-3&ages1=99&more=1',
    `q=${'a'.repeat(5_000)}`,
  ])
    for (const path of ['/stay', '/stay/alfa', '/stay/alfa/book']) {
      const { status } = await open(`${path}?${query}`)
      expect([query, path, status < 500]).toEqual([query, path, true])
    }
})

test('search engines find the search and every listed hotel in both languages, and nothing of a booking', async () => {
  await using service = await start({ publicUrl: 'https://stay.example' })
  const { token } = await signIn(service, 'hotel_manager', { hotelIds: [service.bravo.id] })
  const owner = { headers: { authorization: `Bearer ${token}` } }
  const hidden = await service.call('PATCH', '/v1/panel/hotel', {
    body: { isListed: false },
    ...owner,
  })
  expect(hidden.status).toBe(200)
  const open = pagesOf(service)
  const { html, headers } = await open('/sitemap.xml')
  expect(headers.get('content-type')).toBe('application/xml;charset=utf-8')
  expect([...html.matchAll(/<loc>([^<]*)/g)].map(([, address]) => address)).toEqual([
    'https://stay.example/stay',
    'https://stay.example/stay/alfa',
  ])
  expect(html).toContain('hreflang="tr" href="https://stay.example/stay/alfa?lang=tr"')
  const robots = await open('/robots.txt')
  expect(robots.html).toContain('Sitemap: https://stay.example/sitemap.xml')
  expect(robots.html).toContain('Disallow: /my\n')
  expect((await open('/stay/alfa')).html).toContain(
    '<link rel="canonical" href="https://stay.example/stay/alfa"/>',
  )
  expect((await open(`/stay/alfa?${DATES}`)).html).toContain('content="noindex"')
})

test("the key of a press is the form's own: another one is none, and a spent one says so", async () => {
  await using service = await start()
  await sell(service)
  const form = await pagesOf(service)(`/stay/alfa/book?${DATES}&pick=DBL~STD~`)
  for (const key of ['a\nb', 'ü€', 'x'.repeat(300)])
    expect((await form.press(PRESS, { ...WHO, key })).text).toContain('It is yours, Carla')
  expect((await readAvailable(service))[0]).toBe(4)
  await form.press(PRESS, WHO)
  const other = await form.press(PRESS, { ...WHO, firstName: 'Carlotta' })
  expect(other.status).toBe(409)
  expect(other.text).toContain('This form has booked already')
  expect(other.fieldsOf(PRESS).key).not.toBe(form.fieldsOf(PRESS).key!)
  expect((await readAvailable(service))[0]).toBe(4)
})

test('a spent form whose own press took the last room never says that nothing is booked', async () => {
  await using service = await start()
  for (const others of [0, 5]) {
    await sell(service, { available: 1 })
    await sell(service, { roomCode: 'SGL', available: others })
    const form = await pagesOf(service)(`/stay/alfa/book?${DATES}&pick=DBL~STD~`)
    await form.press(PRESS, WHO)
    const other = await form.press(PRESS, { ...WHO, firstName: 'Carlotta' })
    expect(other.status).toBe(409)
    expect(other.text).toContain('This form has booked already')
    expect(other.text).not.toMatch(/Nothing is booked yet|Somebody was quicker/)
  }
})

test('a form that has booked says so to who corrects the e-mail address in it, for one room or several', async () => {
  await using service = await start()
  await sell(service)
  for (const rooms of [1, 2]) {
    const choices = Array.from({ length: rooms }, () => '&party=2&pick=DBL~STD~').join('')
    const form = await pagesOf(service)(`/stay/alfa/book?${DATES}${choices}`)
    const press = form.buttons.find((each) => each.startsWith('Book '))!
    await form.press(press, { ...WHO, email: 'carla@exmple.com' })
    const left = await readAvailable(service)
    const corrected = await form.press(press, WHO)
    expect(corrected.status).toBe(409)
    expect(corrected.text).toContain('This form has booked already')
    expect(await readAvailable(service)).toEqual(left)
  }
})

test('nothing that was typed is left out: part of an invoice, and who sleeps alone in a further room', async () => {
  await using service = await start()
  await sell(service)
  const open = pagesOf(service)
  const form = await open(`/stay/alfa/book?${DATES}&pick=DBL~STD~`)
  const bare = await form.press(PRESS, { ...WHO, taxNumber: '1234567890' })
  expect([bare.status, bare.html]).toEqual([
    422,
    expect.stringMatching(/<details class="card act" open.*id="f-company"[^>]*aria-invalid/),
  ])

  const two = await open(`/stay/alfa/book?${DATES}&party=2&party=1&pick=DBL~STD~&pick=DBL~STD~`)
  const press = two.buttons.find((each) => each.startsWith('Book 2 rooms'))!
  const done = await two.press(press, { ...WHO, wishes: 'A cot', guest2: 'Nermin Aydın' })
  expect(done.text).toContain('It is yours, Carla')
  const { body } = await service.alfa.call('GET', '/bookings?from=2027-04-01&to=2027-04-01')
  expect(body.bookings[1].specialRequests).toBe('A cot\nRoom 2: Nermin Aydın')
})

test('the taxes that a form names are those of rooms and extras, as the booking has them', async () => {
  await using service = await start()
  await sell(service)
  const taxes = [{ code: 'VAT', name: 'VAT', percentBp: 1_000 }]
  await changeHotel(service.deps, { type: 'system', id: 'test' }, service.alfa.id, { taxes })
  await makeExtra(service, { code: 'SPA', name: 'Spa', priceCents: 2_200 })
  const form = await pagesOf(service)(`/stay/alfa/book?${DATES}&pick=DBL~STD~`)
  expect(form.text).toContain('VAT 10%, €18.18')
  const summed = await form.press('Update the sum', { ...WHO, 'extra-SPA': '1' })
  expect(summed.text).toContain('VAT 10%, €20.18')
  const done = await summed.press('Book this room · €222')
  const mine = await done.press('See, change or cancel')
  expect(mine.text).toContain('VAT 10%, €20.18')
})

test('a hotel with many amenities shows the first ones, and all others at a press', async () => {
  await using service = await start()
  const amenities = Object.keys(HOTEL_AMENITIES) as HotelAmenity[]
  const shown = async (count: number) => {
    const given = { amenities: amenities.slice(0, count) }
    await changeHotel(service.deps, { type: 'system', id: 'test' }, service.alfa.id, given)
    const { html } = await pagesOf(service)('/stay/alfa')
    const lists = [...html.matchAll(/<ul class="amenities">(.*?)<\/ul>/g)].map(([, list]) => list!)
    return lists.map((list) => list.match(/<li>/g)!.length)
  }
  expect([await shown(0), await shown(10), await shown(11)]).toEqual([[], [10], [8, 3]])
  expect((await pagesOf(service)('/stay/alfa')).text).toContain('3 more amenities')
})

test('rooms with other terms have them beside each, and in what is agreed to', async () => {
  await using service = await start()
  await sell(service)
  const owner = await ownerOf(service)
  const rate = {
    ...{ rateCode: 'NRF', name: 'Fixed', roomCodes: ['DBL'] },
    pricing: { type: 'derived', percentBp: -1_000 },
    cancellation: { freeUntilDays: null, penalty: 'all' },
  }
  expect((await service.call('POST', '/v1/panel/rates', { body: rate, ...owner })).status).toBe(201)
  const two = `/stay/alfa/book?${DATES}&party=2&party=2&pick=DBL~STD~&pick=DBL~NRF~`
  const { html, text } = await pagesOf(service)(two)
  expect(html.match(/<span class="line[^>]*>/g)).toEqual([
    '<span class="line yes">',
    '<span class="line">',
  ])
  const [free, bound] = ['Free cancellation at any time', 'Cancelling costs the whole price']
  expect(text).toContain(`2 adults ${free} €200 Room DBL, Room only 2 adults ${bound} €180`)
  expect(text).toContain(`Room 1: ${free}; Room 2: ${bound}`)
})

test('who is sent no mail is shown what opens the booking, and who is sent one reads of it', async () => {
  for (const isMailing of [false, true]) {
    await using service = await start({ world: { isMailing } })
    await sell(service)
    const owner = await ownerOf(service)
    await service.call('PATCH', '/v1/panel/mails', { body: { mailGuests: true }, ...owner })
    const form = await pagesOf(service)(`/stay/alfa/book?${DATES}&pick=DBL~STD~`)
    expect(form.text.includes('Your booking and its link go there')).toBe(isMailing)
    const { text, fieldsOf } = await form.press(PRESS, WHO)
    const { token } = fieldsOf('See, change or cancel')
    expect([isMailing, text.replaceAll(' ', '').includes(token!)]).toEqual([isMailing, !isMailing])
    expect([isMailing, text.includes(`in the mail to ${CARLA}`)]).toEqual([isMailing, isMailing])
  }
})

test('a press that is refused for too many requests is sent again as it was typed', async () => {
  await using service = await start({ publicRatePerMinute: 3 })
  await sell(service)
  const open = pagesOf(service)
  const form = await open(`/stay/alfa/book?${DATES}&pick=DBL~STD~`)
  await open('/stay')
  const refused = await form.press(PRESS, { ...WHO, wishes: 'A cot' })
  expect(refused.status).toBe(429)
  expect(refused.fieldsOf('Try again')).toMatchObject({ ...WHO, wishes: 'A cot', act: 'book' })
  service.clock.advance(60_000)
  expect((await refused.press('Try again')).text).toContain('It is yours, Carla')
})

test('a text that changed while somebody typed is read and agreed to anew', async () => {
  await using service = await start()
  await sell(service)
  const owner = await ownerOf(service)
  const write = async (terms: string) => {
    const body = { agreementTexts: { en: { terms } } }
    await service.call('PATCH', '/v1/panel/hotel', { body, ...owner })
  }
  await write('Quiet after ten.')
  const form = await pagesOf(service)(`/stay/alfa/book?${DATES}&pick=DBL~STD~`)
  await write('Quiet after nine.')
  const changed = await form.press(PRESS, WHO)
  expect(changed.status).toBe(409)
  expect(changed.text).toContain('has changed a text that you agreed to')
  expect(changed.text).toContain('Quiet after nine.')
})

test('a hotel that strangers have to ask is named with its telephone', async () => {
  const problem = { code: 'ask_the_hotel', phone: '+90 212 555 01 00' } as unknown as Problem
  const said = problemText(createSpeaker('en', 0), problem)
  expect(said).toContain('Please call: +90 212 555 01 00')
})

test('dates that cannot be are named, and priced nowhere', async () => {
  await using service = await start()
  await sell(service)
  const open = pagesOf(service)
  const reversed = 'checkin=2027-04-03&checkout=2027-04-01'
  for (const path of ['/stay', '/stay/alfa']) {
    const { text } = await open(`${path}?${reversed}`)
    expect(text).toContain('You have to leave after you arrive')
    expect(text).not.toContain('-2 nights')
    expect(text).not.toContain('Nothing is free')
  }
  expect((await open('/stay?sort=price')).status).toBe(200)
})

test('the page that books has no links to sections that it has not', async () => {
  await using service = await start()
  await sell(service)
  const open = pagesOf(service)
  expect((await open('/stay/alfa')).html).toContain('href="#rooms"')
  expect((await open(`/stay/alfa/book?${DATES}&pick=DBL~STD~`)).html).not.toMatch(
    /href="#(?!content")/,
  )
})

test('a hotel’s page is framed by the origins that the hotel names, and a booking’s by nobody', async () => {
  await using service = await start()
  await sell(service)
  const { token } = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const widgetOrigins = ['https://www.alfa.example', 'https://alfa.example']
  const set = await service.call('PATCH', '/v1/panel/hotel', {
    body: { widgetOrigins },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(set.status).toBe(200)
  const open = pagesOf(service)
  const policyOf = async (path: string) =>
    (await open(path)).headers.get('content-security-policy')?.match(/frame-ancestors (.*)$/)?.[1]
  expect(await policyOf('/stay/alfa')).toBe(widgetOrigins.join(' '))
  expect(await policyOf(`/stay/alfa/book?${DATES}&pick=DBL~STD~`)).toBe(widgetOrigins.join(' '))
  for (const path of ['/stay', '/stay/bravo', '/stay/nowhere', '/my', '/booking'])
    expect([path, await policyOf(path)]).toEqual([path, "'none'"])
  const widget = await open('/widget.js')
  expect(widget.headers.get('content-type')).toBe('text/javascript;charset=utf-8')
  expect(widget.html).toContain('createElement("iframe")')
})

test('without PUBLIC_PAGES the pages that sell are not there, and /booking is', async () => {
  await using service = await startService()
  const app = createApp(service.context, {}, guestPages)
  const statusOf = async (path: string) =>
    (await app.handle(new Request(`http://localhost${path}`))).status
  for (const path of ['/stay', '/stay/alfa', '/stay/alfa/book', '/my'])
    expect([path, await statusOf(path)]).toEqual([path, 404])
  expect(await statusOf('/booking')).toBe(200)
})

test('after the press the browser is led to a page that it may load again, and the form keeps its key', async () => {
  await using service = await start()
  await sell(service)
  const open = pagesOf(service)
  const form = await open(`/stay/alfa/book?${DATES}&pick=DBL~STD~`)
  const { key } = form.fieldsOf(PRESS)
  expect(form.path).toEndWith(`&key=${key}`)
  // A step back asks for the same address: its form is that of the same press.
  expect((await open(form.path)).fieldsOf(PRESS).key).toBe(key!)
  const done = await form.press(PRESS, WHO)
  const [code] = done.text.match(/[A-Z0-9]{10}/) ?? []
  expect(done.path).toEndWith(`&key=${key}&done=${code}`)
  const again = await open(done.path)
  expect(again.text).toBe(done.text)
  expect((await again.follow('Türkçe')).text).toContain('Yeriniz hazır, Carla')
  expect((await form.press(PRESS, WHO)).path).toBe(done.path)
  expect((await readAvailable(service))[0]).toBe(4)

  // What it shows is what stands: once cancelled it is over, and so it is later.
  const my = await again.press('See, change or cancel')
  await (await my.press('Cancel the booking')).press('Cancel free of charge')
  expect((await open(done.path)).text).not.toContain('It is yours')
})

test('the page after a press is that of its form, network and quarter of an hour alone', async () => {
  await using service = await start({ trustedProxies: 1 })
  await sell(service)
  const open = pagesOf(service)
  const at = (address: string) => ({ 'x-forwarded-for': address })
  const form = await open(`/stay/alfa/book?${DATES}&pick=DBL~STD~`, undefined, at('203.0.113.7'))
  const fields = { ...form.fieldsOf(PRESS), ...WHO, act: 'book' }
  const { path, text } = await open(form.path, fields, at('203.0.113.7'))
  expect(text).toContain('It is yours, Carla')
  const other = path.replace(/key=[^&]*/, `key=${crypto.randomUUID()}`)
  const elsewhere = path.replace('/alfa/', '/bravo/')
  for (const [address, from] of [
    [path, '198.51.100.1'],
    [other, '203.0.113.7'],
    [elsewhere, '203.0.113.7'],
  ] as const) {
    const shown = await open(address, undefined, at(from))
    expect([address, from, shown.text]).toEqual([
      ...[address, from],
      expect.stringContaining('for a quarter of an hour only'),
    ])
    expect(shown.text).not.toContain('Carla')
  }
  service.clock.advance(15 * 60_000)
  const late = await open(path, undefined, at('203.0.113.7'))
  expect(late.text).not.toContain('Carla')
  expect(late.html).toContain('href="/my"')
})

test('the form of a press changes its language with all that was typed', async () => {
  await using service = await start()
  await sell(service)
  const form = await pagesOf(service)(`/stay/alfa/book?${DATES}&pick=DBL~STD~`)
  expect(form.html).toMatch(/<button [^>]*form="book" name="language" value="tr"/)
  const fields = { ...form.fieldsOf(PRESS), ...WHO, wishes: 'A cot', language: 'tr' }
  const turkish = await pagesOf(service)(form.path, fields)
  const press = '1 odayı ayırt · €200'
  expect(turkish.fieldsOf(press)).toMatchObject({ ...WHO, wishes: 'A cot', lang: 'tr' })
  const done = await turkish.press(press)
  expect(done.text).toContain('Yeriniz hazır, Carla')
  expect(done.path).toContain('lang=tr')
})

test('every room of a party has its extras, and the sum has them all', async () => {
  await using service = await start()
  await sell(service)
  await makeExtra(service, { code: 'SPA', name: 'Spa' })
  const open = pagesOf(service)
  const two = await open(`/stay/alfa/book?${DATES}&party=2&party=1&pick=DBL~STD~&pick=DBL~STD~`)
  const typed = { ...WHO, 'extra-SPA': '1', 'extra2-SPA': '2' }
  const summed = await two.press('Update the sum', typed)
  expect(summed.text).toContain('The sum is now €430')
  await summed.press('Book 2 rooms · €430')
  const { body } = await service.alfa.call('GET', '/bookings?from=2027-04-01&to=2027-04-01')
  const pieces = body.bookings.map((each: any) => each.extras.map((one: any) => one.quantity))
  expect(pieces).toEqual([[1], [2]])
})

test.each(['6 months', '18', 'four', '4; x'])(
  'the ages of children that are none are a flaw at their field: %s',
  async (ages) => {
    await using service = await start()
    await sell(service)
    const open = pagesOf(service)
    const typed = new URLSearchParams({ adults1: '2', ages1: '', adults2: '1', ages2: ages })
    for (const path of ['/stay', '/stay/alfa']) {
      const wrong = await open(`${path}?${DATES}&${typed}`)
      expect(wrong.status).toBe(422)
      expect(wrong.text).toContain('only whole years from 0 to 17')
      expect(wrong.html).toMatch(
        new RegExp(`id="ages2"[^>]*value="${ages}"[^>]*aria-describedby="ages2-error"`),
      )
      expect(wrong.html).toContain('value="2027-04-01"')
      expect(wrong.text).not.toContain('€200')
    }
    const right = await open(`/stay/alfa?${DATES}&adults1=1&ages1=4 9,`)
    expect(right.path).toBe(`/stay/alfa?${DATES}&party=1%2C4%2C9`)
  },
)

test('a hotel that is not listed opens by its address, and search engines are told to leave it', async () => {
  await using service = await start()
  await sell(service)
  const open = pagesOf(service)
  expect((await open('/stay/alfa')).html).not.toContain('noindex')
  const body = { isListed: false }
  await service.call('PATCH', '/v1/panel/hotel', { body, ...(await ownerOf(service)) })
  const hidden = await open('/stay/alfa')
  expect([hidden.status, hidden.html]).toEqual([200, expect.stringContaining('content="noindex"')])
  expect(hidden.html).not.toContain('canonical')
  expect((await open('/stay')).text).not.toContain('Hotel alfa')
})

test('an address made by hand is answered in plain words', async () => {
  await using service = await start()
  await sell(service)
  const open = pagesOf(service)
  for (const picks of ['', '&pick=x', '&pick=%25~', '&party=2&party=1&pick=DBL~STD~']) {
    const hotel = await open(`/stay/alfa/book?${DATES}${picks}`)
    expect(hotel.path).toStartWith('/stay/alfa?')
    expect(hotel.text).toContain('Please choose your dates and a room for each of you first.')
  }
  const markup = encodeURIComponent('<b>x</b>')
  for (const pick of ['XXX~STD~', 'DBL~XXX~', 'DBL~STD~XXX', `${markup}~STD~`]) {
    const book = await open(`/stay/alfa/book?${DATES}&pick=${pick}`)
    expect([pick, book.status]).toEqual([pick, 422])
    expect(book.text).toContain('What was chosen is not offered any more. Please choose again.')
    expect(book.text).not.toContain('Somebody was quicker')
    expect(book.html).not.toContain('<b>x')
    const hotel = await open(`/stay/alfa?${DATES}&pick=${pick}`)
    expect([pick, hotel.text]).toEqual([
      pick,
      expect.stringContaining('This room is no longer offered'),
    ])
  }
})

test('a stay that is too short is told so, with the nearest dates that are long enough', async () => {
  await using service = await start()
  await sell(service)
  const updates = [{ roomCode: 'DBL', date: '2027-04-01', minStay: 3 }]
  const set = await service.alfa.call('PATCH', '/availability', { body: { updates } })
  expect(set.status).toBe(200)
  const short = await pagesOf(service)(`/stay/alfa?${DATES}`)
  expect(short.text).toContain('Sold in longer stays only: Thu 1 Apr')
  const longer = await short.follow('Thu 1 Apr – Sun 4 Apr')
  expect(longer.text).toContain('€300')
})

test('a room is described in the language of the page, else as its hotel wrote it', async () => {
  await using service = await start()
  const owner = await ownerOf(service)
  const translations = { tr: { description: 'Bir çift kişilik yatak.' } }
  const body = { description: 'One double bed.', translations }
  const address = '/v1/panel/rooms/DBL?hotel=alfa'
  expect((await service.call('PATCH', address, { ...owner, body })).status).toBe(200)
  const open = pagesOf(service)
  const english = (await open('/stay/alfa?lang=en')).text
  expect(english).toContain('One double bed.')
  expect(english).not.toContain('Bir çift')
  const turkish = (await open('/stay/alfa?lang=tr')).text
  expect(turkish).toContain('Bir çift kişilik yatak.')
  expect(turkish).not.toContain('One double')
})

test('a search is bounded by the total of the stay, beside the other filters', async () => {
  await using service = await start()
  await sell(service)
  const open = pagesOf(service)
  const found = await open(`/stay?${DATES}`)
  expect(found.html).toMatch(/<input type="number" id="max" name="max"/)
  const dear = await open(`/stay?${DATES}&max=199&currency=EUR`)
  expect(dear.text).toContain('No hotel has rooms for all of you on these dates at this price.')
  expect((await dear.follow('Without the filters')).text).toContain('Hotel alfa')
  const within = await open(`/stay?${DATES}&max=200&currency=EUR&stars=5`)
  expect(within.html).toContain('name="stars" value="5"')
  expect((await open(`/stay?${DATES}&max=200&currency=EUR`)).text).toContain('Hotel alfa')
  for (const odd of ['max=x', 'max=-1', 'max=1e9', 'max=', 'max=9&currency=%3Cb%3E'])
    expect([odd, (await open(`/stay?${DATES}&${odd}`)).status]).toEqual([odd, 200])
})

test('a hotel whose cheapest rate costs all when cancelled says from which price it costs nothing', async () => {
  await using service = await start()
  await sell(service)
  const cancellation = { freeUntilDays: null, penalty: 'all' as const }
  const pricing = { type: 'derived' as const, percentBp: -1_000 }
  await makeRate(service, { rateCode: 'NR', name: 'Non-refundable', cancellation, pricing })
  const open = pagesOf(service)
  const one = await open(`/stay?${DATES}`)
  expect(one.text).toMatch(
    /Cancelling costs the whole price Free cancellation .*, from €200 .* €180 /,
  )
  const two = await open(`/stay?${DATES}&party=2&party=1`)
  expect(two.text).toContain('At a higher price: Free cancellation')
  await sell(service, { priceCents: 9_000 })
  const lang = await open(`/stay?${DATES}&lang=tr`)
  expect(lang.text).toMatch(/[Üü]cretsiz iptal: en düşük €180/)
})
