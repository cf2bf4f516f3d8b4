import { CARLA } from '../support/bookings.ts'
import { asMaker } from '../support/manage.ts'
import type { Call, TestService } from '../support/service.ts'
import type { Random } from '../support/sim/random.ts'
import type { TestUser } from '../support/users.ts'
import {
  difference,
  ratesDiffer,
  recordDiffers,
  refusalDiffers,
  searchDiffers,
} from './rates-compare.ts'
import { type Ask, nightsOf, type Room } from './rates-oracle.ts'
import { bookingOf, type Order, pageRates, searchOf } from './rates-oracle-answers.ts'
import type { Booking } from './rates-oracle-penalty.ts'
import { type Quote, quote, rateOf } from './rates-oracle-quote.ts'
import { bodyOf, callOf, queryOf, type ServedHotel } from './rates-service.ts'
import { BOARDS, isPlain, randomAsk } from './rates-world.ts'

/** How often things were met. */
export type Tally = Record<string, number>
/** The service and hotel of a stay, and the callers in addition to guests and the hotel's staff. */
export type Scene = {
  service: TestService
  built: ServedHotel
  random: Random
  people: { agency: TestUser; admin: TestUser }
}

/** A stay as somebody asks for it; of the hotel's people and admins it is the house. */
type StayRequest = { ask: Ask; board: string | null; isHouse: boolean; call: Call }

/** One stay, asked for of page, search and booking. @returns what differs from the oracle */
export async function askStay(
  scene: Scene,
  span: { from: string; nights: number },
  tally: Tally,
): Promise<string | undefined> {
  const { service, built, random } = scene
  const who = random.pick(['guest', 'guest', 'agency', 'manager', 'admin'] as const)
  const everybody = { ...scene.people, manager: built.manager }
  const isHouse = who === 'manager' || who === 'admin'
  const asked: StayRequest = {
    ask: {
      ...randomAsk(random, span.from, span.nights),
      ...(isHouse && random.chance(0.4) && { override: true }),
    },
    board: random.chance(0.6) ? null : random.pick(BOARDS),
    isHouse,
    call: who === 'guest' ? service.call : await callOf(service, everybody[who]),
  }
  const differs =
    (await pageDiffers(scene, asked, tally)) ??
    (await foundDiffers(scene, asked)) ??
    (await agesDiffer(scene, asked)) ??
    (await bookedDiffers(scene, asked, tally))
  return differs && `${who} asks for ${JSON.stringify(asked)}: ${differs}`
}

/** Reads the page of the hotel. */
async function pageDiffers({ built }: Scene, asked: StayRequest, tally: Tally) {
  const { slug, model } = built
  const { ask, board, call } = asked
  const { body } = await call('GET', `/v1/hotels/${slug}?${queryOf(ask, board)}`)
  for (const room of model.rooms) {
    const found = body.rooms?.find((each: any) => each.roomCode === room.roomCode)
    const expected = pageRates(model, room, asked)
    const isHidden = isPlain(model) && found?.quote !== undefined && !found.rates
    const differs =
      (isHidden ? undefined : ratesDiffer(found?.rates, expected)) ??
      standardDiffers(built, { room, found }, asked)
    if (differs) return `the page of ${room.roomCode}: ${differs}`
    for (const { reasons } of expected)
      for (const { code } of reasons) tally[code] = (tally[code] ?? 0) + 1
  }
  return undefined
}

/** Returns how a room type's quote and reason differ from STD, per board; only for callers who may see STD. */
function standardDiffers(
  { model }: ServedHotel,
  { room, found }: { room: Room; found: any },
  { ask, board, isHouse }: StayRequest,
): string | undefined {
  const rate = rateOf(model, 'STD')!
  if (!rate.public && !isHouse) return difference('the quote', found.quote, null)
  const of = (code: string | null) => quote(model, { room, rate }, ask, code)
  const standard = of(board)
  const { totalPriceCents, nightly, boardCode, reasons } = standard
  const shown = found.quote && {
    totalPriceCents: found.quote.totalPriceCents,
    nightly: found.quote.nightly,
    boardCode: found.quote.boardCode,
    boards: found.quote.boards,
  }
  // Boards that cannot be had, as where each guest pays and rooms differ, are left out.
  const boards = room.boards
    .map((code) => ({ boardCode: code, totalPriceCents: of(code).totalPriceCents }))
    .filter((each) => each.totalPriceCents !== null)
  const expected = totalPriceCents === null ? null : { totalPriceCents, nightly, boardCode, boards }
  return (
    difference('the quote', shown, expected) ??
    difference('the reason', found.reason?.code ?? null, reasons[0]?.code ?? null)
  )
}

