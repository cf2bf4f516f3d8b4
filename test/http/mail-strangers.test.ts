import { expect, test } from 'bun:test'
import { isNotNull } from 'drizzle-orm'
import { createPost } from '../../src/outbox/mail/smtp.ts'
import { publishUnacked } from '../../src/service/bookings/unacked.ts'
import { noteProven } from '../../src/store/accounts/users.ts'
import { register } from '../support/accounts.ts'
import { book, sell } from '../support/bookings.ts'
import { startMailServer } from '../support/mail-server.ts'
import { mailsOf, postman, startMailing } from '../support/mails.ts'
import { asGuest } from '../support/manage.ts'
import { signIn } from '../support/users.ts'

// What strangers may have mailed: how often to one mailbox (S17), and in whose name (S18).

const HOUR_MS = 60 * 60_000
const SENTENCE = {
  firstName: 'Your account is blocked, call +90 555 000 11 22 at once',
  lastName: 'or lose your money',
}

/** A service that sells and mails, to a real mail server. */
async function start() {
  const inbox = await startMailServer()
  const service = await startMailing()
  await sell(service, { available: 100 })
  const bookFor = async (email: string, guest: object = {}) => {
    const named = { firstName: 'Carla', lastName: 'Çelik', ...guest, email }
    expect((await book(service.call, { guest: named })).status).toBe(201)
  }
  const forget = async (email: string) => {
    await service.call('POST', '/v1/auth/forgot-password', { body: { email } })
    await service.context.forgotten.idle()
  }
  return {
    ...postman(service, { post: createPost(inbox.server) }),
    ...{ service, bookFor, forget, received: inbox.received },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await inbox[Symbol.asyncDispose]()
    },
  }
}

test('ten bookings for bomb+N@ are four mails an hour, as ten for one spelling (S17; contract-access, One mailbox)', async () => {
  await using started = await start()
  const { service, bookFor, received, work, after } = started
  for (let each = 0; each < 10; each++) await bookFor(`bomb+${each}@example.com`)
  await work()
  expect(received.map(({ to }) => to[0]).toSorted()).toEqual([
    ...['bomb+0@example.com', 'bomb+1@example.com', 'bomb+2@example.com', 'bomb+3@example.com'],
  ])
  const kept = (await mailsOf(service)).filter(({ state }) => state === 'pending')
  expect(kept).toHaveLength(6)
  expect(kept[0]!.answer).toStartWith('This mailbox has had')
  await after(HOUR_MS)
  expect(received).toHaveLength(8)
})

test('points of gmail.com, googlemail.com and wide letters open no other mailbox; another one does not wait (contract-access, One mailbox)', async () => {
  await using started = await start()
  const { bookFor, received, work } = started
  for (const email of ['b.omb@gmail.com', 'bo.mb@googlemail.com', 'BOMB+x@gmail.com'])
    await bookFor(email)
  await bookFor('ｂomb@gmail.com')
  await work()
  expect(received).toHaveLength(4)
  await bookFor('bom.b@gmail.com')
  await bookFor('bomb@example.com')
  await work()
  expect(received.map(({ to }) => to[0]).slice(4)).toEqual(['bomb@example.com'])
})

test('twenty mails wait for a mailbox, however it is spelled, the rest are dropped (contract-access, One mailbox)', async () => {
  await using started = await start()
  const { service, bookFor, received, work } = started
  for (let each = 0; each < 30; each++) await bookFor(`bomb+${each}@example.com`)
  await work()
  expect(received).toHaveLength(4)
  const states = (await mailsOf(service)).map(({ state }) => state)
  expect(states.filter((state) => state === 'pending')).toHaveLength(20)
  expect(states.filter((state) => state === 'dropped')).toHaveLength(6)
})

test('mails about accounts to one mailbox are five an hour with those about bookings (contract-access, One mailbox)', async () => {
  await using started = await start()
  const { service, bookFor, forget, received, work } = started
  for (let each = 0; each < 3; each++) await bookFor(`bomb+${each}@example.com`)
  for (let each = 0; each < 4; each++) {
    const email = `bomb+account${each}@example.com`
    await signIn(service, 'guest', { email })
    await forget(email)
  }
  await work()
  expect(
    received.filter(({ headers }) => headers.subject === 'Choose a new password'),
  ).toHaveLength(4)
  expect(received).toHaveLength(5)
})

test('whoever has proven an address is mailed at once there, whatever went to its mailbox (contract-access, One mailbox)', async () => {
  await using started = await start()
  const { service, bookFor, forget, received, work } = started
  const { user } = await signIn(service, 'guest', { email: 'bomb@example.com' })
  await service.store.tx((tx) => noteProven(tx, user))
  for (let each = 0; each < 9; each++) await bookFor(`bomb+${each}@example.com`)
  await work()
  await forget(user.email)
  await work()
  expect(received.at(-1)!.to).toEqual([user.email])
  expect(received).toHaveLength(5)
})

