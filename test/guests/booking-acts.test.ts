import { expect, test } from 'bun:test'
import { changeHotel } from '../../src/service/catalog/catalog.ts'
import { book, CARLA, events, readAvailable, sell } from '../support/bookings.ts'
import { bookedLink, guestPageOf, linkOf } from '../support/guest-page.ts'
import { makeRate } from '../support/rates.ts'
import { startService, type TestService } from '../support/service.ts'
import { putTerms } from '../support/terms.ts'
import { addAgency, signIn } from '../support/users.ts'

// What a guest does on `/booking` without a script: forms that send forms (contract-access, *A booking's own key*).

const DAY_MS = 86_400_000

/** A service with rooms on sale whose bookings cost the first night from 29 March on. */
async function startSelling(): Promise<TestService> {
  const service = await startService()
  await sell(service)
  await makeRate(service, {
    rateCode: 'FLEX',
    cancellation: { freeUntilDays: 3, penalty: 'first_night' },
  })
  return service
}

const read = async ({ call }: TestService, code: string) =>
  (await call('GET', `/v1/bookings/${code}?email=${CARLA}`)).body

/** A link without its proof token, as confirmations have it. */
const withoutProof = ({ proof: _, ...link }: Awaited<ReturnType<typeof bookedLink>>) => link

test('the manage code in its four groups opens the booking, spaces and all, in whichever fields it is typed', async () => {
  await using service = await startSelling()
  const visit = guestPageOf(service)
  const { code, token } = await bookedLink(service)
  const [first, second] = [token.slice(0, 6), token.slice(6, 12)]
  const [third, fourth] = [token.slice(12, 17), token.slice(17)]
  const typed = { group1: ` ${first} `, group2: second, group3: third, group4: `${fourth} ` }

  const entry = await visit()
  const opened = await entry.press('Open the booking', {
    code: ` ${code.toLowerCase()} `,
    ...typed,
  })
  expect(opened.status).toBe(200)
  expect(opened.text).toContain('Booked, Carla.')
  const whole = { code, group1: `${first} ${second} ${third} ${fourth}` }
  expect((await entry.press('Open the booking', whole)).status).toBe(200)
  const link = { group1: `https://stay.example/booking#${code}.${token}`, code: '' }
  expect((await entry.press('Open the booking', link)).status).toBe(200)
  const other = {
    code,
    group1: first.toUpperCase() === first ? first.toLowerCase() : first.toUpperCase(),
  }
  expect((await entry.press('Open the booking', { ...typed, ...other })).status).toBe(404)
})

test('a booking is cancelled after its page has said what that costs, and the button names it', async () => {
  await using service = await startSelling()
  const visit = guestPageOf(service)
  const link = withoutProof(await bookedLink(service, { rateCode: 'FLEX' }))

  const asked = await (await visit(link)).press('Cancel the booking')
  expect(asked.text).toContain('Cancel? Room DBL, 1 – 3 April 2027 Free until Monday 29 March,')
  expect(asked.text).toContain('then the first night')
  expect(asked.text).toContain('From Tuesday 30 March €100')
  expect(asked.text).toContain('You owe the hotel today €0')
  expect((await read(service, link.code)).status).toBe('confirmed')
  const kept = await asked.press('Keep my booking')
  expect(kept.text).toContain('Booked, Carla.')

  const cancelled = await asked.press('Cancel free of charge')
  expect(cancelled.text).toContain('Your booking is cancelled.')
  expect(cancelled.buttons).not.toContain('Cancel the booking')
  expect((await read(service, link.code)).status).toBe('cancelled')
  expect(await readAvailable(service)).toEqual(Array.from({ length: 10 }, () => 5))
  // Sent again, as a browser does that goes back, it is what it was.
  expect((await asked.press('Cancel free of charge')).text).toContain('Your booking is cancelled.')
})

test('a guest in house is told that the nights begun are owed, by terms that are free at any time, too', async () => {
  await using service = await startSelling()
  const visit = guestPageOf(service)
  const link = withoutProof(await bookedLink(service))
  expect((await visit(link)).text).toContain('Free at any time')

  service.clock.nowMs = Date.parse('2027-04-02T12:00:00Z')
  const begun = await visit(link)
  expect(begun.text).toContain('The nights that have begun are owed')
  expect(begun.text).not.toContain('Free at any time')
  const asked = await begun.press('Cancel the booking')
  expect(asked.text).toContain('You owe the hotel today €100')
})

test('a cancellation that midnight has made dearer is asked about again', async () => {
  await using service = await startSelling()
  const visit = guestPageOf(service)
  const link = withoutProof(await bookedLink(service, { rateCode: 'FLEX' }))
  const asked = await (await visit(link)).press('Cancel the booking')

  service.clock.advance(20 * DAY_MS)
  const again = await asked.press('Cancel free of charge')
  expect(again.status).toBe(409)
  expect(again.text).toContain('The cancellation fee has changed since you looked.')
  expect(again.text).toContain('You owe the hotel today €100')
  expect((await read(service, link.code)).status).toBe('confirmed')
  const cancelled = await again.press('Cancel for €100')
  expect(cancelled.text).toContain('You owe the hotel €100')
  expect((await read(service, link.code)).penaltyCents).toBe(10_000)
})

