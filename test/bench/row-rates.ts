import { type Rate, STANDARD } from '../../src/domain/rates/rate.ts'
import type { Deps } from '../../src/service/deps.ts'
import { reviseHotel } from '../../src/store/catalog/catalog.ts'
import { noteRatesUsed, upsertRate } from '../../src/store/rates/rates.ts'
import { encodeRequest } from './client.ts'
import { expectOk, sendAll, withConnections } from './load.ts'
import { PUSHED_DAYS, type Pusher, patchOf, pushedBeside } from './row-counts.ts'
import { CELLS, pushOf } from './row-push.ts'
import { PULL_HOTEL, PULL_SIZE, pullPath } from './row-unchanged-pull.ts'
import type { Plan } from './rows.ts'
import { inFolder, type SeededHotel, seed } from './seed.ts'
import { type Server, startOurs } from './servers.ts'
import { alternate, type Figure, type Line } from './stats.ts'

/** Prices of 10,000 days of a rate beside as many of availability: day by day, and by twenty ranges. */
export async function ratesPush(plan: Plan): Promise<Line[]> {
  const [put, days, rates, dayRanges, rateRanges] = await pushedBeside(
    plan,
    {
      put: async (_, hotel) => async (variant) => pushOf(hotel, variant, CELLS),
      days: prices({ isRange: false }),
      rates: prices({ isRange: false, rateCode: 'OWN' }),
      'ranges of days': prices({ isRange: true }),
      'ranges of rates': prices({ isRange: true, rateCode: 'OWN' }),
    },
    addRates,
  )
  const line = { what: 'rates of 10,000 changed days', unit: 'cells/s', ours: rates! }
  return [
    { ...line, against: 'PUT', theirs: put! },
    { ...line, against: 'PATCH of days', theirs: days! },
    {
      ...{ ...line, what: 'ranges of 10,000 changed days of rates', ours: rateRanges! },
      ...{ against: 'ranges of days', theirs: dayRanges! },
    },
  ]
}

/**
 * Rounds of changed pulls that are not counted: a service that has just started still compiles what it runs, and the
 * pull of most days runs most.
 */
const CHANGED_WARM_ROUNDS = 8

/** Pulls of rates beside the pull of availability, both after a day of the range has changed and while nothing has. */
export async function ratesPull({ rounds, isQuick }: Plan): Promise<Line[]> {
  const { hotels, copy, remove } = await seed([PULL_HOTEL, PULL_HOTEL])
  const [plain, rated] = hotels as [SeededHotel, SeededHotel]
  const folder = copy()
  await inFolder(folder, (deps) => addRates(deps, [rated]))
  const server = await startOurs(folder)
  try {
    const changed = isQuick ? 50 : 300
    const kinds = [
      { hotel: plain, path: pullPath(plain) },
      { hotel: plain, path: ratesPath(plain) },
      { hotel: rated, path: ratesPath(rated) },
    ]
    const lines: Line[] = []
    for (const isChanged of [true, false]) {
      // Fewer take so short from memory that rounds lie between 0.6 and 1.2.
      const pulls = isChanged ? changed : 10 * changed
      const measure = (kind: (typeof kinds)[number]) => pullsOf(server, kind, { isChanged, pulls })
      const warmRounds = isChanged ? CHANGED_WARM_ROUNDS : 1
      for (let time = 0; time < warmRounds; time++) for (const kind of kinds) await measure(kind)
      const [days, std, four] = await alternate(kinds, rounds, measure)
      const what = isChanged ? 'changed rates pull' : 'unchanged rates pull'
      const line = { unit: 'pulls/s', against: 'availability', theirs: days! }
      lines.push({ ...line, what: `${what}, STD alone`, ours: std! })
      lines.push({ ...line, what: `${what}, four rates`, ours: four! })
    }
    return lines
  } finally {
    await server.stop()
    remove()
  }
}

const pullsOf = (
  server: Server,
  { hotel, path }: { hotel: SeededHotel; path: string },
  { isChanged, pulls }: { isChanged: boolean; pulls: number },
): Promise<Figure> =>
  withConnections(server, 1, async ([connection]) => {
    const request = encodeRequest(hotel, 'GET', path)
    let ms = 0
    for (let pull = 0; pull < pulls; pull++) {
      if (isChanged) expectOk(await connection!.send(nextPrice(hotel)))
      ms += await sendAll(connection!, [request])
    }
    return { value: (pulls / ms) * 1_000 }
  })

const ratesPath = ({ dates }: SeededHotel) =>
  `/v1/partner/rates?from=${dates[0]}&to=${dates[PULL_SIZE.days - 1]}`

let changes = 0
const nextPrice = ({ roomCodes, dates, ...hotel }: SeededHotel) => {
  const change = changes++
  const place = {
    roomCode: roomCodes[change % PULL_SIZE.rooms],
    date: dates[change % PULL_SIZE.days],
  }
  return patchOf({ roomCodes, dates, ...hotel }, [
    { ...place, priceCents: 5_000 + (change % 7_919) },
  ])
}

/** Gives each hotel a rate of prices of its own and two derived ones, sold with every room type. */
const addRates = ({ store }: Deps, hotels: readonly SeededHotel[]) =>
  store.tx(async (tx) => {
    for (const { id, roomCodes } of hotels) {
      const rate = (rateCode: string, pricing: Rate['pricing']) =>
        upsertRate(tx, id, { ...STANDARD, rateCode, name: rateCode, roomCodes, pricing })
      await rate('OWN', { type: 'own' })
      await rate('LESS', { type: 'derived', percentBp: -1_000 })
      await rate('MORE', { type: 'derived', amountCents: 2_000 })
      await noteRatesUsed(tx, id)
      await reviseHotel(tx, id)
    }
  })

/** Pushes a price of each day; another `variant` has another. */
const prices =
  ({ isRange, rateCode }: { isRange: boolean; rateCode?: string }): Pusher =>
  async (_, hotel) =>
  async (variant) => {
    const dates = hotel.dates.slice(0, PUSHED_DAYS)
    const priceCents = 12_000 + variant
    const range = { dateFrom: dates[0], dateTo: dates.at(-1) }
    const updates = hotel.roomCodes.flatMap((roomCode): object[] =>
      isRange
        ? [{ roomCode, rateCode, ...range, priceCents }]
        : dates.map((date) => ({ roomCode, rateCode, date, priceCents })),
    )
    return patchOf(hotel, updates)
  }
