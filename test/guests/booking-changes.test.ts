import { expect, test } from 'bun:test'
import { completeStays } from '../../src/service/bookings/booking-passes.ts'
import { listGroup } from '../../src/store/bookings/groups.ts'
import { CARLA, sell } from '../support/bookings.ts'
import { makeExtra } from '../support/extras.ts'
import { bookedGroup, bookedLink, guestPageOf } from '../support/guest-page.ts'
import { startService, type TestService } from '../support/service.ts'
import { signIn } from '../support/users.ts'

// What a guest changes on `/my` after booking, and the review after the stay (contract-groups; contract §5).

const MARKUP = '<b>x</b></textarea>'

async function startSelling(): Promise<TestService> {
  const service = await startService()
  await sell(service, { available: 20 })
  await sell(service, { roomCode: 'SGL', available: 20, priceCents: 7_000 })
  return service
}

const read = async ({ alfa }: TestService, code: string) =>
  (await alfa.call('GET', `/bookings/${code}`)).body

const guest = { firstName: 'Carla', lastName: 'Öz', email: CARLA }
const stay = { roomCode: 'DBL', adults: 2, checkin: '2027-04-01', checkout: '2027-04-03' }

test('other guests are agreed to after their price is said, with the extras of each guest', async () => {
  await using service = await startSelling()
  await makeExtra(service, { code: 'BIKE', name: 'Bicycle', per: 'guest' })
  const link = await bookedLink(service, { extras: [{ code: 'BIKE', quantity: 1 }] })
  const opened = await (await guestPageOf(service)({ ...link, act: 'see' })).press(
    'See the price',
    { adults: '1' },
  )
  expect(opened.text).toContain('Change the guests?')
  expect(opened.text).toContain('2 nights, 1 adult')
  expect(opened.text).toContain('Now €220 After the change €210 You pay less €10')
  expect((await read(service, link.code)).adults).toBe(2)
  const done = await opened.press('Change my booking')
  expect(done.text).toContain('Your booking is changed.')
  expect(await read(service, link.code)).toMatchObject({ adults: 1, payableCents: 21_000 })
})

test.each([
  [{ ages: '6 months' }, 'only whole years from 0 to 17', 'ages'],
  [{ ages: '18' }, 'only whole years from 0 to 17', 'ages'],
  [{ adults: 'two' }, 'This is not right', 'adults'],
  [{ adults: '9' }, 'sleeps at most 3, with an adult in each', 'adults'],
])(
  'a party that cannot be is said at its field: %p',
  async (typed: Record<string, string>, words, field) => {
    await using service = await startSelling()
    const link = await bookedLink(service)
    const page = await guestPageOf(service)({ ...link, act: 'see' })
    const refused = await page.press('See the price', typed)
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(words)])
    expect(refused.html).toMatch(new RegExp(`id="f-${field}"[^>]*aria-invalid`))
    expect(refused.fieldsOf('See the price')).toMatchObject(typed)
    expect((await read(service, link.code)).adults).toBe(2)
  },
)

test('a date that the hotel does not sell carries the reason, and leads to the dates that are free', async () => {
  await using service = await startService({ publicPages: true })
  await sell(service, { available: 20 })
  await sell(service, { roomCode: 'SGL', nights: 20, available: 20 })
  const lone = await bookedLink(service, { childAges: [4], children: 1 })
  const { link } = await bookedGroup(service, {
    guest,
    stays: [{ ...stay, roomCode: 'SGL', adults: 1 }, stay],
  })
  for (const [key, parties] of [
    [lone, '&party=2%2C4'],
    [link, '&party=1&party=2'],
  ] as const) {
    const page = await guestPageOf(service)({ ...key, act: 'see' })
    expect(page.text).not.toContain('See which dates are free')
    const typed = { checkin: '2027-04-15', checkout: '2027-04-17' }
    const refused = await page.press('See the price', typed)
    expect(refused.status).toBe(409)
    // Of a reservation another stay than the first may be refused.
    expect(refused.text).toContain('Arrive Not for sale on these dates. Leave See which dates')
    expect(refused.html).toMatch(/id="f-checkin"[^>]*aria-invalid/)
    const hotel = await refused.follow('See which dates are free')
    expect(hotel.path).toBe(`/stay/alfa?checkin=2027-04-15&checkout=2027-04-17${parties}`)
    expect(hotel.status).toBe(200)
  }
})

test('all stays of a reservation move at once, for the sum that was said', async () => {
  await using service = await startSelling()
  const { link, code } = await bookedGroup(service, {
    guest,
    stays: [stay, { ...stay, roomCode: 'SGL', adults: 1 }],
  })
  const page = await guestPageOf(service)({ ...link, act: 'see' })
  const asked = await page.press('See the price', { checkout: '2027-04-04', 'ages-1': '' })
  expect(asked.text).toContain('Change your stays?')
  expect(asked.text).toContain('Now €340 After the change €510 You pay more €170')
  await sell(service, { roomCode: 'SGL', available: 20, priceCents: 8_000 })
  const dearer = await asked.press('Change my booking')
  expect(dearer.status).toBe(409)
  expect(dearer.text).toContain('The price has changed since you looked.')
  expect(dearer.text).toContain('You pay more €180')
  const done = await dearer.press('Change my booking')
  expect(done.text).toContain('Your booking is changed.')
  const ends = (await listGroup(service.store, code)).map(({ checkout }) => String(checkout))
  expect(ends).toEqual(['2027-04-04', '2027-04-04'])
})

