import { expect, test } from 'bun:test'
import { tokenInGroups } from '../../src/domain/bookings/manage-link.ts'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { changeHotel } from '../../src/service/catalog/catalog.ts'
import { sell } from '../support/bookings.ts'
import { bookedLink, guestPageOf } from '../support/guest-page.ts'
import { mailsOf } from '../support/mails.ts'
import { readBooking, startLinking } from '../support/press.ts'
import { makeRate } from '../support/rates.ts'
import type { TestService } from '../support/service.ts'

// The page of a mailed link, without a script (contract-access, *What strangers may take*).

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Free until longer ago than a stay in April is booked. */
const FIRST_NIGHT = { freeUntilDays: 90, penalty: 'first_night' } as const

/** The link of a hold that waits for it. */
const askedLink = (service: TestService, more: Record<string, unknown> = {}) =>
  bookedLink(service, { adults: 1, ...more })

/** One that has run out. */
async function lateLink(service: TestService) {
  const link = await askedLink(service)
  service.clock.advance(31 * MINUTE_MS)
  await expireHolds(service.deps)
  return link
}

test('the page of the mailed link says until when the rooms are kept and what they cost; to open it proves nothing', async () => {
  await using service = await startLinking()
  const visit = guestPageOf(service)
  const link = await askedLink(service)

  const asked = await visit(link)
  expect(asked.text).toContain('Is this booking yours?')
  expect(asked.text).toContain('The rooms are kept until 12:30 .')
  expect(asked.text).toContain('1 – 3 April 2027 2 nights To pay at the hotel €200')
  expect(asked.buttons).toContain('Yes, confirm')
  expect(asked.buttons).toContain('This was not me')
  const turkish = await asked.press('Türkçe')
  expect(turkish.text).toContain('Odalarınız 12:30’a kadar ayrıldı.')
  expect(turkish.buttons).toContain('Bunu ben yapmadım')
  const whole = await asked.press('See the whole booking')
  expect(whole.text).toContain('Held until 12:30')
  expect(whole.text).toContain('Please confirm the booking by then')
  expect(whole.text).not.toContain('We have sent you a mail')
  expect(await readBooking(service, link.code)).toMatchObject({ status: 'pending', proof: 'asked' })
})

test('the codes below the link are typed where no link works, and ask the same', async () => {
  await using service = await startLinking()
  const visit = guestPageOf(service)
  const { code, token, proof } = await askedLink(service)
  const typed = { code, group1: tokenInGroups(token), proof: tokenInGroups(proof) }
  const asked = await (await visit()).press('Open the booking', typed)
  expect(asked.text).toContain('Is this booking yours?')
  await asked.press('Yes, confirm')
  expect((await readBooking(service, code)).proof).toBe('mail')
})

test('its button confirms the hold, and asks no more', async () => {
  await using service = await startLinking()
  const visit = guestPageOf(service)
  const link = await askedLink(service)
  const asked = await visit(link)

  const proven = await asked.press('Yes, confirm')
  expect(proven.status).toBe(200)
  expect(proven.text).toContain('Thank you: your booking is confirmed.')
  expect(proven.text).toContain('Confirmation by your e-mail address')
  expect(await readBooking(service, link.code)).toMatchObject({
    status: 'confirmed',
    proof: 'mail',
  })
  expect((await visit(link)).text).toContain('Booked, Carla.')
  expect((await asked.press('Yes, confirm')).text).toContain('your booking is confirmed')
})

test('the other button ends the hold, and says what becomes of the mailbox', async () => {
  await using service = await startLinking()
  const visit = guestPageOf(service)
  const link = await askedLink(service)

  const ended = await (await visit(link)).press('This was not me')
  expect(ended.text).toContain('Thank you for telling us')
  expect(ended.text).toContain('For 24 hours Hotel alfa accepts no unproven booking')
  expect(ended.text).not.toContain('Carla')
  expect((await readBooking(service, link.code)).status).toBe('cancelled')
})

test('a booking that stands is ended by it after it was asked once more', async () => {
  await using service = await startLinking({ webProof: 'share' })
  const visit = guestPageOf(service)
  const link = await askedLink(service)
  const asked = await visit(link)
  expect(asked.text).toContain('It was made with your e-mail address.')

  const again = await asked.press('This was not me')
  expect((await readBooking(service, link.code)).status).toBe('confirmed')
  expect((await again.press('Keep my booking')).text).toContain('Is this booking yours?')
  await again.press('End it: this was not me')
  expect((await readBooking(service, link.code)).status).toBe('cancelled')
})

