import { expect, test } from 'bun:test'
import { insertBoards } from '../../src/store/catalog/catalog.ts'
import { CARLA } from '../support/bookings.ts'
import { startService, type TestService } from '../support/service.ts'
import { createRandom, type Random } from '../support/sim/random.ts'
import { addAgency, signIn, type TestUser } from '../support/users.ts'
import {
  difference,
  ratesDiffer,
  recordDiffers,
  refusalDiffers,
  searchDiffers,
} from './rates-compare.ts'
import { type Ask, addDay, nightsOf, type Room } from './rates-oracle.ts'
import { bookingOf, effectiveDay, type Order, pageRates, searchOf } from './rates-oracle-answers.ts'
import type { Booking } from './rates-oracle-penalty.ts'
import { isSoldWith, REASONS } from './rates-oracle-quote.ts'
import { type Built, bodyOf, build, callOf, queryOf, setDay, setRateDay } from './rates-service.ts'
import { BOARDS, isPlain, randomAsk, randomHotel, randomSetting } from './rates-world.ts'

/** SEED=17 repeats one hotel; STAYS=20000 tries that many stays. */
const { SEED, STAYS = '400' } = process.env
/** Stays that are asked for in one hotel, and hotels of one service. */
const OF_A_HOTEL = 20
const OF_A_SERVICE = 25
const FIRST = Number(SEED ?? 1)
const HOTELS = SEED ? 1 : Math.ceil(Number(STAYS) / OF_A_HOTEL)
const FROM = '2027-04-01'
const NIGHTS = Array.from({ length: 12 }, (_, index) => addDay(FROM, index))

test(`over ${HOTELS * OF_A_HOTEL} stays page, search and booking say what the oracle says, to the cent (contract-rates)`, async () => {
  const tally: Tally = {}
  for (let seed = FIRST; seed < FIRST + HOTELS; seed += OF_A_SERVICE) {
    await using service = await startService()
    await service.store.tx((tx) => insertBoards(tx, [{ code: 'HB', name: 'Half board' }]))
    const people = {
      agency: await signIn(service, 'agency_user', { agencyId: await addAgency(service) }),
      admin: await signIn(service, 'admin'),
    }
    const end = Math.min(seed + OF_A_SERVICE, FIRST + HOTELS)
    for (let one = seed; one < end; one++) {
      const random = createRandom(one)
      const model = randomHotel(random, {
        nights: NIGHTS,
        trouble: random.pick([0, 1, 1, 2]),
        roomsMax: 20,
      })
      const built = await build(service, `h${one}`, model)
      for (let stay = 0; stay < OF_A_HOTEL; stay++) {
        const trouble = await ask({ service, built, random, people }, tally)
        if (trouble) throw new Error(`SEED=${one} (stay ${stay}): ${trouble}`)
      }
      const trouble = await readDays({ service, built, random, people })
      if (trouble) throw new Error(`SEED=${one}: ${trouble}`)
    }
  }
  if (SEED) return
  // Stays that are hardly ever had, or reasons that are hardly ever given, would prove little.
  for (const code of REASONS) expect(tally[code] ?? 0).toBeGreaterThan(HOTELS / 20)
  expect(tally.booked).toBeGreaterThan(HOTELS * OF_A_HOTEL * 0.2)
}, 3_600_000)

type Tally = Record<string, number>
type Scene = {
  service: TestService
  built: Built
  random: Random
  people: { agency: TestUser; admin: TestUser }
}

