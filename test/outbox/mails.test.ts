import { expect, test } from 'bun:test'
import type { Verdict } from '../../src/outbox/mail/smtp.ts'
import { createMailSender } from '../../src/outbox/mail-sender.ts'
import { noteProven } from '../../src/store/accounts/users.ts'
import { termOver } from '../../src/store/worker/worker-store.ts'
import { book, CARLA, sell } from '../support/bookings.ts'
import { mailsOf, mailWorld, postman, scriptAnswers, startMailing } from '../support/mails.ts'
import { asGuest } from '../support/manage.ts'
import type { TestService } from '../support/service.ts'
import { signIn } from '../support/users.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const REFUSED: Partial<Verdict> = { outcome: 'refused', answer: '451 later' }

/** Books so often for one address. */
async function bookOften(service: TestService, times: number, email = CARLA): Promise<string[]> {
  const codes: string[] = []
  for (let each = 0; each < times; each++) {
    const guest = { firstName: 'Carla', lastName: 'Çelik', email }
    codes.push((await book(service.call, { guest, adults: 1 })).body.code)
  }
  return codes
}

const statesOf = async (service: TestService) => (await mailsOf(service)).map(({ state }) => state)

test('a mail that the server took is sent once, and what it said is kept', async () => {
  await using service = await startMailing()
  await sell(service)
  await bookOften(service, 1)
  const server = scriptAnswers()
  const { work, after } = postman(service, server)
  await work()
  await after(24 * HOUR_MS)
  expect(server.to()).toEqual([CARLA])
  expect(await mailsOf(service)).toMatchObject([
    { state: 'sent', attempts: 1, dueAtMs: null, leasedUntilMs: null, answer: '250 OK' },
  ])
})

test('4xx is tried again as a delivery is, eight times in all; then the mail is given up', async () => {
  await using service = await startMailing()
  await sell(service)
  await bookOften(service, 1)
  const server = scriptAnswers(() => REFUSED)
  const { work, after } = postman(service, server)
  await work()
  expect(await mailsOf(service)).toMatchObject([
    { state: 'pending', attempts: 1, answer: '451 later' },
  ])
  const waits = [
    5_000,
    MINUTE_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    5 * HOUR_MS,
    10 * HOUR_MS,
  ]
  for (const [index, waitMs] of waits.entries()) {
    await after(waitMs - 1)
    expect(server.letters).toHaveLength(index + 1)
    await after(1)
    expect(server.letters).toHaveLength(index + 2)
  }
  await after(100 * HOUR_MS)
  expect(server.letters).toHaveLength(8)
  expect(new Set(server.letters.map(({ messageId }) => messageId)).size).toBe(1)
  expect(await mailsOf(service)).toMatchObject([
    { state: 'failed', attempts: 8, answer: '451 later' },
  ])
})

test.each(['bounced', 'unknown'] as const)('%s is noted and not tried again', async (outcome) => {
  await using service = await startMailing()
  await sell(service)
  await bookOften(service, 1)
  const server = scriptAnswers(() => ({ outcome, answer: '550 no such user' }))
  const { work, after } = postman(service, server)
  await work()
  await after(24 * HOUR_MS)
  expect(server.letters).toHaveLength(1)
  expect(await mailsOf(service)).toMatchObject([{ state: outcome, answer: '550 no such user' }])
})

test('what was queued more than a day ago is not sent any more', async () => {
  await using service = await startMailing()
  await sell(service)
  await bookOften(service, 1)
  const server = scriptAnswers()
  await postman(service, server).after(25 * HOUR_MS)
  expect(server.letters).toEqual([])
  expect(await mailsOf(service)).toMatchObject([{ state: 'failed', attempts: 0 }])
})

test('a change is told after the confirmation, whatever becomes of that', async () => {
  await using service = await startMailing()
  await sell(service)
  const [code] = await bookOften(service, 1)
  const server = scriptAnswers((_, count) => (count === 1 ? REFUSED : undefined))
  const { work, after } = postman(service, server)
  await work()
  const body = { ...asGuest(code!), checkout: '2027-04-04' }
  expect((await service.call('PATCH', `/v1/bookings/${code}`, { body })).status).toBe(200)
  await work()
  expect(server.letters).toHaveLength(1)
  await after(5_000)
  expect(server.letters.map(({ subject }) => subject.split(':')[0])).toEqual([
    'Booking confirmed',
    'Booking confirmed',
    'Booking changed',
  ])
})

test('an address that nobody vouched for gets four an hour of bookings; twenty more wait for theirs, the rest are dropped', async () => {
  await using service = await startMailing()
  await sell(service, { available: 100 })
  // Who registers may say any address: it is no proof.
  await signIn(service, 'guest', { email: CARLA })
  await bookOften(service, 40)
  const server = scriptAnswers()
  const { work, after } = postman(service, server)
  await work()
  expect(server.letters).toHaveLength(4)
  const states = await statesOf(service)
  expect(states.filter((state) => state === 'pending')).toHaveLength(20)
  expect(states.filter((state) => state === 'dropped')).toHaveLength(16)
  // Another one does not wait for it.
  await bookOften(service, 1, 'dora@example.com')
  await work()
  expect(server.to()).toHaveLength(5)
  for (const count of [9, 13, 17, 21, 25, 25]) {
    await after(HOUR_MS)
    expect(server.letters).toHaveLength(count)
  }
})