test('a stay is moved after its page has said what it costs now and then', async () => {
  await using service = await startSelling()
  await sell(service, { from: '2027-04-05', nights: 2, priceCents: 8_000 })
  const visit = guestPageOf(service)
  const link = withoutProof(await bookedLink(service))
  const opened = await visit(link)

  const dates = { checkin: '2027-04-05', checkout: '2027-04-07' }
  const asked = await opened.press('See the price', dates)
  expect(asked.text).toContain('Move to 5 – 7 April 2027?')
  expect(asked.text).toContain('Now €200 5 – 7 April 2027 €160 You pay less €40')
  expect((await read(service, link.code)).checkin).toBe('2027-04-01')

  const moved = await asked.press('Change my booking')
  expect(moved.text).toContain('Your booking is changed.')
  expect(moved.text).toContain('5 – 7 April 2027, 2 nights')
  expect(await read(service, link.code)).toMatchObject({ ...dates, totalPriceCents: 16_000 })
  const same = await moved.press('See the price', dates)
  expect(same.text).toContain('These are your present dates and guests.')
})

test('a move whose price has changed since it was shown is asked about again, at the new one', async () => {
  await using service = await startSelling()
  const visit = guestPageOf(service)
  const link = withoutProof(await bookedLink(service))
  const dates = { checkin: '2027-04-05', checkout: '2027-04-07' }
  const asked = await (await visit(link)).press('See the price', dates)

  await sell(service, { from: '2027-04-05', nights: 2, priceCents: 9_000 })
  const again = await asked.press('Change my booking')
  expect(again.status).toBe(409)
  expect(again.text).toContain('The price has changed since you looked.')
  expect(again.text).toContain('You pay less €20')
  expect((await again.press('Change my booking')).text).toContain('Your booking is changed.')
})

test.each([
  [{ checkin: '2027-04-05', checkout: '2027-04-05' }, 422, 'You have to leave after you arrive.'],
  [
    { checkin: '2027-03-01', checkout: '2027-04-05' },
    422,
    'Too early: not before Wednesday 10 March.',
  ],
  [{ checkin: '2027-02-30', checkout: '2027-04-05' }, 422, 'Please write a date of the calendar'],
  [
    { checkin: '2027-04-01', checkout: '2027-04-12' },
    409,
    'The hotel does not sell Sunday 11 April.',
  ],
])(
  'dates that cannot be had are said in words, at their field: %p',
  async (dates, status, words) => {
    await using service = await startSelling()
    const visit = guestPageOf(service)
    const link = withoutProof(await bookedLink(service))

    const refused = await (await visit(link)).press('See the price', dates)
    expect(refused.status).toBe(status)
    expect(refused.text).toContain(words)
    // What was typed stands there to be put right, in an open form.
    expect(refused.fieldsOf('See the price')).toMatchObject(dates)
    expect(refused.html).toMatch(/<details open class="act"><summary[^>]*>Change dates or guests/)
    if (status === 422) expect(refused.html).toMatch(/aria-describedby="f-check(in|out)-error"/)
    expect(await read(service, link.code)).toMatchObject({ checkin: '2027-04-01' })
  },
)

test('a stay of more nights than one booking on the web has is told how many it may have', async () => {
  await using service = await startSelling()
  await changeHotel(service.deps, { type: 'user', id: 'an owner' }, 'alfa', { webMaxNights: 3 })
  const visit = guestPageOf(service)
  const booking = await visit(withoutProof(await bookedLink(service)))
  const refused = await booking.press('See the price', { checkout: '2027-04-05' })
  expect(refused.text).toContain('At most 3 nights in one booking on the web: please ask the hotel')
})

test('while a cancellation costs something the page says why a stay is not made shorter', async () => {
  await using service = await startSelling()
  const visit = guestPageOf(service)
  const link = withoutProof(await bookedLink(service, { rateCode: 'FLEX' }))
  service.clock.advance(20 * DAY_MS)
  const dates = { checkin: '2027-04-01', checkout: '2027-04-02' }
  const refused = await (await visit(link)).press('See the price', dates)
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('Cancelling costs €100 now')
})

test('names and wishes are changed, and what is wrong with one is said at its field', async () => {
  await using service = await startSelling()
  const visit = guestPageOf(service)
  const link = withoutProof(await bookedLink(service))
  const opened = await visit(link)

  const wishes = 'A quiet room, please.\nWith a <b>view</b>'
  const typed = { firstName: 'Carlotta', phone: '+90 532 555 01 47', specialRequests: wishes }
  const saved = await opened.press('Save', typed)
  expect(saved.text).toContain('Your details are saved.')
  expect(saved.text).toContain('Carlotta Çelik')
  expect(saved.html).not.toContain('<b>')
  const refused = await saved.press('Save', { phone: 'none', lastName: '\u202e' })
  expect(refused.status).toBe(422)
  expect(refused.html).toMatch(/<p class="error" id="f-phone-error">/)
  expect(refused.html).toMatch(/<p class="error" id="f-lastName-error">/)
  expect(refused.html).toContain('value="none"')
  const emptied = await saved.press('Save', { specialRequests: '' })
  expect(emptied.text).not.toContain('A quiet room')
})

