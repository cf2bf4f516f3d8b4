import { TODAY } from '../support/service.ts'
import type { Random } from '../support/sim/random.ts'
import {
  type Ask,
  addDay,
  type Day,
  type Guests,
  type Hotel,
  type Rate,
  type RateDay,
  type Restrictions,
  type Room,
  type Supplement,
  type TaxRate,
  type Terms,
} from './rates-oracle.ts'
import { isSoldWith } from './rates-oracle-quote.ts'

export const BOARDS = ['RO', 'BB', 'HB'] as const
const AMOUNT_MAX = 10_000_000_000

/** How random hotels are. */
type Kind = {
  /** Nights with days. */
  nights: string[]
  /** How often a night has a restriction, is closed, has no price; 1 is now and then. */
  trouble: number
  /** Rooms left of a night, at most. */
  roomsMax: number
}

/** A random hotel: room types, boards, rates, taxes, days and days of rates. */
export function randomHotel(random: Random, kind: Kind): Hotel {
  const { int, chance } = random
  const codes = chance(0.4) ? ['R0'] : ['R0', 'R1']
  const others = ['AAA', 'HBR', 'NRF', 'OWN'].slice(0, int(0, 4))
  const rates = [
    randomStd(random),
    ...others.map((rateCode) => randomRate(random, rateCode, codes)),
  ]
  const taxes = randomTaxes(random)
  const rooms = codes.map((roomCode) => randomRoom(random, roomCode, rates, kind))
  return { rates, taxes, rooms, today: TODAY }
}

export const randomTaxes = ({ int, pick }: Random): TaxRate[] =>
  ['VAT', 'CITY', 'STAMP'].slice(0, int(0, 3)).map((code) => ({
    code,
    name: `Tax ${code}`,
    percentBp: pick([0, 1, 333, 1_000, 2_000]),
  }))

function randomRoom(random: Random, roomCode: string, rates: Rate[], kind: Kind): Room {
  const { int, chance, pick } = random
  const boards = BOARDS.filter(() => chance(0.7))
  const [maxAdults, maxChildren] = [int(2, 4), int(1, 3)]
  const cents = () => pick([0, 1, 777, 2_500, 6_001])
  const supplements = boards
    .map(
      (boardCode): Supplement => ({
        boardCode,
        // The day's price is for the first board.
        supplementCents: boardCode === boards[0] ? 0 : cents(),
        per: pick(['room', 'guest']),
      }),
    )
    .filter(() => chance(0.8))
  const days = new Map<string, Day>()
  const rateDays = new Map<string, RateDay>()
  // Some room types are dear enough for products that a double cannot hold.
  const price = chance(0.06) ? () => int(AMOUNT_MAX - 9_999, AMOUNT_MAX) : () => int(1, 20_000)
  for (const date of kind.nights) {
    const day = randomDay(random, kind, price)
    if (day) days.set(date, day)
    for (const rate of rates.filter((each) => isSoldWith(each, { roomCode }))) {
      const standard = rateDays.get(`STD ${date}`) ?? {}
      const rateDay = randomRateDay(random, kind, { rate, standard }, price)
      if (Object.keys(rateDay).length > 0) rateDays.set(`${rate.rateCode} ${date}`, rateDay)
    }
  }
  return {
    roomCode,
    maxAdults,
    maxChildren,
    maxOccupancy: int(maxAdults, maxAdults + maxChildren),
    boards,
    supplements,
    days,
    rateDays,
  }
}

function randomDay({ int, chance }: Random, { trouble, roomsMax }: Kind, price: () => number) {
  if (chance(0.01 * trouble)) return undefined
  const priceCents = chance(0.015 * trouble) ? null : price()
  // A day without a price is never open with rooms: a push would be refused.
  const closed = priceCents === null || chance(0.03 * trouble)
  const day: Day = { available: chance(0.04 * trouble) ? 0 : int(1, roomsMax), priceCents, closed }
  return day
}

function randomRateDay(
  random: Random,
  { trouble }: Kind,
  { rate, standard }: { rate: Rate; standard: RateDay },
  price: () => number,
) {
  const { int, chance, pick } = random
  const rateDay: RateDay = {}
  const often = 0.03 * trouble
  // A derived rate lifts restrictions of STD, too, or has others of its own.
  const isDerived = rate.pricing?.type === 'derived'
  const lifts = isDerived && chance(0.5)
  const set = <K extends keyof Restrictions>(name: K, one: NonNullable<Restrictions[K]>) => {
    const isInherited = isDerived && standard[name] !== undefined
    if (chance(isInherited ? 0.5 : often)) rateDay[name] = one
  }
  set('minStay', lifts ? 1 : int(1, 4))
  set('minStayThrough', lifts ? 1 : int(1, 4))
  set('maxStay', lifts ? 0 : int(0, 4))
  set('closedToArrival', !lifts)
  set('closedToDeparture', !lifts)
  // Stays arrive 0 to 33 days after the day on which they are booked.
  const days = pick([1, 2, 8, 25, 30])
  set('minAdvanceDays', lifts ? 0 : 33 - days)
  set('maxAdvanceDays', lifts ? 730 : days)
  if (rate.rateCode === 'STD') return rateDay
  if (rate.pricing?.type === 'own' && !chance(0.02 * trouble)) rateDay.priceCents = price()
  if (chance(often)) rateDay.closed = true
  return rateDay
}

