import { CARLA } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import type { Answer } from '../support/matchers.ts'
import type { Call, TestService } from '../support/service.ts'
import type { Random } from '../support/sim/random.ts'
import type { TestUser } from '../support/users.ts'
import { difference, recordDiffers } from './rates-compare.ts'
import { addDay, type Hotel, nightsOf } from './rates-oracle.ts'
import { bookingOf } from './rates-oracle-answers.ts'
import { type Change, type Changer, changeOf, takenOf } from './rates-oracle-change.ts'
import { type Booking, cancelPenalty } from './rates-oracle-penalty.ts'
import { bodyOf, callOf, type ServedHotel } from './rates-service.ts'
import { BOARDS, randomAsk } from './rates-world.ts'

/** Where a game is played. */
export type Table = {
  service: TestService
  built: ServedHotel
  random: Random
  agency: TestUser
  admin: TestUser
}

/** A booking in play, by the one who made it. */
export type Play = Table & {
  code: string
  booking: Booking
  /** The agency made it, else a guest without an account. */
  isAgency: boolean
}

/** Who changes a booking. */
export type Mover = 'owner' | 'manager' | 'override' | 'admin'

/** Books a random stay, as guest or agency. @returns undefined where none of some could be had */
export async function begin(table: Table, first: string, nights: number) {
  const { service, built, random, agency } = table
  const { model } = built
  const isAgency = random.chance(0.3)
  const call = isAgency ? await callOf(service, agency) : service.call
  for (let attempt = 0; attempt < 12; attempt++) {
    const order = {
      ...randomAsk(random, first, nights),
      roomCode: random.pick(model.rooms).roomCode,
      rateCode: random.pick(model.rates).rateCode,
    }
    const expected = bookingOf(model, order, { isHouse: false })
    if ('status' in expected) continue
    const { status, text, body } = await call('POST', '/v1/bookings', {
      body: bodyOf(built, order, CARLA),
    })
    if (status !== 201) throw new Error(`${JSON.stringify(order)} is answered ${text}`)
    const { reasons: _, name: __, netCents: ___, nightly, totalPriceCents, ...quoted } = expected
    const booking: Booking = {
      ...order,
      ...quoted,
      nightly: nightly!,
      totalPriceCents: totalPriceCents!,
      taxes: model.taxes,
      isHold: false,
    }
    const differs = recordDiffers(body, booking, model)
    if (differs) throw new Error(differs)
    move(model, booking, -1)
    return { ...table, code: body.code as string, booking, isAgency } satisfies Play
  }
  return undefined
}

/** A call as somebody, and what the body says of who they are. */
export async function callAs(play: Play, mover: Mover): Promise<{ call: Call; who: object }> {
  const { service, built, agency, admin, isAgency, code } = play
  if (mover === 'owner' && !isAgency) return { call: service.call, who: asGuest(code) }
  const users = { owner: agency, manager: built.manager, override: built.manager, admin }
  const call = await callOf(service, users[mover])
  return { call, who: mover === 'override' ? { override: true } : {} }
}

/** A random change of some of a booking. */
export function randomChange({ random, built, booking }: Play): Change {
  const { int, pick, chance } = random
  const change: Change = {}
  const { checkin, checkout } = booking
  const codes = built.model.rooms.map(({ roomCode }) => roomCode)
  const others = codes.filter((code) => code !== booking.roomCode)
  const kinds: Record<string, () => Change> = {
    shorter: () => ({ checkout: addDay(checkout, -1) }),
    longer: () => ({ checkout: addDay(checkout, int(1, 2)) }),
    earlier: () => ({ checkin: addDay(checkin, -int(1, 2)) }),
    later: () => ({ checkin: addDay(checkin, 1) }),
    moved: () => {
      const by = int(-3, 4)
      return { checkin: addDay(checkin, by), checkout: addDay(checkout, by) }
    },
    room: () => ({ roomCode: others.length > 0 ? pick(others) : booking.roomCode }),
    rate: () => ({ rateCode: pick(built.model.rates).rateCode }),
    board: () => ({ boardCode: pick(BOARDS) }),
    rooms: () => ({ rooms: Math.max(1, booking.rooms + pick([-1, 1])) }),
    adults: () => ({ adults: Math.max(1, booking.adults + pick([-1, 1])) }),
    children: () => ({ children: int(0, 2) }),
    ages: () => ({ childAges: Array.from({ length: int(0, 2) }, () => int(0, 17)) }),
  }
  for (let count = pick([1, 1, 1, 2, 3]); count > 0; count--)
    Object.assign(change, kinds[pick(Object.keys(kinds))]!())
  const next = { checkin, checkout, ...change }
  if (next.checkout <= next.checkin) delete change.checkin
  if ((change.checkout ?? checkout) <= (change.checkin ?? checkin)) delete change.checkout
  if (change.childAges && chance(0.5)) change.children = change.childAges.length
  return change
}