test('one stay of a reservation is changed and cancelled alone, with the sum said first', async () => {
  await using service = await startSelling()
  const { link, code } = await bookedGroup(service, { guest, stays: [stay, stay] })
  const page = await guestPageOf(service)({ ...link, act: 'see' })
  const second = await page.press('Open stay 2')
  const asked = await second.press('See the price', { checkout: '2027-04-02' })
  expect(asked.text).toContain('You pay less €100')
  await asked.press('Change my booking')
  const dropped = await (await page.press('Open stay 1')).press('Cancel the booking')
  await dropped.press('Cancel free of charge')
  const states = (await listGroup(service.store, code)).map(
    (each) => `${each.status} ${each.checkout}`,
  )
  expect(states).toEqual(['cancelled 2027-04-03', 'confirmed 2027-04-02'])
})

test('stays with dates of their own are each moved by their own fields', async () => {
  await using service = await startSelling()
  const later = { ...stay, checkin: '2027-04-03', checkout: '2027-04-05' }
  const { link } = await bookedGroup(service, { guest, stays: [stay, later] })
  const page = await guestPageOf(service)({ ...link, act: 'see' })
  const refused = await page.press('See the price', { 'checkout-2': '2027-04-03' })
  expect(refused.text).toContain('You have to leave after you arrive.')
  expect(refused.html).toMatch(/id="f-checkout-2"[^>]*aria-invalid/)
  const asked = await refused.press('See the price', { 'checkout-2': '2027-04-04' })
  expect(asked.text).toContain('Room DBL, 3 – 4 April 2027, 1 night')
  expect(asked.text).toContain('You pay less €100')
  await asked.press('Change my booking')
  expect((await guestPageOf(service)({ ...link, act: 'see' })).text).toContain('hotel €300')
})

test('the names of further guests are set in lines, and those of too many are refused', async () => {
  await using service = await startSelling()
  const link = await bookedLink(service)
  const page = await guestPageOf(service)({ ...link, act: 'see' })
  const saved = await page.press('Save', { others: ' Nermin  Aydın \r\n' })
  expect(saved.text).toContain('Further guests Nermin Aydın')
  const refused = await saved.press('Save', { others: `Ada Öz\n${MARKUP}` })
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('id="f-others-error"')
  expect(refused.html).not.toContain('<b>x')
  expect((await read(service, link.code)).guestNames).toEqual([
    { firstName: 'Nermin', lastName: 'Aydın', isChild: false },
  ])
})

test('the invoice is for a company that the guest names after booking, of a reservation for all stays', async () => {
  await using service = await startSelling()
  const { link, bookings } = await bookedGroup(service, { guest, stays: [stay, stay] })
  const page = await guestPageOf(service)({ ...link, act: 'see' })
  const bare = await page.press('Save for the invoice', { taxNumber: '1234567890' })
  expect(bare.status).toBe(422)
  expect(bare.html).toMatch(/id="f-company"[^>]*aria-invalid/)
  const typed = { company: MARKUP, taxOffice: 'Kadıköy', companyEmail: 'fatura@oz.example' }
  const saved = await bare.press('Save for the invoice', typed)
  expect(saved.text).toContain('The invoice will name this company.')
  expect(saved.html).not.toContain('<b>x')
  for (const { code } of bookings)
    expect((await read(service, code)).company).toEqual({
      ...{ name: MARKUP, taxOffice: 'Kadıköy', taxNumber: '1234567890' },
      ...{ address: null, email: 'fatura@oz.example' },
    })
  const none = { company: '', taxOffice: '', taxNumber: '', companyEmail: '' }
  const emptied = await page.press('Save for the invoice', none)
  expect(emptied.text).toContain('The invoice will name the guest.')
  expect((await read(service, bookings[0].code)).company).toBeNull()
})

test('a stay that is over is reviewed once by its link, and the hotel’s answer stands below', async () => {
  await using service = await startSelling()
  const link = { ...(await bookedLink(service)), act: 'see' }
  const visit = guestPageOf(service)
  expect((await visit(link)).buttons).not.toContain('Publish my review')
  service.clock.nowMs = Date.parse('2027-04-04T12:00:00Z')
  await completeStays(service.deps)
  const page = await visit(link)
  const unrated = await page.press('Publish my review', { rating: '', text: 'Quiet.' })
  expect([unrated.status, unrated.text]).toEqual([422, expect.stringContaining('Please fill')])
  expect(unrated.fieldsOf('Publish my review').text).toBe('Quiet.')
  const done = await unrated.press('Publish my review', { rating: '4', text: `Quiet. ${MARKUP}` })
  expect(done.text).toContain('Thank you for your review.')
  expect(done.html).not.toContain('<b>x')
  expect(done.buttons).not.toContain('Publish my review')
  const again = await unrated.press('Publish my review', { rating: '4', text: 'Quiet.' })
  expect([again.status, again.text]).toEqual([
    409,
    expect.stringContaining('This has reached us before: nothing was done twice.'),
  ])

  const { call } = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const { body } = await call('GET', '/v1/panel/reviews')
  expect(body.items[0]).toMatchObject({ rating: 4, bookingCode: link.code })
  await call('POST', `/v1/panel/reviews/${body.items[0].id}/reply`, {
    body: { text: 'Come again!' },
  })
  expect((await visit(link)).text).toContain('The hotel’s answer Come again!')
  const byMail = await visit({ act: 'see', code: link.code, email: CARLA })
  expect(byMail.text).toContain('Your review')
})

