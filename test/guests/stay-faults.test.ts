import { expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import { guestPages } from '../../src/guests/guest-pages.ts'
import { createSpeaker } from '../../src/guests/lib/say.ts'
import { changeHotel } from '../../src/service/catalog/catalog.ts'
import { CARLA, readAvailable, sell } from '../support/bookings.ts'
import { bookedLink, guestPageOf, pagesOf, serveGuestPage } from '../support/guest-page.ts'
import { makeRate, setRateDay } from '../support/rates.ts'
import { startService } from '../support/service.ts'

// What goes wrong on the pages for guests is said once, and rightly (contract-agencies, *Pages for guests*).

const DATES = 'checkin=2027-04-01&checkout=2027-04-03'
const WHO = { firstName: 'Carla', lastName: 'Çelik', email: CARLA }
const PRESS = 'Book this room · €200'
const SYSTEM = { type: 'system', id: 'test' } as const

const start = () => startService({ publicPages: true })

/** The number of times that a text stands in another one. */
const timesIn = (text: string, part: string) => text.split(part).length - 1

/** The ids that a page has more than once. */
function repeatedIds(html: string): string[] {
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!)
  return ids.filter((id, index) => ids.indexOf(id) !== index)
}

test('more rooms than the hotel sells on the web are refused once, with the bound and the telephone', async () => {
  await using service = await start()
  await sell(service, { available: 9 })
  await changeHotel(service.deps, SYSTEM, service.alfa.id, {
    ...{ phone: '+90 242 555 01 01', webMaxRooms: 5, webMaxNights: 30 },
  })
  const six = Array.from({ length: 6 }, () => '&party=2&pick=DBL~STD~').join('')
  const open = pagesOf(service)
  for (const path of ['/stay', '/stay/alfa', '/stay/alfa/book']) {
    const page = await open(`${path}?${DATES}${six}`)
    const said =
      'The hotel sells at most 5 rooms in one booking on the web. For more, please ask it: '
    expect([path, timesIn(page.text, `${said}+90 242 555 01 01`)]).toEqual([path, 1])
    expect(page.text).not.toContain('not offered any more')
    expect(repeatedIds(page.html)).toEqual([])
  }
  const long = await open('/stay/alfa?checkin=2027-04-01&checkout=2027-05-10&lang=tr')
  expect(timesIn(long.text, 'tek rezervasyonda en çok 30 gece')).toBe(1)
})

test('a party that no room sleeps hears how many guests a room and a booking take, and whom to ask', async () => {
  await using service = await start()
  await sell(service, { available: 9 })
  const phone = '+90 242 555 01 01'
  await changeHotel(service.deps, SYSTEM, service.alfa.id, { phone, webMaxRooms: 2 })
  const open = pagesOf(service)
  const most = (await open(`/stay/alfa?${DATES}&party=30`)).text
  expect(most).toMatch(/A room here is for at most (\d+) guests?: please spread your party/)
  const [, sleeps] = most.match(/at most (\d+) guest/)!
  expect(most).toContain(`at most 2 rooms in one booking on the web, for ${2 * Number(sleeps)} `)
  expect(most).toContain(`please ask it: ${phone}`)
  const split = (await open(`/stay/alfa?${DATES}&party=${Number(sleeps) + 1}`)).text
  expect(split).toContain('please spread your party over several rooms. For more, please ask it')
  expect((await open(`/stay?${DATES}&party=30`)).text).toContain('please add a room, and spread')
  expect((await open(`/stay/alfa?${DATES}`)).text).not.toContain('spread your party')
})

test('a browser at the bare address is led to the search, where the service has one', async () => {
  for (const [publicPages, location] of [
    [true, '/stay'],
    [false, '/panel'],
  ] as const) {
    await using service = await startService({ publicPages })
    const headers = { accept: 'text/html' }
    const answer = await service.app.handle(new Request('http://localhost/', { headers }))
    expect([answer.status, answer.headers.get('location')]).toEqual([302, location])
  }
})

test('more rooms than one search takes are left out aloud', async () => {
  await using service = await start()
  await sell(service)
  const open = pagesOf(service)
  const eleven = Array.from({ length: 11 }, (_, at) => `&adults${at + 1}=2`).join('')
  for (const path of ['/stay', '/stay/alfa']) {
    const form = await open(`${path}?${DATES}${eleven}`)
    expect(timesIn(form.text, 'One search is for at most 8 rooms')).toBe(1)
    const linked = await open(`${path}?${DATES}${'&party=2'.repeat(11)}`)
    expect(timesIn(linked.text, 'One search is for at most 8 rooms')).toBe(1)
    const eight = await open(`${path}?${DATES}${'&party=2'.repeat(8)}`)
    expect(eight.text).not.toContain('One search is for at most')
  }
})

