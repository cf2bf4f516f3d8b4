import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Booking } from '../../src/domain/bookings/booking.ts'
import { bookingLink, tokenInGroups } from '../../src/domain/bookings/manage-link.ts'
import { createPost } from '../../src/outbox/mail/smtp.ts'
import { canMailProof, checkMailHealth, createMailHealth } from '../../src/service/mail-health.ts'
import { book, CARLA, sell } from '../support/bookings.ts'
import { startMailServer } from '../support/mail-server.ts'
import { mailsOf, postman, scriptAnswers, startMailing } from '../support/mails.ts'
import { readBooking, startLinking } from '../support/press.ts'
import { unproven } from '../support/proof.ts'
import { startService, type TestService } from '../support/service.ts'
import { addSite } from '../support/sites.ts'
import { signIn } from '../support/users.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const QUESTION = 'Is this booking yours?'

/** A service with a mail server whose hotels tell their guests nothing. */
async function startAsking(): Promise<TestService> {
  const service = await startService({ world: { isMailing: true } })
  await sell(service, { available: 200 })
  return service
}

const setBooking = (
  { store }: TestService,
  { id }: Booking,
  state: Partial<Pick<Booking, 'proof' | 'manageEpoch' | 'status'>>,
) =>
  store.tx(async (tx) => {
    await tx.db.update(tx.t.booking).set(state).where(eq(tx.t.booking.id, id))
  })

const statesOf = async (service: TestService) => (await mailsOf(service)).map(({ state }) => state)

test('the mail asks whether a booking is theirs, with link and codes, though the hotel tells its guests nothing (contract-access)', async () => {
  await using service = await startAsking()
  const booking = await unproven(service, { rooms: 2, adults: 2 })
  const server = scriptAnswers()
  await postman(service, server).work()
  const [letter] = server.letters
  const { tokens } = service.deps
  const [manageToken, proofToken] = [tokens.manage(booking), tokens.proof(booking)]
  const key = { code: booking.code, manageToken, proofToken }
  expect(letter!.subject).toBe(`${QUESTION} Hotel alfa, ${booking.code}`)
  for (const part of [letter!.text, letter!.html]) {
    expect(part).toContain(bookingLink('http://localhost:3000/booking', key))
    expect(part).toContain(tokenInGroups(manageToken))
    expect(part).toContain(tokenInGroups(proofToken))
    for (const said of ['Hotel alfa', 'Thu, 1 April 2027', 'Sat, 3 April 2027', 'Room DBL × 2'])
      expect(part).toContain(said)
    // Two rooms for two nights, and half an hour from noon in Istanbul.
    expect(part).toContain('€400.00')
    expect(part).toContain('10 Mar 2027, 12:30 (the hotel’s time)')
  }
  expect(tokenInGroups(proofToken).split(' ')).toHaveLength(4)
  expect(letter!.text).toContain(`${QUESTION} Someone`)
})

test('the proof token stands in its mail alone: in no row, no event and no answer (contract-access)', async () => {
  await using service = await startMailing()
  await sell(service)
  const booking = await unproven(service, { isHold: false })
  const server = scriptAnswers()
  await postman(service, server).work()
  const token = service.deps.tokens.proof(booking)
  const having = server.letters.filter(({ text, html }) => `${text}${html}`.includes(token))
  expect(having.map(({ subject }) => subject.slice(0, QUESTION.length))).toEqual([QUESTION])
  const { mail, outbox, bookingRevision } = service.store.t
  for (const table of [mail, outbox, bookingRevision, service.store.t.booking])
    expect(JSON.stringify(await service.store.db.select().from(table))).not.toContain(token)
  const read = await service.call('GET', `/v1/bookings/${booking.code}?email=${CARLA}`)
  expect(read.text).not.toContain(token)
})

test('what is confirmed is asked for without an end, in the guest’s language', async () => {
  await using service = await startAsking()
  await unproven(service, { isHold: false, language: 'tr' })
  const server = scriptAnswers()
  await postman(service, server).work()
  const [{ subject, text }] = server.letters as [(typeof server.letters)[0]]
  expect(subject).toStartWith('Bu rezervasyon sizin mi?')
  expect(text).toContain('Rezervasyonu aç: http://localhost:3000/booking#')
  expect(text).not.toContain('Odaların tutulduğu süre')
})