test('a mailbox is invited five times an hour in all hotels, however it is spelled (contract-access, One mailbox)', async () => {
  await using started = await start()
  const { service } = started
  const owner = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const invite = (email: string) =>
    owner.call('POST', '/v1/panel/invitations', { body: { email, role: 'read_only' } })
  for (let each = 0; each < 5; each++)
    expect((await invite(`bomb+${each}@example.com`)).status).toBe(201)
  const sixth = await invite('bomb@example.com')
  expect(sixth).toBeProblem(422, 'validation_failed')
  expect(sixth.body.errors[0]).toMatchObject({ path: '/email', code: 'too_many' })
  expect((await invite('bomber@example.com')).status).toBe(201)
})

test('mails and links of a version that named no mailbox count by their spelling (contract-access, One mailbox)', async () => {
  await using started = await start()
  const { service, bookFor, received, work } = started
  const { t } = service.store
  for (let each = 0; each < 3; each++) await bookFor('bomb+old@example.com')
  await work()
  for (let each = 0; each < 3; each++) await bookFor('bomb+old@example.com')
  await service.store.tx(async ({ db }) => {
    await db.update(t.mail).set({ mailbox: null }).where(isNotNull(t.mail.mailbox))
  })
  await work()
  expect(received).toHaveLength(4)
  await bookFor('bomb+old@example.com')
  await work()
  expect(received).toHaveLength(4)
})

test.each([
  ['en', 'Dear guest,'],
  ['tr', 'Sayın konuğumuz,'],
])(
  'a mail in %s says no stranger’s sentence, in no part of it (S18; contract-access, Settings)',
  async (language, greeting) => {
    await using started = await start()
    const { service, received, work } = started
    const guest = { ...SENTENCE, email: 'victim@example.com' }
    const { code } = (await book(service.call, { guest, language })).body
    const change = { adults: 1, guest: { ...guest, email: 'other@example.com' } }
    const { adults } = change
    await service.call('PATCH', `/v1/bookings/${code}`, { body: { ...asGuest(code), adults } })
    const moved = { ...asGuest(code), ...change }
    await service.call('PATCH', `/v1/bookings/${code}`, { body: moved })
    await service.call('POST', `/v1/bookings/${code}/cancel`, {
      body: asGuest(code),
    })
    await work()
    expect(received).toHaveLength(5)
    for (const { text, html, headers } of received) {
      expect(text).toStartWith(greeting)
      expect(html).toContain(`<p>${greeting}</p>`)
      expect(text + html + JSON.stringify(headers)).not.toMatch(/blocked|555 000|money/)
    }
    expect(received[0]!.headers.to).toBe('victim@example.com')
  },
)

test('a guest is greeted by a name of letters, in text, page and To (contract-access, Settings)', async () => {
  await using started = await start()
  const { bookFor, received, work } = started
  const names = [
    ['Síle', 'O’Neill'],
    ['Jean-Luc', 'Öz Jr.'],
    ['Nguyễn Thị', 'Minh Khai'],
    ['علی\u200cرضا', 'رضایی'],
  ]
  for (const [index, [firstName, lastName]] of names.entries())
    await bookFor(`guest${index}@example.com`, { firstName, lastName })
  await work()
  for (const { text, html, headers, to } of received) {
    const [firstName, lastName] = names[Number(/\d/.exec(to[0]!)![0])]!
    expect(text).toStartWith(`Dear ${firstName} ${lastName},`)
    expect(html).toContain(`<p>Dear ${firstName} ${lastName},</p>`)
    expect(headers.to).toContain(`${firstName} ${lastName}`)
  }
  expect(received).toHaveLength(names.length)
})

test('an account that calls itself a sentence is not greeted by it, and invites nobody by it (S18; contract-access, Settings)', async () => {
  await using started = await start()
  const { service, forget, received, work } = started
  const name = `${SENTENCE.firstName} ${SENTENCE.lastName}`
  await register(service, { name, email: 'victim@example.com' })
  await forget('victim@example.com')
  const owner = await signIn(service, 'hotel_manager', {
    ...{ name, email: 'owner@example.com', hotelIds: [service.alfa.id] },
  })
  const body = { email: 'new@example.com', role: 'owner', language: 'en' }
  await owner.call('POST', '/v1/panel/invitations', { body })
  await work()
  expect(received).toHaveLength(2)
  for (const { text, html, headers } of received)
    expect(text + html + JSON.stringify(headers)).not.toMatch(/blocked|555 000|money/)
  const of = (email: string) => received.find(({ to }) => to[0] === email)!.text
  expect(of('victim@example.com')).toStartWith('Dear guest,')
  expect(of('new@example.com')).toContain('You are invited to work with Hotel alfa')
})

test('the hotel’s people read a guest’s name as it was typed, among the booking’s facts alone (contract-access, Settings)', async () => {
  await using started = await start()
  const { service, bookFor, received, work } = started
  await bookFor('victim@example.com', SENTENCE)
  service.clock.advance(HOUR_MS)
  await publishUnacked(service.deps)
  await work()
  const alarm = received.find(({ to }) => to[0] === 'desk@alfa.example')!
  const name = `${SENTENCE.firstName} ${SENTENCE.lastName}`
  expect(alarm.text).toContain(`Guest: ${name}`)
  expect(JSON.stringify(alarm.headers)).not.toMatch(/blocked|555 000|money/)
})