/** One stay, asked for of page, search and booking. @returns what differs from the oracle */
async function ask(scene: Scene, tally: Tally): Promise<string | undefined> {
  const { service, built, random } = scene
  const { slug, model } = built
  if (random.chance(0.3)) await changeDay(scene)
  const stay = randomAsk(random, FROM, NIGHTS.length)
  const board = random.chance(0.6) ? null : random.pick(BOARDS)
  const who = random.pick(['guest', 'guest', 'agency', 'manager', 'admin'] as const)
  const isHouse = who === 'manager' || who === 'admin'
  const everybody = { ...scene.people, manager: built.manager }
  const call = who === 'guest' ? service.call : await callOf(service, everybody[who])

  const query = queryOf(stay, board)
  const page = await call('GET', `/v1/hotels/${slug}?${query}`)
  for (const room of model.rooms) {
    const found = page.body.rooms?.find((each: any) => each.roomCode === room.roomCode)
    const expected = pageRates(model, room, { ask: stay, board, isHouse })
    const isHidden = isPlain(model) && found?.quote !== undefined && !found.rates
    const differs = isHidden ? undefined : ratesDiffer(found?.rates, expected)
    if (differs) return `${who} GET ${slug}?${query} ${room.roomCode}: ${differs}`
    for (const { reasons } of expected)
      for (const { code } of reasons) tally[code] = (tally[code] ?? 0) + 1
  }

  const differs = await searchFor(scene, query, searchOf(model, stay, board))
  if (differs) return `search ${query}: ${differs}`

  const order = randomOrder(scene, { ask: stay, board, isHouse })
  const expected = bookingOf(model, order, { isHouse })
  const expectedTotalCents = 'status' in expected ? undefined : expected.totalPriceCents
  const body = { ...bodyOf(built, order, CARLA), expectedTotalCents }
  const answer = await call('POST', '/v1/bookings', { body })
  const of = `${who} books ${JSON.stringify(body)}`
  if ('status' in expected) {
    const other = refusalDiffers(answer, expected)
    return other && `${of}: ${other}`
  }
  if (answer.status !== 201) return `${of}: ${answer.text}, the oracle says 201`
  tally.booked = (tally.booked ?? 0) + 1
  for (const date of nightsOf(order))
    model.rooms.find(({ roomCode }) => roomCode === order.roomCode)!.days.get(date)!.available -=
      order.rooms
  const { reasons: _, name: __, netCents: ___, nightly, totalPriceCents, ...quoted } = expected
  const booking: Booking = {
    ...stay,
    ...quoted,
    roomCode: order.roomCode,
    nightly: nightly!,
    totalPriceCents: totalPriceCents!,
    taxes: model.taxes,
    isHold: false,
  }
  const other = recordDiffers(answer.body, booking, model)
  return other && `${of}: ${other}`
}

/** An order of a stay: mostly at a rate that can be had, if there is any. */
function randomOrder(
  { built: { model }, random: { pick, chance } }: Scene,
  asked: { ask: Ask; board: string | null; isHouse: boolean },
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
async function searchFor(
  { service, built: { slug }, random }: Scene,
  query: string,
  expected: ReturnType<typeof searchOf>,
): Promise<string | undefined> {
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

/** Changes a day of the hotel, or of a rate, so that what is kept in memory must follow. */
async function changeDay({ service, built, random }: Scene): Promise<void> {
  const { pick, int, chance } = random
  const { roomCode, days } = pick(built.model.rooms)
  const date = pick(NIGHTS)
  if (!days.has(date)) return
  const rate = pick(built.model.rates)
  if (chance(0.5) && isSoldWith(rate, { roomCode })) {
    const set = randomSetting(random, rate)
    await setRateDay(service, built, { roomCode, date, rate, set })
    return
  }
  const day = { available: int(0, 12), priceCents: int(1, 20_000), closed: chance(0.1) }
  await setDay(service, built, { roomCode, date, day })
}

/** Days of rates as the hotel reads them. @returns what differs from the oracle */
async function readDays({ service, built }: Scene): Promise<string | undefined> {
  const { slug, model, manager } = built
  const call = await callOf(service, manager)
  const range = `from=${NIGHTS[0]}&to=${NIGHTS.at(-1)}`
  const { body } = await call('GET', `/v1/panel/rates/days?hotel=${slug}&${range}`)
  for (const room of model.rooms) {
    const rates: any[] = body.rooms.find(({ roomCode }: Room) => roomCode === room.roomCode).rates
    for (const rate of model.rates.filter((each) => each.active && isSoldWith(each, room))) {
      const found = rates.find(({ rateCode }) => rateCode === rate.rateCode)?.days
      const expected = NIGHTS.map((date) => effectiveDay(room, rate, date))
      for (const [index, day] of expected.entries()) {
        const differs = difference(`${room.roomCode} ${rate.rateCode}`, found?.[index], day)
        if (differs) return differs
      }
    }
  }
  return undefined
}