test('a guest of no name of letters is greeted without it (S18)', async () => {
  await using service = await startAsking()
  const guest = { firstName: 'Win at', lastName: 'https://evil.example', email: CARLA }
  await unproven(service, { guest, specialRequests: 'Visit evil.example' })
  const server = scriptAnswers()
  await postman(service, server).work()
  const [letter] = server.letters
  expect(letter!.text).toStartWith('Dear guest,')
  expect(JSON.stringify(letter)).not.toContain('evil')
})

test('a question that is queued after 100 others goes out first, also before an account’s link (contract-access)', async () => {
  await using service = await startMailing()
  await sell(service, { available: 200 })
  for (let each = 0; each < 100; each++) {
    const guest = { firstName: 'A', lastName: 'B', email: `a${each}@example.com` }
    await book(service.call, { guest, adults: 1 })
  }
  await signIn(service, 'guest', { email: 'ada@example.com' })
  await service.call('POST', '/v1/auth/forgot-password', { body: { email: 'ada@example.com' } })
  await service.context.forgotten.idle()
  await unproven(service, { guest: { firstName: 'D', lastName: 'E', email: 'dora@example.com' } })
  const server = scriptAnswers()
  await postman(service, server).work()
  expect(server.letters).toHaveLength(102)
  expect(server.letters[0]!.subject).toStartWith(QUESTION)
})

test('a mailbox gets ten questions an hour, beside its other mails, however its address is spelled', async () => {
  await using service = await startMailing()
  await sell(service, { available: 200 })
  for (let each = 0; each < 12; each++)
    await unproven(service, {
      isHold: false,
      guest: { firstName: 'Carla', lastName: 'Çelik', email: `carla+${each}@example.com` },
    })
  const server = scriptAnswers()
  const { work, after } = postman(service, server)
  const isQuestion = ({ subject }: { subject: string }) => subject.startsWith(QUESTION)
  await work()
  expect(server.letters.filter(isQuestion)).toHaveLength(10)
  expect(server.letters).toHaveLength(14)
  await after(HOUR_MS)
  expect(server.letters.filter(isQuestion)).toHaveLength(12)
})

test.each([
  ['its hold has ended', async () => {}, 31 * MINUTE_MS],
  ['it is proven', (s: TestService, b: Booking) => setBooking(s, b, { proof: 'mail' }), 0],
  ['its links were ended', (s: TestService, b: Booking) => setBooking(s, b, { manageEpoch: 1 }), 0],
  [
    'it was cancelled',
    (s: TestService, b: Booking) => setBooking(s, b, { status: 'cancelled' }),
    0,
  ],
] as const)('a question is dropped when %s (contract-access)', async (_, end, afterMs) => {
  await using service = await startAsking()
  const booking = await unproven(service)
  await end(service, booking)
  const server = scriptAnswers()
  await postman(service, server).after(afterMs)
  expect(server.letters).toEqual([])
  expect(await statesOf(service)).toEqual(['dropped'])
})

test('a question is tried every minute while its hold stands (contract-access)', async () => {
  await using service = await startAsking()
  await unproven(service)
  const server = scriptAnswers(() => ({ outcome: 'refused', answer: '451 later' }))
  const { work, after } = postman(service, server)
  await work()
  await after(5 * SECOND_MS)
  for (let each = 0; each < 28; each++) await after(MINUTE_MS)
  expect(server.letters).toHaveLength(30)
  await after(2 * MINUTE_MS)
  expect(server.letters).toHaveLength(30)
  expect(await statesOf(service)).toEqual(['dropped'])
})

test('a question that waits holds up no other mail about its booking', async () => {
  await using service = await startMailing()
  await sell(service)
  const { code } = await unproven(service, { isHold: false })
  const server = scriptAnswers(({ subject }) =>
    subject.startsWith(QUESTION) ? { outcome: 'refused', answer: '451 later' } : undefined,
  )
  const { work } = postman(service, server)
  await work()
  const manager = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const body = { checkout: '2027-04-04' }
  expect((await manager.call('PATCH', `/v1/bookings/${code}`, { body })).status).toBe(200)
  await work()
  expect(server.letters.at(-1)!.subject).toStartWith('Booking changed')
})