test('spelled otherwise an address is the same one', async () => {
  await using service = await startMailing()
  await sell(service, { available: 100 })
  await bookOften(service, 4, 'Dora@Example.com')
  await bookOften(service, 4, 'dora@example.COM')
  const server = scriptAnswers()
  await postman(service, server).work()
  expect(server.letters).toHaveLength(4)
})

test.each([
  ['agency_user', 'proven', 12],
  ['agency_user', 'not proven', 4],
  ['guest', 'proven', 5],
] as const)(
  'to the address of a %s, %s, of 12 bookings %i mails go out within an hour',
  async (role, how, count) => {
    await using service = await startMailing()
    await sell(service, { available: 100 })
    const { user } = await signIn(service, role, { email: CARLA })
    if (how === 'proven') await service.store.tx((tx) => noteProven(tx, user))
    await bookOften(service, 12)
    const server = scriptAnswers()
    await postman(service, server).work()
    expect(server.letters).toHaveLength(count)
  },
)

test('however many book in somebody’s name, their account’s own link goes out at once, and all are five an hour', async () => {
  for (const isProven of [true, false]) {
    await using service = await startMailing()
    await sell(service, { available: 100 })
    const { user } = await signIn(service, 'guest', { email: CARLA })
    if (isProven) await service.store.tx((tx) => noteProven(tx, user))
    await bookOften(service, 40)
    const server = scriptAnswers()
    const { work, after } = postman(service, server)
    await work()
    expect(server.letters).toHaveLength(isProven ? 5 : 4)
    const forgotten = async () => {
      await service.call('POST', '/v1/auth/forgot-password', { body: { email: CARLA } })
      await service.context.forgotten.idle()
      await work()
    }
    await forgotten()
    const subjects = server.letters.map(({ subject }) => subject)
    expect(subjects.at(-1)).toBe('Choose a new password')
    expect(subjects.filter((subject) => subject.startsWith('Booking'))).toHaveLength(
      isProven ? 5 : 4,
    )
    await forgotten()
    // To a stranger no sixth; the account that has proven it has links of its own count.
    expect(server.letters).toHaveLength(isProven ? 7 : 5)
    await after(HOUR_MS)
    expect(server.letters.length).toBeLessThanOrEqual(isProven ? 12 : 10)
  }
})

test('what was under way when a process ended is sent again by the next; nothing else is', async () => {
  await using service = await startMailing()
  await sell(service)
  await bookOften(service, 2)
  const hanging = Promise.withResolvers<Verdict>()
  let begun = 0
  const killed = postman(service, {
    post: () =>
      begun++ === 0 ? Promise.resolve({ outcome: 'sent', answer: '250' }) : hanging.promise,
  })
  await killed.pass()
  await killed.pass()
  const server = scriptAnswers()
  await postman(service, server).work()
  expect(server.letters).toHaveLength(1)
  expect(await statesOf(service)).toEqual(['sent', 'sent'])
})

test('two at once begin no mail twice, and a clock that is set ahead does not either', async () => {
  await using service = await startMailing()
  await sell(service)
  await bookOften(service, 3)
  const hanging = Promise.withResolvers<Verdict>()
  let begun = 0
  const { pass, stop } = postman(service, {
    post: () => {
      begun++
      return hanging.promise
    },
  })
  await pass()
  service.clock.advance(2 * HOUR_MS)
  await pass()
  expect(begun).toBe(3)
  hanging.resolve({ outcome: 'sent', answer: '250' })
  await stop(1_000)
  expect(await statesOf(service)).toEqual(['sent', 'sent', 'sent'])
})

test('who is not the worker any more hands nothing to the mail server and writes nothing (contract §9)', async () => {
  await using service = await startMailing()
  await sell(service)
  await bookOften(service, 1)
  let stands = true
  let asked = 0
  const term = {
    epoch: 1,
    stands: () => stands,
    over: new AbortController().signal,
    fence: async () => {
      if (!stands) throw termOver()
    },
  }
  const post = async (_: unknown, __: unknown, mayPost: () => boolean = () => true) => {
    // It ends between the claim and the sending.
    stands = false
    if (!mayPost()) return undefined
    asked++
    return { outcome: 'sent' as const, answer: '250' }
  }
  const ended = Promise.withResolvers<void>()
  const { pass, stop } = createMailSender(mailWorld(service, { post }), term, ended.resolve)
  await pass()
  await ended.promise
  expect(asked).toBe(0)
  service.clock.advance(HOUR_MS)
  expect(await pass().catch((error) => error)).toBeInstanceOf(Error)
  await stop(1_000)
  expect(await mailsOf(service)).toMatchObject([{ state: 'pending', attempts: 0 }])
  const server = scriptAnswers()
  await postman(service, server).work()
  expect(server.letters).toHaveLength(1)
})