test('a hold is confirmed, or let go, and one that has run out says so', async () => {
  await using service = await startSelling()
  const visit = guestPageOf(service)
  const link = withoutProof(await bookedLink(service, { hold: true }))
  const opened = await visit(link)
  expect(opened.text).toContain('Held until 12:15')
  expect(opened.buttons).not.toContain('See the price')

  const asked = await opened.press('Cancel the booking')
  expect(asked.text).toContain('The rooms go back on sale. It costs nothing.')
  const confirmed = await opened.press('Confirm the booking')
  expect(confirmed.text).toContain('Thank you: your booking is confirmed.')
  expect((await read(service, link.code)).status).toBe('confirmed')

  const late = withoutProof(await bookedLink(service, { hold: true }))
  const inTime = await visit(late)
  service.clock.advance(16 * 60_000)
  const refused = await inTime.press('Confirm the booking')
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('The booking no longer allows this.')
})

test('the guest of an agency reads, and the page says who acts', async () => {
  await using service = await startSelling()
  const visit = guestPageOf(service)
  const { call } = await signIn(service, 'agency_user', { agencyId: await addAgency(service) })
  const { body } = await book(call)
  const link = withoutProof(await linkOf(service, body.code))
  const opened = await visit(link)
  expect(opened.text).toContain('A travel agency made this booking')
  expect(opened.buttons).not.toContain('Cancel the booking')
  const forced = await visit({ ...link, act: 'drop', payable: '0' })
  expect(forced.status).toBe(403)
  expect((await read(service, link.code)).status).toBe('confirmed')
})

test('the guest of an agency acts on the page where the agency’s terms let guests act (contract-agencies, guestActs)', async () => {
  await using service = await startSelling()
  const visit = guestPageOf(service)
  const { call } = await signIn(service, 'agency_user', { agencyId: await addAgency(service) })
  const manager = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  await putTerms(manager, { guestActs: true })
  const { body } = await book(call)
  const link = withoutProof(await linkOf(service, body.code))
  const opened = await visit(link)
  expect(opened.text).not.toContain('A travel agency made this booking')
  expect(opened.buttons).toContain('Cancel the booking')
  expect(opened.text).not.toContain('ommission')
  const dropped = await visit({ ...link, act: 'drop', payable: '0' })
  expect(dropped.status).toBe(200)
  expect((await read(service, link.code)).status).toBe('cancelled')
})

test('every state of a booking has its words, in both languages', async () => {
  await using service = await startSelling()
  const visit = guestPageOf(service)
  const link = withoutProof(await bookedLink(service))
  const { booking } = service.store.t
  const said: Record<string, [string, string]> = {
    cancelled: ['Cancelled', 'İptal edildi'],
    expired: ['The hold has expired', 'Ayırma süresi doldu'],
    no_show: ['No-show', 'Giriş yapılmadı'],
    completed: ['Thank you for your stay', 'Konakladığınız için teşekkür ederiz'],
  }
  for (const [status, [english, turkish]] of Object.entries(said)) {
    await service.store.tx(async (tx) => {
      await tx.db.update(booking).set({ status: status as 'cancelled', penaltyCents: 5_000 })
    })
    const shown = await visit(link)
    expect(shown.text).toContain(english)
    expect(shown.text).toContain('You owe the hotel €50')
    expect(shown.buttons).not.toContain('Cancel the booking')
    const other = await shown.press('Türkçe')
    expect(other.html).toContain('<html lang="tr">')
    expect(other.text).toContain(turkish)
    expect(other.text).toContain('Otele ödenecek €50')
  }
})

test('an act by the page is one by the manage link, and nothing of a token is in what is told of it', async () => {
  await using service = await startSelling()
  const visit = guestPageOf(service)
  const link = withoutProof(await bookedLink(service))
  await (await (await visit(link)).press('Cancel the booking')).press('Cancel free of charge')
  const rows = await service.store.db.select().from(service.store.t.change)
  expect(rows.at(-1)).toMatchObject({
    actorBy: 'guest',
    actorHow: 'manage_link',
    actorId: link.code,
  })
  expect(JSON.stringify(await events(service))).not.toContain(link.token)
})

test('the calendar file has the days of the stay, and breaks no line within a character', async () => {
  await using service = await startSelling()
  const visit = guestPageOf(service)
  const { body } = await book(service.call)
  const { headers, html } = await (
    await visit(withoutProof(await linkOf(service, body.code)))
  ).press('Add to calendar')
  expect(headers.get('content-type')).toStartWith('text/calendar')
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${body.code}.ics"`)
  expect(html).toContain('DTSTART;VALUE=DATE:20270401\r\nDTEND;VALUE=DATE:20270403\r\n')
  for (const line of html.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})
