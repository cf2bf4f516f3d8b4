import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { type Call, startService } from '../support/service.ts'
import { watchStatements } from '../support/statements.ts'
import { addAgency, signIn } from '../support/users.ts'

/** Statements of a booking of a hotel without rates and webhooks, its transaction among them, before strangers had bounds. */
const OF_MEMBER = 11
/** The same of an agency's booking, which has its record, its terms, what it draws, and its sums beside. */
const OF_AGENCY = 15

test('bounds of strangers cost a member’s and an agency’s booking no statement, a stranger’s one that counts and one row (issue 30)', async () => {
  using statements = watchStatements()
  await using service = await startService({
    ...{ rooms: [{ roomCode: 'DBL', totalRooms: 60 }], world: { strangerLimits: 'all' } },
  })
  await sell(service, { available: 60 })
  const manager = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const agencyId = await addAgency(service)
  const agent = await signIn(service, 'agency_user', { agencyId })
  let guests = 0
  const bookBy = async (call: Call) => {
    const guest = { firstName: 'A', lastName: 'B', email: `guest-${guests++}@example.com` }
    expect((await book(call, { guest })).status).toBe(201)
  }
  const statementsOf = async (call: Call) => {
    // The first builds what is kept.
    await bookBy(call)
    return await statements.during(() => bookBy(call))
  }

  const ofMember = await statementsOf(manager.call)
  const ofAgency = await statementsOf(agent.call)
  const ofStranger = await statementsOf(service.call)

  expect(ofMember).toHaveLength(OF_MEMBER)
  expect(ofAgency).toHaveLength(OF_AGENCY)
  const known = new Set(ofMember)
  const more = ofStranger.filter((text) => !known.has(text))
  expect(ofStranger).toHaveLength(OF_MEMBER + 2)
  expect(more.map((text) => text.split('(')[0]!.trim())).toEqual([
    'select "part", "a", "b", "c", "d", "e", "f" from',
    'insert into "stranger_take"',
  ])
})

test('a stranger’s count reads no table from its beginning to its end (issue 30)', async () => {
  using statements = watchStatements()
  await using service = await startService({
    ...{ rooms: [{ roomCode: 'DBL', totalRooms: 60 }], world: { strangerLimits: 'all' } },
  })
  await sell(service, { available: 60 })
  const made = await statements.during(() => book(service.call))
  const count = made.find((text) => text.startsWith('select "part"'))!

  const plan = (service.store.db as any).$client
    .query(`explain query plan ${count}`)
    .all(...Array(count.split('?').length - 1).fill(''))
    .map(({ detail }: { detail: string }) => detail)

  expect(plan.filter((step: string) => /^SCAN (?!counts|by_date)/.test(step))).toEqual([])
  expect(plan.join('\n')).toContain('booking_brake')
})