/** Looks as the loop does, and answers whether guests can be asked by mail. */
async function canMail({ deps }: TestService): Promise<boolean> {
  await checkMailHealth(deps)
  return canMailProof(deps)
}

test('mails that the server has refused for five minutes are stuck, and hotels are as without mail, until it takes one (contract-access)', async () => {
  await using service = await startAsking()
  await unproven(service)
  let isWell = false
  const server = scriptAnswers(() =>
    isWell ? undefined : { outcome: 'refused', answer: '421 no' },
  )
  const { work, after } = postman(service, server)
  expect(await canMail(service)).toBe(true)
  await work()
  await after(5 * MINUTE_MS - 1)
  expect(await canMail(service)).toBe(true)
  await after(1)
  expect(await canMail(service)).toBe(false)
  isWell = true
  await after(MINUTE_MS)
  expect(await canMail(service)).toBe(true)
})

test('every replica knows that mails are stuck, and asks nobody for what cannot be mailed (contract-access)', async () => {
  await using service = await startLinking()
  const server = scriptAnswers(() => ({ outcome: 'refused', answer: '421 no' }))
  const { work, after } = postman(service, server)
  const asked = await book(service.call, { adults: 1 })
  expect(asked.body.proof).toBe('asked')
  await work()
  await after(5 * MINUTE_MS)
  const other = { ...service.deps, mailHealth: createMailHealth() }
  await checkMailHealth(other)
  expect(canMailProof(other)).toBe(false)
  expect(await canMail(service)).toBe(false)
  const { status, body } = await book(service.call, { adults: 1 })
  expect([status, body.status, body.proof]).toEqual([201, 'confirmed', 'none'])
})

test('a hold is confirmed by what its guest finds in the mailbox, from a real server (contract-access)', async () => {
  await using service = await startLinking()
  await using inbox = await startMailServer()
  const { code } = (await book(service.call, { adults: 1 })).body
  await postman(service, { post: createPost(inbox.server) }).work()
  const [mail] = inbox.received
  expect(mail!.to).toEqual([CARLA])
  const [, linked, manageToken, proofToken] = /booking#(\w+)\.([\w-]{22})\.([\w-]{22})/.exec(
    mail!.html,
  )!
  expect([linked, manageToken]).toEqual([
    code,
    service.deps.tokens.manage(await readBooking(service, code)),
  ])
  const path = `/v1/bookings/${code}/prove`
  const { status, body } = await service.call('POST', path, { body: { proofToken } })
  expect([status, body.status, body.proof]).toEqual([200, 'confirmed', 'mail'])
})

test('codes are typed on this service’s own page, wherever the link of a site leads (contract-access, Sites)', async () => {
  await using service = await startLinking()
  const site = await addSite(service, { managePage: 'https://portal.example/yours' })
  const { body } = await book(site.for('203.0.113.7'), { adults: 1 })
  expect([body.source.site, body.proof]).toEqual([site.name, 'asked'])
  const server = scriptAnswers()
  await postman(service, server).work()
  const { text } = server.letters[0]!
  expect(text).toContain(`https://portal.example/yours#${body.code}.`)
  expect(text).toContain('open http://localhost:3000/booking and type')
})

test('one mailbox that is refused while the server takes other mails is no stuck server, nor is one that waits for its hour', async () => {
  await using service = await startMailing()
  await sell(service, { available: 200 })
  for (let each = 0; each < 6; each++) await book(service.call)
  const server = scriptAnswers(({ to }) =>
    to.address === 'full@example.com' ? { outcome: 'refused', answer: '452 full' } : undefined,
  )
  const { work, after } = postman(service, server)
  await unproven(service, { guest: { firstName: 'D', lastName: 'E', email: 'full@example.com' } })
  await work()
  for (let each = 0; each < 8; each++) {
    const guest = { firstName: 'A', lastName: 'B', email: `a${each}@example.com` }
    await book(service.call, { guest, adults: 1 })
    await after(MINUTE_MS)
  }
  expect((await statesOf(service)).filter((state) => state === 'pending').length).toBe(3)
  expect(await canMail(service)).toBe(true)
})

test('without a mail server no question is queued', async () => {
  await using service = await startService()
  await sell(service)
  await unproven(service)
  expect(await mailsOf(service)).toEqual([])
  expect(await canMail(service)).toBe(false)
})
