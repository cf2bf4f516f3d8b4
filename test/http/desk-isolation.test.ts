import { expect, test } from 'bun:test'
import { book, CARLA, sell } from '../support/bookings.ts'
import { note, pay } from '../support/desk.ts'
import { mailsOf, startMailing } from '../support/mails.ts'
import { openSandbox } from '../support/sandbox.ts'
import type { TestService } from '../support/service.ts'
import { hireStaff, type Staff, signInAgain } from '../support/staff.ts'
import type { TestUser } from '../support/users.ts'
import { addWebhook, deliveries, queueEvents } from '../support/webhooks.ts'

// What the desk keeps is seen by no guest, agency or partner, and makes no revision, event or feed entry (contract §3).

/** Texts and sums that only the desk knows. */
const MARKS = ['Geheimnis', 'Stammgast', 'ZZ917', 'Barzahlung', 'deskHistory']
const ARRIVED = '2027-04-01T11:11:11.000Z'
const BY_DESK = { note: 'Geheimnis', tags: ['Stammgast'], roomNumber: 'ZZ917', arrivedAt: ARRIVED }

/** How much there is of what others are told from. */
async function toldSoFar({ store }: TestService): Promise<number[]> {
  const { change, bookingRevision, outbox, delivery, mail } = store.t
  return await Promise.all(
    [change, bookingRevision, outbox, delivery, mail].map((table) => store.db.$count(table)),
  )
}

/** Everything of a booking that somebody who is not of the hotel can ask for. */
async function othersAsk(service: TestService, staff: Staff, code: string): Promise<string[]> {
  const { alfa, bravo, call } = service
  const agent = await signInAgain(service, staff.agent)
  const bravoManager = await signInAgain(service, staff.bravoManager)
  const sandbox = await openSandbox(service)
  const [webhook] = (await alfa.call('GET', '/webhooks')).body.items
  const range = 'from=2027-03-01&to=2027-12-31'
  const answers = await Promise.all([
    call('GET', `/v1/bookings/${code}?email=${CARLA}`),
    call('GET', `/v1/hotels/alfa?checkin=2027-04-01&checkout=2027-04-03`),
    agent.call('GET', `/v1/bookings/${code}`),
    agent.call('GET', '/v1/bookings'),
    agent.call('GET', '/v1/acenta/bookings'),
    agent.call('GET', '/v1/acenta/dashboard'),
    alfa.call('GET', `/bookings?${range}`),
    alfa.call('GET', `/bookings?updatedSince=2027-01-01T00:00:00Z`),
    alfa.call('GET', `/bookings/${code}`),
    alfa.call('GET', '/changes?limit=500'),
    deliveries(alfa, webhook.id),
    bravo.call('GET', `/bookings/${code}`),
    bravoManager.call('GET', `/v1/panel/bookings/${code}`),
    bravoManager.call('GET', '/v1/panel/bookings?q=ZZ917'),
    bravoManager.call('GET', '/v1/panel/history'),
    sandbox.call('GET', `/bookings?${range}`),
    sandbox.call('GET', '/changes?limit=500'),
  ])
  for (const { status } of answers) expect([200, 404]).toContain(status)
  return answers.map(({ text }) => text)
}

const byAgency = async (agent: TestUser) => {
  const { status, body } = await book(agent.call)
  expect(status).toBe(201)
  return body.code as string
}

test('nothing that the desk keeps is told to partner, guest, agency, feed, webhook, mail, another hotel or sandbox', async () => {
  await using service = await startMailing()
  const staff = await hireStaff(service)
  await sell(service)
  await addWebhook(service.alfa)
  const code = await byAgency(staff.agent)
  service.clock.nowMs = Date.parse('2027-04-01T12:00:00Z')
  const manager = await signInAgain(service, staff.manager)
  await queueEvents(service)
  const before = await toldSoFar(service)
  const record = await service.alfa.call('GET', `/bookings/${code}`)

  expect((await note(manager, code, BY_DESK)).status).toBe(200)
  const payment = { amountCents: 424_242, method: 'cash', note: 'Barzahlung' }
  expect((await pay(manager, code, payment)).status).toBe(201)
  await queueEvents(service)
  expect(await toldSoFar(service)).toEqual(before)
  // Of payments their sum alone is told (contract-groups).
  const paid = { ...record.body.payment, paidCents: 424_242 }
  const { body } = await service.alfa.call('GET', `/bookings/${code}`)
  expect(body).toEqual({ ...record.body, payment: paid })
  expect((await service.alfa.call('GET', `/bookings/${code}`)).body).not.toHaveProperty('desk')

  // Nor is it told by what comes after.
  await manager.call('PATCH', `/v1/bookings/${code}`, { body: { checkout: '2027-04-04' } })
  await queueEvents(service)
  const { store } = service
  const rows = await Promise.all(
    [store.t.bookingRevision, store.t.outbox].map((table) => store.db.select().from(table)),
  )
  const told = [
    ...(await othersAsk(service, staff, code)),
    JSON.stringify(rows),
    JSON.stringify(await mailsOf(service)),
  ]
  for (const text of told)
    for (const mark of [...MARKS, ARRIVED]) expect(text.includes(mark) && [mark, text]).toBe(false)
  // It is there all the same, for whom it is meant.
  const { text } = await manager.call('GET', `/v1/panel/bookings/${code}`)
  for (const mark of [...MARKS, ARRIVED]) expect(text).toContain(mark)
})

test('a desk of another hotel writes nothing, a sandbox’s booking has no desk, an agency and a guest have none', async () => {
  await using service = await startMailing()
  const staff = await hireStaff(service)
  await sell(service)
  const code = await byAgency(staff.agent)
  const sandbox = await openSandbox(service)
  const order = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03' }
  const tested = await sandbox.call('POST', '/sandbox/bookings', { body: order })
  expect(tested.status).toBe(201)

  for (const [who, which, status] of [
    [staff.bravoManager, code, 404],
    [staff.manager, tested.body.code, 404],
    [staff.agent, code, 403],
    [staff.guest, code, 403],
  ] as const) {
    expect((await note(who, which, { note: 'x' })).status).toBe(status)
    expect((await pay(who, which)).status).toBe(status)
  }
  const { bookingDesk, bookingPayment } = service.store.t
  expect(await service.store.db.$count(bookingDesk)).toBe(0)
  expect(await service.store.db.$count(bookingPayment)).toBe(0)
})