test('a link tells what was paid and what is left, of one stay and of several; code and e-mail do not', async () => {
  await using service = await startSelling()
  const link = { ...(await bookedLink(service)), act: 'see' }
  const group = await bookedGroup(service, { guest, stays: [stay, stay] })
  const { call } = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const pay = async (code: string, amountCents: number) =>
    await call('POST', `/v1/panel/bookings/${code}/payments`, {
      body: { amountCents, method: 'card' },
    })
  const visit = guestPageOf(service)
  expect((await visit(link)).text).not.toContain('Paid so far')
  expect((await pay(link.code, 5_000)).status).toBe(201)
  expect((await visit(link)).text).toContain(
    'To pay at the hotel €200 Paid so far €50 Still to pay €150',
  )
  await pay(link.code, 20_000)
  expect((await visit(link)).text).toContain('Paid so far €250 To be paid back to you €50')
  const byMail = await visit({ act: 'see', code: link.code, email: CARLA })
  expect(byMail.text).not.toContain('Paid so far')

  for (const { code } of group.bookings) await pay(code, 1_000)
  expect((await visit({ ...group.link, act: 'see' })).text).toContain(
    'Paid so far €20 Still to pay',
  )
})

test('code and e-mail show a stay that is over, and review it by the link alone', async () => {
  await using service = await startSelling()
  const { link, code } = await bookedGroup(service, { guest, stays: [stay, stay] })
  service.clock.nowMs = Date.parse('2027-04-04T12:00:00Z')
  await completeStays(service.deps)
  const visit = guestPageOf(service)
  const page = await visit({ act: 'see', code, email: CARLA })
  expect(page.text).toContain('To review your stay, open the link in our mail.')
  expect(page.buttons).not.toContain('Publish my review')
  const forced = await visit({ act: 'review', code, email: CARLA, rating: '5', text: 'Mine.' })
  expect(forced.status).toBe(403)
  const whole = await visit({ ...link, act: 'see' })
  const done = await whole.press('Publish my review', { rating: '5', text: 'Ours.' })
  expect(done.text).toContain('Your review')
})

test('the calendar file of a reservation has an event for each stay that stands', async () => {
  await using service = await startSelling()
  const later = { ...stay, checkin: '2027-04-05', checkout: '2027-04-06' }
  const { link, code, bookings, manageToken } = await bookedGroup(service, {
    ...{ guest, stays: [stay, later, stay] },
  })
  const ended = bookings[2].code
  await service.call('POST', `/v1/bookings/${ended}/cancel`, { body: { manageToken } })
  const page = await guestPageOf(service)({ ...link, act: 'see' })
  const { headers, html } = await page.press('Add to calendar')
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${code}.ics"`)
  expect([...html.matchAll(/DTSTART;VALUE=DATE:(\d+)/g)].map(([, day]) => day)).toEqual([
    '20270401',
    '20270405',
  ])
  const uids = [...html.matchAll(/UID:(\w+)@/g)].map(([, uid]) => uid)
  expect(uids).toEqual(bookings.slice(0, 2).map((each: { code: string }) => each.code))
})

test('the time of arrival and the e-mail address are changed by the link, which ends with the address', async () => {
  await using service = await startService()
  await sell(service)
  const { proof: _, ...link } = await bookedLink(service)
  const open = guestPageOf(service)
  const mine = await open(link)
  const typed = { arrivalTime: '16:00', newEmail: 'carla.new@example.com' }
  const fields = { ...mine.fieldsOf('Save'), ...typed }
  const saved = await open({ ...fields, act: 'guest' })
  expect(saved.text).toContain('From now on mails go to the new address')
  expect(saved.text).toMatch(/Time of arrival 16:00/)
  // The page goes on with the new link; the earlier one is none.
  expect(saved.buttons).toContain('Cancel the booking')
  expect((await open(link)).status).toBe(404)
  const { body } = await service.alfa.call('GET', `/bookings/${link.code}`)
  expect(body).toMatchObject({
    arrivalTime: '16:00',
    guest: { email: 'carla.new@example.com' },
  })
  const wrong = await open({ ...saved.fieldsOf('Save'), act: 'guest', newEmail: 'carla@' })
  expect([wrong.status, wrong.html]).toEqual([
    422,
    expect.stringMatching(/id="f-newEmail"[^>]*aria-invalid/),
  ])
})
