import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { completeStays } from '../../src/service/bookings/booking-passes.ts'
import { adjust, close, passClock, STATEMENTS } from './agency-statements.ts'
import { dateIn } from './allotment-world.ts'
import { addDay, book } from './bookings.ts'
import { pay } from './desk.ts'
import type { TestService } from './service.ts'
import { signInAgain } from './staff.ts'
import type { StatementModel } from './statement-model.ts'
import { readAll, recomputeAdjustment } from './statement-oracle.ts'
import type { TestUser } from './users.ts'

// Acts around the borders of months, each compared with the rules of statements.

const AGENCIES = ['DELTA', 'ECHO'] as const
type Agency = (typeof AGENCIES)[number]
const CURRENCIES = ['EUR', 'USD'] as const

/** A hotel, its people and agencies, and what the model says of it. */
export type World = {
  service: TestService
  people: Record<Agency | 'hotel', TestUser>
  model: StatementModel
  zone: string
}

/** Months of the histories, and local times at which something may happen to them. */
const BORDERS = ['03-31T18:00', '04-01T00:00', '04-05T03:00', '05-01T00:00', '05-05T03:00']
const MONTHS = ['2027-03', '2027-04'] as const

const pick = fc.nat(20)
const agency = fc.constantFrom(...AGENCIES)
const currency = fc.constantFrom(...CURRENCIES)
const kind = <const T extends string>(...types: T[]) => fc.constantFrom(...types)

/** One thing that happens; `pick` chooses among the bookings, or the adjustments, so far. */
export const command = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      ...{ type: kind('book'), agency, collect: fc.constantFrom('agency', 'agency', 'hotel') },
      ...{ start: fc.nat(3), nights: fc.integer({ min: 1, max: 3 }) },
      rateCode: fc.constantFrom('STD', 'FIRM'),
      quantity: fc.nat(2),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: kind('cancel', 'no-show'), pick }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: kind('pay'), pick, cents: fc.integer({ min: 1, max: 40_000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: kind('close'), agency, currency, month: kind(...MONTHS) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ type: kind('adjust'), pick, baseCents: fc.integer({ min: -9_000, max: 9_000 }) },
      commissionCents: fc.integer({ min: -900, max: 900 }).filter((cents) => cents !== 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: kind('drop'), pick }) },
  { weight: 1, arbitrary: fc.record({ type: kind('currency') }) },
  // To the next border, or half a minute before it, in which something may be done.
  { weight: 4, arbitrary: fc.record({ type: kind('border'), isBefore: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: kind('wait'), hours: fc.integer({ min: 1, max: 40 }) }),
  },
)
export type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

/** How often each kind of act was done: a model that is refused everything proves nothing. */
export const done = new Map<string, number>()
const note = (what: string) => done.set(what, (done.get(what) ?? 0) + 1)

/** Runs a command, and checks its answer against the model. */
export async function obey(world: World, each: Command): Promise<void> {
  const { service } = world
  service.clock.nowMs += 1_000
  switch (each.type) {
    case 'book':
      await bookStay(world, each)
      break
    case 'pay':
    case 'cancel':
    case 'no-show':
      await actOnBooking(world, each)
      break
    case 'close':
      await closeMonth(world, each)
      break
    case 'adjust':
      await writeAdjustment(world, each)
      break
    case 'drop':
      await dropAdjustment(world, each)
      break
    case 'currency':
      await switchCurrency(world)
      break
    default:
      await passTime(world, each)
  }
  await readBookings(world)
}

type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>

const todayOf = ({ service, zone }: World) => dateIn(zone, service.clock.nowMs)
const pickOf = <T>(from: readonly T[], pick: number): T | undefined =>
  from[pick % Math.max(1, from.length)]

async function bookStay(world: World, each: CommandOf<'book'>): Promise<void> {
  const { people, model } = world
  const { agency, start, nights, rateCode, collect, quantity } = each
  const checkin = addDay(todayOf(world), start)
  const { status, body, text } = await book(people[agency].call, {
    ...{ checkin, checkout: addDay(checkin, nights), rateCode, payment: { collect } },
    ...(quantity > 0 && { extras: [{ code: 'TRANSFER', quantity }] }),
  })
  expect(status, text).toBe(201)
  model.bookings.set(body.code, { agency, shown: body, payments: [] })
  note('book')
}

/** Acts on a booking as its agency or the hotel may; what is not possible changes nothing. */
async function actOnBooking(
  { service, people, model }: World,
  each: CommandOf<'pay' | 'cancel' | 'no-show'>,
): Promise<void> {
  const booking = pickOf([...model.bookings.values()], each.pick)
  if (!booking) return
  const { agency, shown } = booking
  if (each.type === 'pay') {
    const { cents } = each as CommandOf<'pay'>
    const paid = { amountCents: cents, method: 'portal' }
    const answer = await pay(people.hotel, shown.code, paid)
    expect(answer.status, answer.text).toBe(201)
    const at = new Date(service.clock.nowMs).toISOString()
    booking.payments.push({ at, amountCents: cents })
    return void note(booking.statement ? 'pay since' : 'pay')
  }
  const isCancel = each.type === 'cancel'
  const answer = isCancel
    ? await people[agency as Agency].call('POST', `/v1/bookings/${shown.code}/cancel`)
    : await people.hotel.call('POST', `/v1/panel/bookings/${shown.code}/no-show`)
  expect([200, 409], answer.text).toContain(answer.status)
  if (answer.status === 200) note(each.type)
}

