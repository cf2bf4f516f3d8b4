import { expect, test } from 'bun:test'
import { book, CARLA, sell } from '../support/bookings.ts'
import { bookedLink, guestPageOf } from '../support/guest-page.ts'
import { readBooking, startLinking } from '../support/press.ts'
import { startService } from '../support/service.ts'
import { signIn } from '../support/users.ts'

// Whose the calls are that `/booking` makes of the API (contract-access, *What strangers may take*).

/** What the forms of the page send beside what opens the booking. */
const FORM = {
  ...{ payable: '20000', revision: '1' },
  ...{ checkin: '2027-04-05', checkout: '2027-04-07', firstName: 'X', lastName: 'Y' },
  ...{ rating: '5', text: 'X' },
}

test('what is taken on the page counts for its visitor’s network', async () => {
  await using service = await startLinking({ webProof: 'share', trustedProxies: 1 })
  const { store, deps } = service
  const visit = guestPageOf(service)
  const link = await bookedLink(service, { adults: 1 })
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  const { text } = await visit({ ...FORM, ...link, act: 'move' }, { headers })
  expect(text).toContain('Your booking is changed.')
  const takes = await store.db.select().from(store.t.strangerTake)
  expect(takes.map(({ network }) => network)).toContain(deps.tokens.network('203.0.113.7/32'))
})

test('neither a session nor a key of its visitor lends the page what its form has not', async () => {
  await using service = await startService()
  await sell(service)
  const visit = guestPageOf(service)
  const { code } = (await book(service.call)).body
  const { token } = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  for (const headers of [
    { authorization: `Bearer ${token}` },
    { authorization: `Bearer ${service.alfa.secret}` },
    { cookie: `session=${token}` },
  ])
    for (const act of ['see', 'drop', 'move', 'guest', 'invoice', 'review']) {
      const form = { ...FORM, act, code }
      expect([act, (await visit(form, { headers })).status]).toEqual([act, 404])
      const byEmail = await visit({ ...form, email: CARLA }, { headers })
      expect([act, byEmail.status]).toEqual([act, act === 'see' ? 200 : 403])
    }
  expect(await readBooking(service, code)).toMatchObject({ status: 'confirmed', revision: 1 })
})

test('who asks for the link is told the same whatever is true, and mailed it where it is', async () => {
  await using service = await startLinking({ webProof: 'none' })
  const { store, context } = service
  const visit = guestPageOf(service)
  const { code } = (await book(service.call, { adults: 1 })).body
  const mails = async () => (await store.db.select().from(store.t.mail)).length
  const before = await mails()
  const entry = await visit()
  const wrong = await entry.press('Send the link again', { code, email: 'nobody@example.com' })
  await context.linkRequests.idle()
  expect(await mails()).toBe(before)
  const right = await entry.press('Send the link again', { code, email: CARLA })
  await context.linkRequests.idle()
  expect(await mails()).toBeGreaterThan(before)
  expect([right.status, right.text]).toEqual([wrong.status, wrong.text])
  expect(right.text).toContain('If the code and the address match')
})

test('without mail the page sends whoever asks for the link to the hotel, and names none', async () => {
  await using service = await startService()
  const visit = guestPageOf(service)
  const fields = { code: 'AAAAAAAAAA', email: CARLA }
  const { status, text } = await (await visit()).press('Send the link again', fields)
  expect(status).toBe(409)
  expect(text).toContain('No mail is sent at present. Please ask the hotel')
})