test('a link to a room that is gone says so, and nothing of what nobody typed', async () => {
  await using service = await start()
  await sell(service, { available: 0 })
  await sell(service, { roomCode: 'SGL' })
  const { text } = await pagesOf(service)(`/stay/alfa/book?${DATES}&party=1&pick=DBL~STD~`)
  expect(text).toContain('Room DBL is no longer free on these dates. This is left:')
  expect(text).not.toMatch(/quicker|typed/)
})

test('a link to a rate that is sold no more names the rate, for the room itself is left', async () => {
  await using service = await start()
  await sell(service)
  const open = pagesOf(service)
  await makeRate(service, { rateCode: 'NRF' })
  const address = `/stay/alfa/book?${DATES}&pick=DBL~NRF~`
  const form = await open(address)
  expect(form.buttons).toContain(PRESS)
  await setRateDay(service, { rateCode: 'NRF', date: '2027-04-02', closed: true })
  const pressed = (await form.press(PRESS, WHO)).text
  expect(pressed).toContain('not sold on these dates any more. Nothing is booked yet')
  const { text } = await open(address)
  expect(text).toContain('The chosen rate of Room DBL is not sold on these dates any more.')
  expect(text).not.toContain('no longer free')
})

test('a date of another year has its year, in what is refused and in what is asked', async () => {
  await using service = await start()
  await sell(service)
  const open = pagesOf(service)
  const far = await open('/stay/alfa?checkin=2030-01-11&checkout=2030-01-14')
  expect(far.text).toContain('Too far ahead: sold until Friday 9 March 2029.')
  const next = await open('/stay/alfa?checkin=2028-01-11&checkout=2028-01-15')
  expect(next.text).toMatch(/11 – 15 Jan 2028/)
  await sell(service, { from: '2028-01-11', nights: 4 })
  const form = await open('/stay/alfa/book?checkin=2028-01-11&checkout=2028-01-15&pick=DBL~STD~')
  expect(form.text).toContain('Tue 11 Jan 2028 – Sat 15 Jan 2028')
  expect((await open(`/stay/alfa?${DATES}`)).text).toMatch(/1 – 3 Apr(?! 2027)/)
  const say = createSpeaker('en', Date.parse('2027-01-05'))
  expect([say.date('2027-10-01'), say.date('2027-12-20')]).toEqual([
    ...['Friday 1 October', 'Monday 20 December 2027'],
  ])
})

test('dates that have passed are refused by the day that the field begins with, even where none is refused everywhere', async () => {
  await using service = await start()
  await sell(service)
  const open = pagesOf(service)
  for (const dates of ['2020-01-11&checkout=2020-01-15', '2027-03-09&checkout=2027-03-12']) {
    const { text, html } = await open(`/stay?checkin=${dates}`)
    expect([dates, text]).toEqual([
      dates,
      expect.stringContaining('Too early: not before Wednesday 10 March.'),
    ])
    expect(html).toMatch(/id="checkin"[^>]*min="2027-03-10"/)
    expect(text).not.toContain('0 hotels')
  }
  expect((await open('/stay')).html).toMatch(/id="checkin"[^>]*min="2027-03-10"/)
})

test('days that are over or not yet sold, and all days for too many guests, are not called full', async () => {
  await using service = await start()
  await sell(service)
  const open = pagesOf(service)
  const fullOf = async (query: string) =>
    timesIn((await open(`/stay/alfa?${query}`)).html, '<small>full</small>')
  // From the 10th of March: 22 days on which the hotel has no price.
  expect(await fullOf('month=2027-03')).toBe(22)
  expect(await fullOf('month=2027-03&party=30')).toBe(0)
  expect(await fullOf('month=2029-03')).toBe(9)
  expect(await fullOf('month=2029-04')).toBe(0)
})

test('a stay that is too long for the hotel and for any hotel hears the smaller bound alone', async () => {
  await using service = await start()
  await sell(service)
  await changeHotel(service.deps, SYSTEM, service.alfa.id, { webMaxNights: 30 })
  const { text } = await pagesOf(service)('/stay/alfa?checkin=2027-04-01&checkout=2027-12-14')
  expect(text).toContain('at most 30 nights in one booking on the web')
  expect(text).not.toContain('90 nights')
})

