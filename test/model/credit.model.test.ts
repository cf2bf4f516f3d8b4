import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { recountOwed } from '../../src/service/agencies/recount-owed.ts'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { findBooking } from '../../src/store/bookings/bookings.ts'
import { updatePaid } from '../../src/store/bookings/paid.ts'
import { lockHotel } from '../../src/store/engine/locks.ts'
import { addDay, book, sell } from '../support/bookings.ts'
import {
  type Command,
  command,
  isRefused,
  leftOf,
  NIGHT_CENTS,
  type Owing,
  owing,
  owingOf,
  shareNow,
  type Terms,
} from '../support/credit-model.ts'
import { pay } from '../support/desk.ts'
import type { Answer } from '../support/matchers.ts'
import { makeRate } from '../support/rates.ts'
import { rounds } from '../support/rounds.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, type Staff } from '../support/staff.ts'
import { putTerms } from '../support/terms.ts'

const FIRST = '2027-04-01'
const WORDS = { guest: { firstName: 'C', lastName: 'D', email: 'c@example.com' } }

type World = Staff & {
  service: TestService
  terms: Terms
  bookings: Map<string, Owing>
  payments: Map<string, { id: string; amountCents: number }[]>
  /** Numbers the payments. */
  count: number
}

async function start(service: TestService): Promise<World> {
  await sell(service, { available: 900, priceCents: NIGHT_CENTS })
  const cancellation = { freeUntilDays: null, penalty: 'first_night' } as const
  await makeRate(service, { rateCode: 'STD', cancellation })
  const staff = await hireStaff(service)
  const terms = { active: false, creditLimitCents: 0, commissionBp: null }
  return { ...staff, service, terms, bookings: new Map(), payments: new Map(), count: 0 }
}

/** Commands with which every history begins: credit, and bookings that the agency collects. */
const BEGIN: Command[] = [
  { type: 'terms', active: true, limitNights: null, commissionBp: null },
  ...[1, 2, 3].map(
    (nights) => ({ type: 'book', nights, rooms: 1, collect: 'agency', hold: false }) as const,
  ),
]

const stayOf = ({ nights, rooms }: { nights: number; rooms: number }) => ({
  ...{ roomCode: 'DBL', checkin: FIRST, checkout: addDay(FIRST, nights), rooms, adults: rooms },
})

/** A booking as it is asked for. */
const asked = (
  { terms }: World,
  { nights, rooms, collect }: { nights: number; rooms: number; collect: string },
): Owing => ({
  ...{ code: '', status: 'confirmed', collect, nights, rooms, penaltyCents: 0 },
  ...{ commissionBp: shareNow(terms), paidCents: 0, adjustedCents: 0 },
})

/** Reads every booking of the agency as it stands. */
async function look(world: World): Promise<void> {
  const { agent, bookings } = world
  const { items } = (await agent.call('GET', '/v1/acenta/bookings?limit=100')).body
  for (const { code, status, nights, rooms, penaltyCents, payment } of items) {
    const known = bookings.get(code)
    if (!known) throw new Error(`nobody made ${code}`)
    bookings.set(code, {
      ...known,
      ...{ status, nights, rooms, penaltyCents: penaltyCents ?? 0, collect: payment.collect },
      paidCents: payment.paidCents,
    })
  }
}

/** An act's answer, and the debt after it if it is done; `needsTerms` is true if it is refused without terms in force. */
type Act = { answer: Answer; after: number; override: boolean; needsTerms: boolean }

/** Holds an act to the credit: refused with what is left exactly where the account says so. */
function judge({ terms }: World, before: number, { answer, after, override, needsTerms }: Act) {
  const { status, body } = answer
  if (status < 300 || body.code === 'credit_exceeded') {
    const isWanted = !override && (isRefused(terms, before, after) || (needsTerms && !terms.active))
    expect([status < 300, body.code]).toEqual(
      isWanted ? [false, 'credit_exceeded'] : [true, body.code],
    )
  }
  if (body.code === 'credit_exceeded') expect(body.leftCents).toBe(leftOf(terms, before)!)
}

async function sellAct(
  world: World,
  act: Extract<Command, { type: 'book' | 'group' }>,
): Promise<Act> {
  const { agent, bookings } = world
  const { collect } = act
  const stays = act.type === 'book' ? [act] : act.stays
  const wanted = stays.map((stay) => asked(world, { ...stay, collect }))
  const payment = { collect }
  const answer =
    act.type === 'book'
      ? await book(agent.call, { ...stayOf(act), payment, hold: act.hold })
      : await agent.call('POST', '/v1/acenta/booking-groups', {
          body: { ...WORDS, hotelSlug: 'alfa', payment, stays: stays.map(stayOf) },
        })
  const after = owingOf([...bookings.values(), ...wanted])
  const made = answer.status === 201 ? (answer.body.bookings ?? [answer.body]) : []
  for (const [index, { code }] of made.entries()) bookings.set(code, { ...wanted[index]!, code })
  return { answer, after, override: false, needsTerms: collect === 'agency' }
}