/** STD as every hotel has it. */
const STANDARD: Rate = {
  rateCode: 'STD',
  name: 'Standard',
  boardCode: null,
  roomCodes: [],
  pricing: null,
  guests: null,
  cancellation: { freeUntilDays: 0, penalty: 'none' },
  public: true,
  active: true,
}

function randomStd(random: Random): Rate {
  if (random.chance(0.2)) return STANDARD
  return {
    ...STANDARD,
    name: 'Best',
    guests: random.chance(0.3) ? randomGuests(random) : null,
    cancellation: randomTerms(random),
    public: random.chance(0.85),
  }
}

/** Whether a hotel has nothing that is of rates: then nothing of them is shown. */
export const isPlain = ({ rates, rooms }: Hotel): boolean =>
  Bun.deepEquals(rates, [STANDARD]) &&
  rooms.every(
    ({ rateDays, supplements }) =>
      [...rateDays.values()].every(isNone) &&
      supplements.every(({ per, supplementCents }) => per === 'room' || supplementCents === 0),
  )

/** Whether what is set of a day of STD restricts nothing. */
const isNone = ({ minStay = 1, minStayThrough = 1, maxStay = 0, ...rest }: RateDay) => {
  const { minAdvanceDays = 0, maxAdvanceDays = 730, ...closed } = rest
  const isOfNoDays = minAdvanceDays === 0 && maxAdvanceDays === 730
  return minStay === 1 && minStayThrough === 1 && maxStay === 0 && isOfNoDays && isOpen(closed)
}

const isOpen = (closed: RateDay) => !Object.values(closed).includes(true)

function randomRate(random: Random, rateCode: string, codes: string[]): Rate {
  const { chance, pick, int } = random
  return {
    rateCode,
    name: `Rate ${rateCode}`,
    boardCode: chance(0.3) ? pick(BOARDS) : null,
    roomCodes: chance(0.8) ? codes : [pick(codes)],
    pricing: chance(0.4)
      ? { type: 'own' }
      : {
          type: 'derived',
          ...(chance(0.8) && { percentBp: pick([-10_000, -5_000, -1_500, -1, 1, 777, 100_000]) }),
          ...(chance(0.5) && { amountCents: pick([-AMOUNT_MAX, -int(0, 5_000), 1, 2_500]) }),
          ...(chance(0.5) && { roundTo: pick([1, 2, 50, 100, 333, 10_000]) }),
        },
    guests: chance(0.5) ? randomGuests(random) : null,
    cancellation: randomTerms(random),
    public: chance(0.8),
    active: chance(0.92),
  }
}

export function randomGuests({ int, chance, pick }: Random): Guests {
  const ages = [2, 6, 11, 15, 17].filter(() => chance(0.4))
  return {
    adults: int(1, 3),
    ...(chance(0.7) && { lessPercentBp: pick([0, 1, 1_500, 3_333, 5_000, 10_000]) }),
    ...(chance(0.7) && { moreCents: pick([0, 1, 2_500, 9_999]) }),
    children: ages.map((toAge) => ({
      toAge,
      ...(chance(0.5)
        ? { amountCents: pick([0, 1, 1_200, 4_000]) }
        : { percentBp: pick([0, 1, 2_500, 3_333, 10_000]) }),
    })),
  }
}

/** Returns random cancellation terms; most carry a penalty. */
export function randomTerms({ chance, pick }: Random): Terms {
  const penalty = pick(['none', 'first_night', 'percent', 'all'] as const)
  return {
    freeUntilDays: chance(0.3) ? null : pick([0, 1, 2, 3, 7]),
    penalty,
    ...(penalty === 'percent' && { percentBp: pick([1, 3_333, 5_000, 9_999, 10_000]) }),
  }
}

/** One thing to set of a day of a rate; of a derived one also nothing of its own. */
export function randomSetting({ int, chance, pick }: Random, { pricing }: Rate): RateDay {
  const set: RateDay = pick([
    { minStay: int(1, 3) },
    { minStayThrough: int(1, 3) },
    { maxStay: int(0, 3) },
    { minAdvanceDays: pick([0, 1, 3, 8, 25, 30]) },
    { maxAdvanceDays: pick([0, 2, 6, 23, 28, 730]) },
    { closedToArrival: chance(0.5) },
    { closedToDeparture: chance(0.5) },
  ])
  if (pricing === null) return set
  if (chance(0.2)) return { closed: chance(0.5) }
  if (pricing.type === 'own') return chance(0.5) ? { priceCents: pick([null, int(1, 9_999)]) } : set
  const [name] = Object.keys(set)
  return chance(0.5) ? { [name!]: null } : set
}

/** A random stay: within the nights from `first` on. */
export function randomAsk({ int, chance, pick }: Random, first: string, nights: number): Ask {
  const length = pick([1, 1, 2, 2, 3, 4])
  const checkin = addDay(first, int(0, nights - length))
  const rooms = pick([1, 1, 1, 2, 2, 3])
  const adults = chance(0.5) ? rooms * int(1, 3) : int(rooms, rooms * 3)
  const children = chance(0.5) ? 0 : int(1, rooms + 1)
  const ages = Array.from({ length: children }, () => int(0, 17))
  return {
    checkin,
    checkout: addDay(checkin, length),
    rooms,
    adults,
    children,
    childAges: children > 0 && chance(0.7) ? ages : null,
  }
}
