/**
 * Contract-rates in the plainest words, once more and slowly: what a hotel sells, and what one room of it costs a party
 * for a night. Shares nothing with `src`; money is reckoned in bigint, so that no product of it is ever rounded.
 */

/** Terms of cancellation. */
export type Terms = {
  freeUntilDays: number | null
  penalty: 'none' | 'first_night' | 'percent' | 'all'
  percentBp?: number
}

/** What a child pays up to an age: an amount, or a part of the rate's price. */
type Band = { toAge: number; amountCents?: number; percentBp?: number }

export type Guests = {
  adults: number
  lessPercentBp?: number
  moreCents?: number
  children: Band[]
}

export type Rate = {
  rateCode: string
  name: string
  boardCode: string | null
  /** Unused for STD, which is sold with every room type. */
  roomCodes: string[]
  pricing:
    | { type: 'own' }
    | { type: 'derived'; percentBp?: number; amountCents?: number; roundTo?: number }
    | null
  guests: Guests | null
  cancellation: Terms
  public: boolean
  active: boolean
}

/** Stored restrictions of a rate on a day; an absent one means none, or that of STD for a derived rate. */
export type Restrictions = {
  minStay?: number | null
  minStayThrough?: number | null
  maxStay?: number | null
  minAdvanceDays?: number | null
  maxAdvanceDays?: number | null
  closedToArrival?: boolean | null
  closedToDeparture?: boolean | null
}

/** A rate on a day; of STD neither price nor closed flag: those are the day's. */
export type RateDay = Restrictions & { priceCents?: number | null; closed?: boolean }

export type Day = { available: number; priceCents: number | null; closed: boolean }

export type Supplement = { boardCode: string; supplementCents: number; per: 'room' | 'guest' }

export type Room = {
  roomCode: string
  maxAdults: number
  maxChildren: number
  maxOccupancy: number
  boards: string[]
  supplements: Supplement[]
  days: Map<string, Day>
  /** By rate code and date, as `STD 2027-04-01`. */
  rateDays: Map<string, RateDay>
}

export type TaxRate = { code: string; name: string; percentBp: number }

export type Hotel = {
  rooms: Room[]
  rates: Rate[]
  taxes: TaxRate[]
  /** The date in its time zone on which stays are quoted and booked. */
  today: string
}

/** What a party asks for. */
export type Ask = {
  checkin: string
  checkout: string
  rooms: number
  adults: number
  children: number
  childAges: number[] | null
  /** The house asks for no restriction and no rule of the party. */
  override?: true
}

/** The people of one room; null stands for a child of unknown age. */
export type RoomParty = { adults: number; ages: (number | null)[] }

export const addDay = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

/** The days from one date to another. */
export const daysFrom = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000

/** Nights slept, ascending. */
export function nightsOf({ checkin, checkout }: Pick<Ask, 'checkin' | 'checkout'>): string[] {
  const nights: string[] = []
  for (let date = checkin; date < checkout; date = addDay(date, 1)) nights.push(date)
  return nights
}

/** A fraction as a whole number, halves up: −2.5 is −2. */
export function halfUp(numerator: bigint, denominator: bigint): bigint {
  const [up, down] = [2n * numerator + denominator, 2n * denominator]
  const quotient = up / down
  return up % down < 0n ? quotient - 1n : quotient
}

/** The largest of some amounts. */
export const largest = (amounts: readonly bigint[]): bigint =>
  amounts.toSorted((a, b) => (a < b ? -1 : 1)).at(-1)!

const partOf = (cents: bigint, bp: number) => halfUp(cents * BigInt(bp), 10_000n)

/** What a rate costs on a night for the adults it is for; null: no price. */
export function priceOf(room: Room, rate: Rate, date: string): bigint | null {
  // A price of 0 is none (a room is never sold for nothing).
  const day = room.days.get(date)?.priceCents || null
  if (rate.pricing === null) return day === null ? null : BigInt(day)
  if (rate.pricing.type === 'own') {
    const own = room.rateDays.get(`${rate.rateCode} ${date}`)?.priceCents ?? null
    return own === null ? null : BigInt(own)
  }
  if (day === null) return null
  const { percentBp = 0, amountCents = 0, roundTo = 1 } = rate.pricing
  // Neither factor is below 0, so that what is cut off is a floor.
  const exact = (BigInt(day) * BigInt(10_000 + percentBp) + 5_000n) / 10_000n + BigInt(amountCents)
  const price = halfUp(exact, BigInt(roundTo)) * BigInt(roundTo)
  return price < 1n ? null : price
}

