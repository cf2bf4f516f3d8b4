import type { TestService } from '../support/service.ts'
import type { Random } from '../support/sim/random.ts'
import { addDay, type Rate } from './rates-oracle.ts'
import { isSoldWith } from './rates-oracle-quote.ts'
import { callOf, type ServedHotel, setDay, setRateDay } from './rates-service.ts'
import { randomGuests, randomSetting, randomTaxes, randomTerms } from './rates-world.ts'

/** What a hotel may do while guests have booked: none of it may touch what was agreed. */
export async function hotelActs(
  table: { service: TestService; built: ServedHotel; random: Random },
  today: string,
): Promise<void> {
  const { service, built, random } = table
  const { pick, int, chance } = random
  const { model } = built
  const room = pick(model.rooms)
  const { roomCode } = room
  const rate = pick(model.rates)
  const date = addDay(today, int(0, 10))
  const acts = {
    async day() {
      if (!room.days.has(date)) return
      const day = { priceCents: int(1, 20_000), closed: chance(0.3) }
      await setDay(service, built, { roomCode, date, day })
    },
    async rateDay() {
      if (!isSoldWith(rate, room) || !room.days.has(date)) return
      await setRateDay(service, built, { roomCode, date, rate, set: randomSetting(random, rate) })
    },
    async rate() {
      const changes: Partial<Rate>[] = [
        { cancellation: randomTerms(random) },
        { guests: chance(0.5) ? randomGuests(random) : null },
        { public: chance(0.6) },
      ]
      if (rate.pricing !== null)
        changes.push(
          { active: chance(0.5) },
          { active: chance(0.5) },
          { roomCodes: [pick(model.rooms).roomCode] },
        )
      await changeRate(service, built, rate, pick(changes))
    },
    async taxes() {
      const taxes = randomTaxes(random)
      const call = await callOf(service, built.manager)
      const path = `/v1/panel/hotel?hotel=${built.slug}`
      const { status, text } = await call('PATCH', path, { body: { taxes } })
      if (status !== 200) throw new Error(text)
      model.taxes = taxes
    },
  }
  await acts[pick(['day', 'day', 'rateDay', 'rateDay', 'rate', 'rate', 'taxes'] as const)]()
}

/** Changes a rate in the service and in the model, where bookings keep the terms of the one before. */
async function changeRate(
  service: TestService,
  built: ServedHotel,
  rate: Rate,
  body: Partial<Rate>,
) {
  const call = await callOf(service, built.manager)
  const path = `/v1/panel/rates/${rate.rateCode}?hotel=${built.slug}`
  const { status, text } = await call('PATCH', path, { body })
  if (status !== 200) throw new Error(text)
  const { rates } = built.model
  rates[rates.indexOf(rate)] = { ...rate, ...body }
}