async function closeMonth(world: World, each: CommandOf<'close'>): Promise<void> {
  const { people, model } = world
  const { agency: agencyCode, currency, month } = each
  const account = { agency: agencyCode, currency }
  const answer = await close(people.hotel, month, { agencyCode, currency })
  const isKnown = model.find(account, month) !== undefined
  const isOver = month < todayOf(world).slice(0, 7)
  const isRight = isKnown || (isOver && model.close(account, month))
  if (isRight) expect(answer.body, answer.text).toMatchObject({ status: 'closed', month, currency })
  else expect(answer, answer.text).toBeProblem(409, 'transition_invalid')
  note(isKnown ? 'close again' : isRight ? 'close' : isOver ? 'close without lines' : 'close early')
}

async function writeAdjustment(world: World, each: CommandOf<'adjust'>): Promise<void> {
  const { people, model } = world
  const booking = pickOf([...model.bookings.values()], each.pick)
  if (!booking) return
  const { agency, shown, statement } = booking
  const { collect } = shown.payment
  const { baseCents, commissionCents } = each
  const amounts = { baseCents: collect === 'agency' ? baseCents : 0, commissionCents }
  const sent = { bookingCode: shown.code as string, ...amounts }
  const answer = await adjust(people.hotel, { agencyCode: agency, ...sent })
  note(statement ? 'adjust' : 'adjust early')
  if (!statement) return void expect(answer, answer.text).toBeProblem(409, 'transition_invalid')
  expect(answer.status, answer.text).toBe(201)
  const month = todayOf(world).slice(0, 7)
  expect(answer.body).toMatchObject({ month, statementNumber: statement.number })
  const line = recomputeAdjustment(sent, collect)
  model.adjustments.push({ id: answer.body.id, agency, currency: shown.currency, month, line })
}

async function dropAdjustment({ people, model }: World, { pick }: CommandOf<'drop'>) {
  const adjustment = pickOf(model.adjustments, pick)
  if (!adjustment) return
  const path = `${STATEMENTS}/adjustments/${adjustment.id}`
  const answer = await people.hotel.call('DELETE', path)
  note(adjustment.statement ? 'drop late' : 'drop')
  if (adjustment.statement) return void expect(answer).toBeProblem(409, 'transition_invalid')
  expect(answer.status, answer.text).toBe(204)
  model.adjustments = model.adjustments.filter((each) => each !== adjustment)
}

/** Changes the currency of the hotel below its rule, which refuses it while there are bookings. */
async function switchCurrency({ service }: World): Promise<void> {
  const { store, alfa } = service
  await store.tx(async (tx) => {
    const { hotel } = tx.t
    const [row] = await tx.db.select().from(hotel).where(eq(hotel.id, alfa.id))
    const currency = CURRENCIES.find((each) => each !== row!.currency)!
    await tx.db
      .update(hotel)
      .set({ currency, revision: row!.revision + 1 })
      .where(eq(hotel.id, alfa.id))
    tx.topics.add(`hotel:${alfa.id}`)
  })
  note('currency')
}

/** Lets time pass, ends the stays that are over and closes what closes by itself. */
async function passTime(world: World, each: CommandOf<'border' | 'wait'>): Promise<void> {
  const { service, people, model, zone } = world
  const before = service.clock.nowMs
  if (each.type === 'wait') service.clock.nowMs += each.hours * 3_600_000
  else {
    const instants = BORDERS.map(
      (local) => Temporal.ZonedDateTime.from(`2027-${local}[${zone}]`).epochMilliseconds,
    )
    const next = instants.find((at) => at > before + 1_000)
    if (next === undefined) return
    service.clock.nowMs = next - (each.isBefore ? 30_000 : 0)
  }
  for (const name of ['hotel', ...AGENCIES] as const)
    people[name] = await signInAgain(service, people[name])
  await completeStays(service.deps)
  await readBookings(world)
  await passClock(service)
  for (const month of MONTHS) if (isDue(world, month)) model.passClock(month)
  note(each.type)
}

/** True from 03:00 of the 5th of the month after, by the hotel's clock. */
function isDue({ service, zone }: World, month: string): boolean {
  const now = Temporal.Instant.fromEpochMilliseconds(service.clock.nowMs)
  const local = now.toZonedDateTimeISO(zone).toPlainDateTime()
  const after = Temporal.PlainYearMonth.from(month).add({ months: 1 })
  const due = after.toPlainDate({ day: 5 }).toPlainDateTime({ hour: 3 })
  return Temporal.PlainDateTime.compare(local, due) >= 0
}

/** Reads all bookings as their agencies are shown them. */
async function readBookings({ people, model }: World): Promise<void> {
  const lists = AGENCIES.map((name) => readAll(people[name].call, '/v1/acenta/bookings?limit=100'))
  for (const shown of (await Promise.all(lists)).flat())
    model.bookings.get(shown.code)!.shown = shown
}