/** Deals a party to its rooms: adults, then children the oldest first, each to the next room. */
export function deal({ rooms, adults, children, childAges }: Omit<Ask, 'checkin' | 'checkout'>) {
  const parties: RoomParty[] = Array.from({ length: rooms }, () => ({ adults: 0, ages: [] }))
  const ages: (number | null)[] = childAges
    ? childAges.toSorted((a, b) => b - a)
    : Array.from({ length: children }, () => null)
  for (let person = 0; person < adults; person++) parties[person % rooms]!.adults++
  for (const [index, age] of ages.entries()) parties[(adults + index) % rooms]!.ages.push(age)
  return parties
}

/** What a room's party pays on a night before the board, of a price for the rate's own number of adults. */
export function partyPrice(price: bigint, guests: Guests | null, party: RoomParty): bigint {
  if (guests === null) return price
  const bands = guests.children
  const cost = ({ amountCents, percentBp }: Band) =>
    percentBp === undefined ? BigInt(amountCents!) : partOf(price, percentBp)
  const more = BigInt(guests.moreCents ?? 0)
  let adults = party.adults
  let sum = 0n
  for (const age of party.ages) {
    if (bands.length === 0) continue
    if (age === null) {
      sum += largest([...bands.map(cost), more])
      continue
    }
    const band = bands.find(({ toAge }) => age <= toAge)
    if (band) sum += cost(band)
    else adults++
  }
  const fewer = guests.adults - adults
  const ofAdults =
    fewer > 0
      ? partOf(price, 10_000 - fewer * (guests.lessPercentBp ?? 0))
      : price + BigInt(-fewer) * more
  // A reduction for adults is not offset by children.
  return ofAdults < 1n ? 0n : ofAdults + sum
}

/** What a board adds to a room for a night. */
export function supplementOf(room: Room, rate: Rate, board: string | null, party: RoomParty) {
  if (rate.boardCode !== null) return 0n
  const found = room.supplements.find(({ boardCode }) => boardCode === board)
  if (!found) return 0n
  const persons = found.per === 'guest' ? party.adults + party.ages.length : 1
  return BigInt(found.supplementCents) * BigInt(persons)
}

/** A restriction of a rate on a day as it counts: a derived rate's own, else that of STD; undefined: none. */
export function restrictionOf<K extends keyof Restrictions>(
  room: Room,
  rate: Rate,
  date: string,
  name: K,
): NonNullable<Restrictions[K]> | undefined {
  const own = room.rateDays.get(`${rate.rateCode} ${date}`)?.[name] ?? undefined
  if (own !== undefined || rate.pricing?.type !== 'derived') return own
  return room.rateDays.get(`STD ${date}`)?.[name] ?? undefined
}

export type TaxPart = TaxRate & { amountCents: number }

/** Parts of a total that are taxes, and the rest: largest remainder, ties to the taxes in their order, then to net. */
export function taxParts(totalCents: number, taxes: readonly TaxRate[]) {
  const total = BigInt(totalCents)
  const whole = 10_000n + taxes.reduce((sum, { percentBp }) => sum + BigInt(percentBp), 0n)
  // The net part stands last, so that a stable order leaves ties to the taxes.
  const parts = [...taxes.map(({ percentBp }) => percentBp), 10_000].map((bp) => ({
    cents: (total * BigInt(bp)) / whole,
    left: (total * BigInt(bp)) % whole,
  }))
  let missing = total - parts.reduce((sum, { cents }) => sum + cents, 0n)
  for (const part of parts.toSorted((a, b) => (a.left < b.left ? 1 : a.left > b.left ? -1 : 0))) {
    if (missing === 0n) break
    part.cents++
    missing--
  }
  const amounts = parts.map(({ cents }) => Number(cents))
  const taxed = taxes.map((tax, index): TaxPart => ({ ...tax, amountCents: amounts[index]! }))
  return { taxes: taxed, netCents: amounts.at(-1)! }
}