/** Changes a booking in the service and in the oracle. @returns what they differ in; what the service answered */
export async function changeIt(play: Play, change: Change, mover: Mover, today: string) {
  const { built, booking, code } = play
  const changer: Changer = {
    side: mover === 'owner' ? 'guest' : 'house',
    isPrivileged: mover === 'override' || mover === 'admin',
    today,
  }
  const { refusals, after } = changeOf(built.model, booking, change, changer)
  const { call, who } = await callAs(play, mover)
  const send = (more: object) =>
    call('PATCH', `/v1/bookings/${code}`, { body: { ...change, ...who, ...more } })
  const of = `${mover} changes ${code} on ${today} by ${JSON.stringify(change)}`
  const simulated = await send({ simulate: true })
  const answer = await send({})
  const fault =
    difference('simulated', codesOf(simulated), codesOf(answer)) ??
    (refusals.size > 0
      ? refusedDiffers(answer, refusals)
      : answer.status === 200
        ? (recordDiffers(answer.body, after!, built.model) ??
          recordDiffers(simulated.body, after!, built.model))
        : `it is answered ${answer.text}, the oracle says 200`)
  if (fault) return { answer, fault: `${of} of ${JSON.stringify(booking)}: ${fault}` }
  if (answer.status === 200) {
    swap(built.model, booking, after!)
    play.booking = after!
  }
  return { answer, fault: undefined }
}

const codesOf = ({ status, body }: Answer): string[] =>
  status === 200
    ? []
    : status === 422
      ? body.errors.map((error: { code: string }) => error.code)
      : [body.code]

function refusedDiffers(answer: Answer, refusals: Set<string>): string | undefined {
  const codes = codesOf(answer)
  return codes.some((code) => refusals.has(code))
    ? undefined
    : `it is answered ${answer.status} ${codes}, the oracle says ${[...refusals]}`
}

/** Asks what cancelling would cost now, its owner unless it is the hotel. */
export async function owedNow(play: Play, today: string, by: { charge?: boolean } | null = null) {
  const { call, who } = await callAs(play, by ? 'manager' : 'owner')
  const body = { ...who, ...by, simulate: true }
  const answer = await call('POST', `/v1/bookings/${play.code}/cancel`, { body })
  const cents: number = answer.body.penaltyCents
  const side = by ? 'house' : 'guest'
  const expected = Number(cancelPenalty(play.booking, { today, side, ...by }))
  const fault = difference(
    `the penalty of ${JSON.stringify(play.booking)} on ${today}`,
    cents,
    expected,
  )
  return { cents, fault }
}

/** What only the hotel's side may say is 403 to the owner of a booking. @returns what is answered otherwise */
export async function forbiddenDiffers(play: Play): Promise<string | undefined> {
  const { call, who } = await callAs(play, 'owner')
  const path = `/v1/bookings/${play.code}`
  const changed = await call('PATCH', path, { body: { ...who, rooms: 1, override: true } })
  const cancelled = await call('POST', `${path}/cancel`, { body: { ...who, charge: true } })
  const codes = [changed.body.code, cancelled.body.code]
  return difference('override and charge', codes, ['forbidden', 'forbidden'])
}

/** Gives rooms of a booking back in the model (1), or takes them (−1). */
export function move(model: Hotel, booking: Booking, sign: 1 | -1, from = ''): void {
  const { days } = model.rooms.find(({ roomCode }) => roomCode === booking.roomCode)!
  for (const date of nightsOf(booking))
    if (date >= from) days.get(date)!.available += sign * booking.rooms
}

function swap(model: Hotel, before: Booking, after: Booking): void {
  const nights = nightsOf(after)
  const taken = nights.map((date) => ({ date, rooms: takenOf(before, after, date) }))
  const isSameRoom = before.roomCode === after.roomCode
  const daysOf = (code: string) => model.rooms.find(({ roomCode }) => roomCode === code)!.days
  for (const date of nightsOf(before))
    if (!isSameRoom || !nights.includes(date))
      daysOf(before.roomCode).get(date)!.available += before.rooms
  for (const { date, rooms } of taken)
    if (rooms !== 0) daysOf(after.roomCode).get(date)!.available -= rooms
}
