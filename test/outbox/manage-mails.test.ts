import { expect, test } from 'bun:test'
import { bookingLink, mayGuestAct, tokenInGroups } from '../../src/domain/bookings/manage-link.ts'
import type { Letter } from '../../src/outbox/mail/smtp.ts'
import { book, bookGroup, CARLA, sell } from '../support/bookings.ts'
import { postman, scriptAnswers, startMailing } from '../support/mails.ts'
import { asGuest, tokenOf } from '../support/manage.ts'
import { startService, type TestService } from '../support/service.ts'
import { addSite } from '../support/sites.ts'
import { hireStaff } from '../support/staff.ts'
import { putTerms } from '../support/terms.ts'

const PAGE = 'http://localhost:3000/booking'
const ACTS = 'See, change or cancel the booking'
const READS = 'Open the booking'

/** Whether both forms of a letter have the link that a token makes, its groups and what is to be pressed. */
function expectLink({ text, html }: Letter, code: string, manageToken: string, label: string) {
  const link = bookingLink(PAGE, { code, manageToken })
  expect(text).toContain(`${label}: ${link}\n`)
  expect(html).toContain(`href="${link}">${label}<`)
  for (const part of [text, html]) expect(part).toContain(tokenInGroups(manageToken))
}

const letterTo = (letters: readonly Letter[], address: string) =>
  letters.filter(({ to }) => to.address === address)

async function sent(service: TestService): Promise<Letter[]> {
  const server = scriptAnswers()
  await postman(service, server).work()
  return server.letters
}

test('mails to a guest bring the link to the booking, and its code in four groups (contract-access)', async () => {
  await using service = await startMailing()
  await sell(service)
  const { code } = (await book(service.call)).body
  const key = asGuest(code)
  const path = `/v1/bookings/${code}`
  await service.call('PATCH', path, { body: { ...key, adults: 1 } })
  await service.call('POST', `${path}/cancel`, { body: key })
  const [confirmation, change, cancellation] = await sent(service)
  expect(key.manageToken).toBe(await tokenOf(service, code))
  // As the booking is when the mail is written: cancelled.
  for (const letter of [confirmation, change, cancellation])
    expectLink(letter!, code, key.manageToken, READS)

  const other = (await book(service.call)).body.code
  const [standing] = await sent(service)
  expectLink(standing!, other, asGuest(other).manageToken, ACTS)
  expect(standing!.text).toContain('keep them to yourself')
})

test('in Turkish, too; of an agency’s booking it is said that the link shows it', async () => {
  await using service = await startMailing()
  await sell(service)
  const { agent } = await hireStaff(service)
  const ofAgency = (await book(agent.call)).body.code
  const turkish = (await book(service.call, { language: 'tr' })).body.code
  const letters = await sent(service)
  expectLink(letters[0]!, ofAgency, await tokenOf(service, ofAgency), READS)
  expect(letters[0]!.text).not.toContain('keep them to yourself')
  const label = 'Rezervasyonu görüntüle, değiştir veya iptal et'
  expectLink(letters[1]!, turkish, asGuest(turkish).manageToken, label)
  expect(letters[1]!.text).toContain('Yönetim kodu: ')
})

test('of an agency’s booking whose terms let guests act the link changes and cancels (contract-agencies, *An agency’s terms at a hotel*)', async () => {
  await using service = await startMailing()
  await sell(service, { available: 9 })
  const { agent, manager } = await hireStaff(service)
  await putTerms(manager, { guestActs: true, optionDays: 3 })
  const [confirmed, group] = [(await book(agent.call)).body, (await bookGroup(agent.call)).body]
  const letters = await sent(service)
  expectLink(letters[0]!, confirmed.code, await tokenOf(service, confirmed.code), ACTS)
  expect(letters[0]!.text).toContain('keep them to yourself')
  const [{ code }] = group.bookings
  expectLink(letters[1]!, group.code, await tokenOf(service, code), ACTS)

  await putTerms(manager, { guestActs: true, active: false })
  const { code: late } = (await book(agent.call)).body
  const [reading] = await sent(service)
  expectLink(reading!, late, await tokenOf(service, late), READS)
  expect(reading!.text).not.toContain('keep them to yourself')
})

test('an agency’s pending booking is not the guest’s to act on, whatever the terms say (contract-access)', () => {
  const ofAgency = { agencyId: 7, status: 'pending' } as const
  expect(mayGuestAct(ofAgency, true)).toBe(false)
  expect(mayGuestAct({ ...ofAgency, status: 'confirmed' }, true)).toBe(true)
  expect(mayGuestAct({ ...ofAgency, status: 'confirmed' }, false)).toBe(false)
  expect(mayGuestAct({ agencyId: null, status: 'pending' }, false)).toBe(true)
})

test('who was the booking’s guest gets no link to it any more, not even by a mail that waited meanwhile', async () => {
  await using service = await startMailing()
  await sell(service)
  const { code } = (await book(service.call)).body
  const body = { ...asGuest(code), guest: { email: 'dora@example.com' } }
  expect((await service.call('PATCH', `/v1/bookings/${code}`, { body })).status).toBe(200)
  const now = await tokenOf(service, code)
  const letters = await sent(service)
  const former = letterTo(letters, CARLA)
  expect(former.map(({ subject }) => subject.split(':')[0])).toEqual([
    'Booking confirmed',
    'E-mail address changed',
  ])
  for (const { text, html } of former) {
    expect(text + html).not.toContain('/booking#')
    expect(text + html).not.toContain(now)
    expect(text + html).not.toContain(tokenInGroups(now))
  }
  const [told] = letterTo(letters, 'dora@example.com')
  expectLink(told!, code, now, ACTS)
})

test('the former address is told that its link has ended, also where the hotel’s own system tells its guests', async () => {
  await using service = await startService({ world: { isMailing: true } })
  await sell(service)
  const { manager } = await hireStaff(service)
  const { code } = (await book(service.call)).body
  const body = { guest: { email: 'dora@example.com' } }
  expect((await manager.call('PATCH', `/v1/bookings/${code}`, { body })).status).toBe(200)
  const letters = await sent(service)
  expect(letters.map(({ to, subject }) => [to.address, subject.split(':')[0]])).toEqual([
    [CARLA, 'E-mail address changed'],
  ])
})

test('the links of a site’s bookings lead to its own page, in mails and at the desk', async () => {
  await using service = await startMailing()
  await sell(service)
  const { manager } = await hireStaff(service)
  const managePage = 'https://portal.example/booking'
  const site = await addSite(service, { name: 'Ege Portal', managePage })
  const { code } = (await book(service.call, {}, { 'x-service-site': site.secret })).body
  const url = bookingLink(managePage, { code, manageToken: await tokenOf(service, code) })
  const handed = await manager.call('POST', `/v1/panel/bookings/${code}/manage-link`)
  expect(handed.body.url).toBe(url)
  const [letter] = await sent(service)
  expect(letter!.text).toContain(`${ACTS}: ${url}\n`)
  // What is typed is typed at this service, whatever the site's page can.
  expect(letter!.text).toContain(`open ${PAGE} and type`)
})