test('a hold that ran out says so and can be had anew for a day, another price being agreed to first', async () => {
  await using service = await startLinking()
  const visit = guestPageOf(service)
  const link = await lateLink(service)
  const late = await visit(link)
  expect(late.text).toContain('The time to confirm is over')

  await sell(service, { priceCents: 12_000 })
  const dearer = await late.press('Yes, confirm')
  expect(dearer.status).toBe(409)
  expect(dearer.text).toContain('The price has changed in the meantime.')
  expect(dearer.text).toContain('Former total €200 To pay at the hotel €240')
  expect((await readBooking(service, link.code)).status).toBe('expired')
  const sold = await dearer.press('Yes, confirm')
  expect(sold.text).toContain('To pay at the hotel €240')
  expect((await readBooking(service, link.code)).status).toBe('confirmed')

  const tooLate = await lateLink(service)
  const seen = await (await visit(tooLate)).press('See the whole booking')
  expect(seen.text).toContain('The link in our mail can still confirm it for a day')
  const { proof: _, ...withoutProof } = tooLate
  expect((await visit(withoutProof)).buttons).not.toContain('Confirm anyway')
  expect((await seen.press('Confirm anyway')).buttons).toContain('Yes, confirm')
  service.clock.advance(DAY_MS)
  const over = await visit(tooLate)
  expect(over.text).toContain('It was not confirmed in time')
  expect(over.buttons).not.toContain('Yes, confirm')
  expect(over.buttons).not.toContain('Confirm anyway')
})

test('a hold that ran out and whose rooms are gone says that nothing was done', async () => {
  await using service = await startLinking()
  const visit = guestPageOf(service)
  const late = await visit(await lateLink(service))
  await sell(service, { available: 0 })
  const refused = await late.press('Yes, confirm')
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('Not enough rooms are left for Thursday 1 April, Friday 2 April.')
})

test('a link that was ended says so over the booking, and does nothing', async () => {
  await using service = await startLinking()
  const visit = guestPageOf(service)
  const link = await askedLink(service)
  const refused = await visit({ ...link, act: 'prove', proof: 'A'.repeat(22) })
  expect(refused.status).toBe(404)
  expect(refused.text).toContain('This link is no longer valid.')
  expect((await readBooking(service, link.code)).status).toBe('pending')
  // What proved nothing is not carried on to another button that would do nothing.
  expect(refused.buttons).not.toContain('Confirm the booking')
  expect(refused.buttons).toContain('Send the mail again')
})

test('another stay that needs proof first says how to be mailed the link, for to look at its price mails none', async () => {
  await using service = await startLinking({ webProof: 'none' })
  const visit = guestPageOf(service)
  const { proof: _, ...link } = await askedLink(service)
  const set = { webProof: 'always' as const }
  await changeHotel(service.deps, { type: 'user', id: 'an owner' }, 'alfa', set)

  const asked = await (await visit(link)).press('See the price', { checkout: '2027-04-04' })
  expect(asked.status).toBe(409)
  expect(asked.text).toContain('press the button on the page of our mail, which you can have sent')
  expect(asked.text).not.toContain('Confirmation')
  const sent = await asked.press('Send me the mail')
  expect(sent.text).toContain('Check your mailbox')
  expect((await mailsOf(service)).map(({ kind }) => kind)).toEqual(['manage_link', 'proof'])
})

test('what it costs that somebody has not booked is said before they say so', async () => {
  await using service = await startLinking({ webProof: 'share' })
  await makeRate(service, { rateCode: 'FLEX', cancellation: FIRST_NIGHT })
  const visit = guestPageOf(service)
  const link = await askedLink(service, { rateCode: 'FLEX' })
  const soon = await (await visit(link)).press('This was not me')
  expect(soon.text).toContain('End this booking? Room DBL, 1 – 3 April 2027')
  expect(soon.text).not.toContain('is owed')

  service.clock.advance(DAY_MS)
  const later = await (await visit(link)).press('This was not me')
  expect(later.text).toContain('Under its terms, €100 is then owed.')
  await later.press('End it: this was not me')
  expect((await readBooking(service, link.code)).penaltyCents).toBe(10_000)
})

test('a plain hold that needs proof by now waits for the mailed link when it is confirmed', async () => {
  await using service = await startLinking()
  const visit = guestPageOf(service)
  const link = await askedLink(service, { hold: true })
  const { proof: _, ...opened } = link
  const asked = await (await visit(opened)).press('Confirm the booking')
  expect(asked.status).toBe(409)
  expect(asked.text).toContain('The hotel first wants to know that your e-mail address is yours.')
  expect(asked.text).toContain('Held until 12:30')
  expect(asked.text).toContain('We have sent you a mail')
  expect(asked.buttons).not.toContain('Confirm the booking')
  expect(asked.buttons).toContain('Send the mail again')
})