async function actOn(
  world: World,
  booking: Owing,
  act: Extract<Command, { type: 'change' | 'collect' | 'reinstate' }>,
): Promise<Act> {
  const { manager } = world
  const override = act.override && !('by' in act && act.by === 'agent')
  const others = owingOf([...world.bookings.values()]) - owing(booking)
  const sends = override ? { override } : {}
  const patch = (who: 'agent' | 'manager', body: object) =>
    world[who].call('PATCH', `/v1/bookings/${booking.code}`, { body: { ...body, ...sends } })
  if (act.type === 'reinstate') {
    const path = `/v1/panel/bookings/${booking.code}/reinstate`
    const answer = await manager.call('POST', path, { body: sends })
    const after = others + owing({ ...booking, status: 'confirmed' })
    return { answer, after, override, needsTerms: false }
  }
  const { collect } = act.type === 'collect' ? act : booking
  const next = act.type === 'change' ? { nights: act.nights, rooms: act.rooms } : { collect }
  const answer = await (act.type === 'change'
    ? patch(act.by as 'agent', stayOf(act))
    : patch('manager', { payment: { collect } }))
  const after = others + owing({ ...booking, ...next })
  const needsTerms = collect === 'agency' && booking.collect !== 'agency'
  return { answer, after, override, needsTerms }
}

/** Acts that are never refused for credit or terms. */
async function freeAct(world: World, booking: Owing, act: Command): Promise<Answer | undefined> {
  const { service, manager, payments } = world
  const { code } = booking
  const known = payments.get(code) ?? []
  if (act.type === 'cancel') {
    const charge = act.by === 'manager' && act.charge
    const caller = act.by === 'manager' ? manager : world.agent
    return await caller.call('POST', `/v1/bookings/${code}/cancel`, {
      body: charge ? { charge } : {},
    })
  }
  if (act.type === 'confirm') return await world.agent.call('POST', `/v1/bookings/${code}/confirm`)
  if (act.type === 'pay' || act.type === 'takeBack') {
    const id = `00000000-0000-4000-8000-${`${++world.count}`.padStart(12, '0')}`
    const back = act.type === 'takeBack' ? known.pop() : undefined
    if (act.type === 'takeBack' && !back) return undefined
    const amountCents = back ? -back.amountCents : (act as { cents: number }).cents
    if (!back) payments.set(code, [...known, { id, amountCents }])
    const paid = { id, amountCents, method: 'portal', ...(back && { takesBack: back.id }) }
    const answer = await pay(manager, code, paid)
    expect(answer.status).toBeLessThan(300)
    return answer
  }
  if (act.type === 'adjust')
    await service.store.tx(async (tx) => {
      await lockHotel(tx, service.alfa.id)
      const adjustedCents = booking.adjustedCents + act.cents
      await updatePaid(tx, (await findBooking(tx, code))!, { adjustedCents })
      world.bookings.set(code, { ...booking, adjustedCents })
    })
  return undefined
}

/** True for the states in which an act does something. */
function isFor({ type }: Command, status: string): boolean {
  if (type === 'reinstate') return status === 'cancelled'
  if (type === 'confirm') return status === 'pending'
  return status === 'confirmed' || type === 'pay' || type === 'takeBack' || type === 'adjust'
}

async function obey(world: World, act: Command): Promise<void> {
  const { service, manager, bookings } = world
  const before = owingOf([...bookings.values()])
  if (act.type === 'terms') {
    const { active, limitNights, commissionBp } = act
    const creditLimitCents = limitNights === null ? null : limitNights * 9_000
    world.terms = { active, commissionBp, creditLimitCents }
    expect((await putTerms(manager, world.terms)).status).toBe(200)
  } else if (act.type === 'tick') {
    service.clock.advance(16 * 60_000)
    await expireHolds(service.deps)
  } else if (act.type === 'book' || act.type === 'group') {
    judge(world, before, await sellAct(world, act))
  } else {
    const fits = [...bookings.values()].filter(({ status }) => isFor(act, status))
    const booking = fits[act.pick % Math.max(1, fits.length)]
    if (!booking) return
    if (act.type === 'change' || act.type === 'collect' || act.type === 'reinstate')
      judge(world, before, await actOn(world, booking, act))
    else {
      const answer = await freeAct(world, booking, act)
      expect(answer?.body?.code).not.toBe('credit_exceeded')
    }
  }
  await look(world)
}

/** Holds the debt that the agency is told to what its bookings say. */
async function check({ agent, bookings, service }: World): Promise<void> {
  const { items } = (await agent.call('GET', '/v1/acenta/terms')).body
  expect(items[0]?.owedCents ?? 0).toBe(owingOf([...bookings.values()]))
  expect(await recountOwed(service)).toEqual([])
}

test('through any history of bookings, groups, changes, ends, payments, adjustments and terms what is owed is what the bookings say, and no act raises it past the credit but by override (contract-agencies, *Credit*)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.noBias(command), { minLength: 8, maxLength: 30 }),
      async (commands) => {
        await using service = await startService()
        const world = await start(service)
        for (const each of [...BEGIN, ...commands]) {
          await obey(world, each)
          await check(world)
        }
      },
    ),
    { numRuns: rounds(60, 10) },
  )
}, 60_000)