test('a form that has booked says so once, and a forged sum is one notice', async () => {
  await using service = await start()
  await sell(service, { available: 1 })
  const form = await pagesOf(service)(`/stay/alfa/book?${DATES}&pick=DBL~STD~`)
  const wrong = { ...WHO, email: 'carla@' }
  for (const payable of ['1', 'NaN', '-5', '1e3']) {
    const forged = await form.press(PRESS, { ...wrong, payable })
    expect([payable, timesIn(forged.text, 'The sum is now €200')]).toEqual([payable, 1])
    expect(repeatedIds(forged.html)).toEqual([])
    const agreed = await form.press(PRESS, { ...WHO, payable })
    expect(agreed.text).toContain('Nothing is booked yet')
  }
  expect((await readAvailable(service))[0]).toBe(1)
  await form.press(PRESS, WHO)
  const spent = await form.press(PRESS, { ...WHO, firstName: 'Carlotta' })
  expect(timesIn(spent.text, 'This form has booked already')).toBe(1)
})

test('code and e-mail address that ask for an act hear what it needs, and do nothing', async () => {
  await using service = await start()
  await sell(service)
  const { code } = await bookedLink(service)
  const open = guestPageOf(service)
  for (const act of ['cancel', 'drop', 'change', 'move', 'guest', 'invoice', 'review', 'confirm']) {
    const asked = await open({ act, code, email: CARLA })
    expect([act, asked.status]).toEqual([act, 403])
    expect(asked.text).toContain('This needs the link in our mail')
    expect(asked.text).not.toContain('no longer valid')
  }
  expect((await service.alfa.call('GET', `/bookings/${code}`)).body.status).toBe('confirmed')
})

test('a form of another kind is told what to do, and not that it was our fault', async () => {
  await using service = await start()
  await sell(service)
  const app = createApp(service.context, {}, guestPages)
  const answer = await app.handle(
    new Request('http://localhost/booking', {
      method: 'POST',
      headers: { 'content-type': 'text/plain', accept: 'text/html' },
      body: 'act=open',
    }),
  )
  const text = await answer.text()
  expect([answer.status, text]).toEqual([
    415,
    expect.stringContaining('Please open the page again'),
  ])
  expect(text).not.toContain('on our side')
})

test('a slash at the end of an address leads to the page, over a socket, too', async () => {
  await using service = await start()
  await sell(service)
  const app = createApp(service.context, {}, guestPages)
  await using served = serveGuestPage(service)
  for (const path of ['/stay', '/stay/alfa', '/stay/alfa/book', '/my', '/booking'])
    for (const ask of [
      (at: string) => app.handle(new Request(`http://localhost${at}`)),
      (at: string) => fetch(`${served.origin}${at}`, { redirect: 'manual' }),
    ]) {
      const slashed = await ask(`${path}/?q=%2F%2Fx&lang=tr`)
      expect([path, slashed.status]).toEqual([path, 308])
      expect(slashed.headers.get('location')).toBe(`${path}?q=%2F%2Fx&lang=tr`)
      const plain = await ask(`${path}?lang=tr`)
      expect([path, plain.status]).toEqual([path, path.endsWith('book') ? 303 : 200])
    }
})

test('a hotel that is listed no more leaves the sitemap at once', async () => {
  await using service = await start()
  const open = pagesOf(service)
  const app = createApp(service.context, {}, guestPages)
  const map = async () =>
    await (await app.handle(new Request('http://localhost/sitemap.xml'))).text()
  expect(await map()).toContain('/stay/bravo<')
  await changeHotel(service.deps, SYSTEM, service.bravo.id, { isListed: false })
  const after = await map()
  expect(after).not.toContain('/stay/bravo<')
  expect(after).toContain('/stay/alfa<')
  expect((await open('/stay/bravo')).status).toBe(200)
})

test('a change to fewer guests names those who leave the booking, before it is made', async () => {
  await using service = await start()
  await sell(service)
  const guestNames = [{ firstName: 'Deniz', lastName: 'Çelik' }]
  const link = await bookedLink(service, { adults: 2, guestNames })
  const open = guestPageOf(service)
  const { proof: _, ...managed } = link
  const mine = await open(managed)
  const asked = await mine.press('See the price', { adults: '1' })
  expect(asked.text).toContain('this name leaves the booking: Deniz Çelik.')
  const longer = await mine.press('See the price', { checkout: '2027-04-04' })
  expect(longer.text).not.toContain('leaves the booking')
})
