import { expect, test } from 'bun:test'
import { insertBoards } from '../../src/store/catalog/catalog.ts'

import { firstSeed, rounds } from '../support/rounds.ts'
import { startService } from '../support/service.ts'
import { createRandom } from '../support/sim/random.ts'
import { addAgency, signIn } from '../support/users.ts'
import { difference } from './rates-compare.ts'
import { addDay, type Room } from './rates-oracle.ts'
import { effectiveDay } from './rates-oracle-answers.ts'

import { isSoldWith, REASONS } from './rates-oracle-quote.ts'
import { build, callOf, setDay, setRateDay } from './rates-service.ts'
import { askStay, type Scene, type Tally } from './rates-stay.ts'
import { randomHotel, randomSetting } from './rates-world.ts'

/** SEED=17 repeats one hotel; STAYS=20000 tries that many stays. */
const { SEED, STAYS = String(rounds(800)) } = process.env
/** Stays that are asked for in one hotel, and hotels of one service. */
const OF_A_HOTEL = 20
const OF_A_SERVICE = 25
const HOTELS = SEED ? 1 : Math.ceil(Number(STAYS) / OF_A_HOTEL)
const FIRST = Number(SEED ?? firstSeed(HOTELS))
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
        const trouble = await oneStay({ service, built, random, people }, tally)
        if (trouble) throw new Error(`SEED=${one} (stay ${stay}): ${trouble}`)
      }
      const trouble = await readDays({ service, built, random, people })
      if (trouble) throw new Error(`SEED=${one}: ${trouble}`)
    }
  }
  if (SEED) return
  // Stays that are hardly ever had, or reasons that are hardly ever given, would prove little.
  const rare = REASONS.filter((code) => (tally[code] ?? 0) <= HOTELS / 20)
  // In a run of a few hotels chance leaves out some.
  expect(rare.length).toBeLessThanOrEqual(HOTELS < 40 ? 3 : 0)
  expect(tally.booked).toBeGreaterThan(HOTELS * OF_A_HOTEL * 0.2)
  expect(tally.overridden).toBeGreaterThan(HOTELS / 4)
}, 3_600_000)

/** One stay, now and then of a hotel that has changed. @returns what differs from the oracle */
async function oneStay(scene: Scene, tally: Tally): Promise<string | undefined> {
  if (scene.random.chance(0.3)) await changeDay(scene)
  return await askStay(scene, { from: FROM, nights: NIGHTS.length }, tally)
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
