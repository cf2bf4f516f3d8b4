import { dateIn } from '../../src/domain/kernel/date.ts'
import { addCity, addHotel, putDays } from '../support/search.ts'
import type { Call, TestService } from '../support/service.ts'
import { signIn, signToken, type TestUser, withToken } from '../support/users.ts'
import {
  type Ask,
  addDay,
  type Day,
  type Hotel,
  nightsOf,
  type Rate,
  type RateDay,
} from './rates-oracle.ts'
import type { Order } from './rates-oracle-answers.ts'
import { isPlain } from './rates-world.ts'

/** A hotel of the model in the service. */
export type ServedHotel = {
  slug: string
  id: number
  model: Hotel
  manager: TestUser
  timezone: string
}

/** Makes a hotel of the model in the service, in a city of its own, which is named as it. */
export async function build(
  service: TestService,
  slug: string,
  model: Hotel,
  timezone = 'Europe/Istanbul',
): Promise<ServedHotel> {
  const cityId = await addCity(service, slug)
  const rooms = model.rooms.map(({ days: _, rateDays: __, supplements: ___, ...room }) => room)
  const id = await addHotel(service, { cityId, slug, rooms, timezone })
  const manager = await signIn(service, 'hotel_manager', { name: slug, hotelIds: [id] })
  model.today = dateIn(timezone, service.clock.nowMs)
  const built = { slug, id, model, manager, timezone }
  await makeRates(service, built)
  const call = await callOf(service, manager)
  const { taxes } = model
  expectDone(await call('PATCH', `/v1/panel/hotel?hotel=${slug}`, { body: { taxes } }))
  for (const { roomCode, days, rateDays, supplements } of model.rooms) {
    const body = { supplements }
    expectDone(await call('PATCH', `/v1/panel/rooms/${roomCode}?hotel=${slug}`, { body }))
    const dates = [...days.keys()].toSorted()
    const nights = nightsOf({ checkin: dates[0]!, checkout: addDay(dates.at(-1)!, 1) })
    const listed = nights.map((date) => days.get(date))
    await putDays(service, id, roomCode, listed, dates[0]!)
    const elements = [...rateDays].map(([name, rateDay]) => {
      const [rateCode, date] = name.split(' ') as [string, string]
      return { roomCode, rateCode, date, ...rateDay }
    })
    if (elements.length > 0) await patch(service, built, elements)
  }
  return built
}

async function makeRates(
  service: TestService,
  { slug, model, manager }: ServedHotel,
): Promise<void> {
  const call = await callOf(service, manager)
  for (const rate of isPlain(model) ? [] : model.rates) {
    const { active, roomCodes, pricing, rateCode, ...given } = rate
    const isStd = rateCode === 'STD'
    const path = `/v1/panel/rates${isStd ? '/STD' : ''}?hotel=${slug}`
    const { name, public: isPublic, guests, cancellation } = given
    const body = isStd
      ? { name, public: isPublic, guests, cancellation }
      : { rateCode, ...given, roomCodes, pricing }
    expectDone(await call(isStd ? 'PATCH' : 'POST', path, { body: withoutNull(body) }))
    if (active) continue
    const off = `/v1/panel/rates/${rateCode}?hotel=${slug}`
    expectDone(await call('PATCH', off, { body: { active: false } }))
  }
}

/** Sends elements of `PATCH /availability` as the hotel. */
async function patch(service: TestService, { slug, manager }: ServedHotel, updates: object[]) {
  const call = await callOf(service, manager)
  // 207 would be that some were refused.
  expectDone(
    await call('PATCH', `/v1/panel/availability?hotel=${slug}`, { body: { updates } }),
    200,
  )
}

/** Makes a day of the model, and of the service, another one. */
export async function setDay(
  service: TestService,
  built: ServedHotel,
  { roomCode, date, day }: { roomCode: string; date: string; day: Partial<Day> },
): Promise<void> {
  await patch(service, built, [{ roomCode, date, ...day }])
  const { days } = built.model.rooms.find((room) => room.roomCode === roomCode)!
  days.set(date, { ...days.get(date)!, ...day })
}

/** Makes a day of a rate in the model, and in the service, another one. */
export async function setRateDay(
  service: TestService,
  built: ServedHotel,
  { roomCode, date, rate, set }: { roomCode: string; date: string; rate: Rate; set: RateDay },
): Promise<void> {
  const { rateCode } = rate
  await patch(service, built, [{ roomCode, date, rateCode, ...set }])
  const { rateDays } = built.model.rooms.find((room) => room.roomCode === roomCode)!
  const name = `${rateCode} ${date}`
  rateDays.set(name, { ...rateDays.get(name), ...set })
}

/** A call by a signed-in account, with a token that is fresh at any time of the test clock. */
export async function callOf(service: TestService, { user }: TestUser): Promise<Call> {
  return withToken(service, await signToken(service, user))
}

/** The query of a stay. */
export function queryOf({ childAges, ...ask }: Ask, board: string | null): string {
  const params = new URLSearchParams()
  // Ages alone say how many children there are.
  for (const [name, value] of Object.entries(ask))
    if (name !== 'children' || childAges === null || ask.adults % 2 === 0)
      params.set(name, String(value))
  if (childAges) params.set('childAges', childAges.join())
  if (board !== null) params.set('board', board)
  return params.toString()
}

/** The body of an order. */
export const bodyOf = ({ slug }: ServedHotel, { childAges, ...order }: Order, email: string) => ({
  hotelSlug: slug,
  ...order,
  ...(childAges && { childAges }),
  guest: { firstName: 'Carla', lastName: 'Çelik', email },
})

const withoutNull = (body: object) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))

function expectDone({ status, text }: { status: number; text: string }, last = 201): void {
  if (status > last) throw new Error(`the service answered ${status}: ${text}`)
}