/** More or fewer ages than children are refused everywhere. */
async function agesDiffer(
  { built, service, random }: Scene,
  { ask: { override: _, ...ask } }: StayRequest,
) {
  if (!ask.childAges || random.chance(0.9)) return undefined
  const children = ask.children + random.pick([-1, 1])
  const query = `${queryOf({ ...ask, childAges: null, children }, null)}&children=${children}&childAges=${ask.childAges}`
  const unlike = query.replace(/&children=\d+(?=.*&children=)/, '')
  const order = { ...ask, children, roomCode: built.model.rooms[0]!.roomCode }
  const answers = [
    await service.call('GET', `/v1/hotels/${built.slug}?${unlike}`),
    await service.call('GET', `/v1/hotels?${unlike}`),
    await service.call('POST', '/v1/bookings', { body: bodyOf(built, order, CARLA) }),
  ]
  const codes = answers.map(({ body }) => body.errors?.[0]?.code)
  return difference('unlike ages', codes, Array(3).fill('ages_mismatch'))
}

/** Books, now and then as a hold, which is then confirmed. */
async function bookedDiffers(scene: Scene, asked: StayRequest, tally: Tally) {
  const { built, random } = scene
  const { model } = built
  const { isHouse, call, ask } = asked
  const order = randomOrder(scene, asked)
  const expected = bookingOf(model, order, { isHouse })
  const send = (more: object) =>
    call('POST', '/v1/bookings', { body: { ...bodyOf(built, order, CARLA), ...more } })
  const of = `booking ${JSON.stringify(order)}`
  if ('status' in expected) {
    const other = refusalDiffers(await send({}), expected)
    return other && `${of}: ${other}`
  }
  const expectedTotalCents = expected.totalPriceCents!
  const { body: other } = await send({ expectedTotalCents: expectedTotalCents + 1 })
  if (other.code !== 'price_changed' || other.totalPriceCents !== expectedTotalCents)
    return `${of} at another total is answered ${JSON.stringify(other)}`
  // An agency's hold of more rooms may pass a quarter of a small room type.
  const hold = order.rooms === 1 && random.chance(0.3)
  const { status, body, text } = await send({ expectedTotalCents, hold })
  if (status !== 201) return `${of}: ${text}, the oracle says 201`
  tally.booked = (tally.booked ?? 0) + 1
  if (order.override) tally.overridden = (tally.overridden ?? 0) + 1
  const { days } = model.rooms.find(({ roomCode }) => roomCode === order.roomCode)!
  for (const date of nightsOf(order)) days.get(date)!.available -= order.rooms
  const booking = bookedAs(built, { ...order, ...ask }, expected)
  const differs = recordDiffers(body, booking, model)
  if (differs || !hold) return differs && `${of}: ${differs}`
  const path = `/v1/bookings/${body.code}`
  const key = asMaker(body.code)
  const free = await call('POST', `${path}/cancel`, { body: { ...key, simulate: true } })
  const confirmed = await call('POST', `${path}/confirm`, { body: key })
  return (
    difference('the penalty of a hold', free.body.penaltyCents, 0) ??
    recordDiffers(confirmed.body, booking, model)
  )
}

/** The booking that a quote becomes. */
function bookedAs({ model }: ServedHotel, order: Order, { reasons: _, ...quoted }: Quote): Booking {
  const { name: __, netCents: ___, nightly, totalPriceCents, ...of } = quoted
  const { checkin, checkout, rooms, adults, children, childAges, roomCode } = order
  return {
    ...{ checkin, checkout, rooms, adults, children, childAges, roomCode, ...of },
    nightly: nightly!,
    totalPriceCents: totalPriceCents!,
    taxes: model.taxes,
    isHold: false,
  }
}

/** An order of a stay: mostly at a rate that can be had, if there is any. */
function randomOrder(
  { built: { model }, random: { pick, chance } }: Scene,
  asked: StayRequest,
): Order {
  const bookable = model.rooms.flatMap((room) =>
    pageRates(model, room, asked)
      .filter(({ reasons }) => reasons.length === 0)
      .map(({ rateCode }) => ({ roomCode: room.roomCode, rateCode })),
  )
  const rateCode = pick([...model.rates.map((rate) => rate.rateCode), 'NIX', undefined])
  return {
    ...asked.ask,
    roomCode: pick(model.rooms).roomCode,
    ...(rateCode !== undefined && { rateCode }),
    ...(bookable.length > 0 && chance(0.7) && pick(bookable)),
    ...(asked.board !== null && { boardCode: asked.board }),
  }
}

/** Searches for the hotel, also by its price. @returns what differs from the oracle */
async function foundDiffers(
  { service, built: { slug, model }, random }: Scene,
  { ask: { override: _, ...ask }, board }: StayRequest,
): Promise<string | undefined> {
  const query = queryOf(ask, board)
  const expected = searchOf(model, ask, board)
  const find = async (more = '') => {
    const { body } = await service.call('GET', `/v1/hotels?city=${slug}&${query}${more}`)
    return body.items?.[0]
  }
  const differs = searchDiffers(await find(), expected)
  if (differs || !expected || random.chance(0.8)) return differs
  const cents = expected.lowestTotalCents
  for (const [filter, isListed] of [
    [`minPriceCents=${cents}&maxPriceCents=${cents}`, true],
    [`minPriceCents=${cents + 1}`, false],
    [`maxPriceCents=${cents - 1}`, false],
  ] as const)
    if (((await find(`&${filter}`)) !== undefined) !== isListed) return `${filter} finds otherwise`
  return undefined
}
