import { SQL } from 'bun'

/** A push of all cells of a hotel at a price that no other has, and what it was answered. */
export type PushResult = { hotelId: number; priceCents: number; status: number; text: string }

type RushResult = { pushes: readonly PushResult[]; codes: readonly string[]; cells: number }

/** What a refusal is answered. */
const REFUSALS = new Map([
  [429, 'rate_limited'],
  [503, 'unavailable'],
])

/**
 * @returns the price of each hotel's last push that was answered 200
 * @throws Error when a database has not what was answered, or more than that
 */
export async function refuseUntrue(
  address: string,
  { pushes, codes, cells }: RushResult,
): Promise<Map<number, number>> {
  const database = new SQL(address)
  const of = async <Row>(query: string): Promise<Row[]> => await database.unsafe(query)
  const lastPrices = new Map<number, number>()
  try {
    const written = new Map(
      (
        await of<{ price: number; cells: number; seq: number; changes: number }>(
          `select ${whole('price_cents')} as price, ${whole('count(*)')} as cells, ${whole('max(change_seq)')} as seq,
             ${whole('count(distinct change_seq)')} as changes from day_history group by price_cents`,
        )
      ).map((row) => [row.price, row]),
    )
    for (const { priceCents, status, text } of pushes) {
      const { cells: found = 0, changes = 0 } = written.get(priceCents) ?? {}
      if (status === 200) {
        const { applied } = JSON.parse(text)
        expect(
          applied === cells && found === cells && changes === 1,
          `200 with ${found} cells`,
          text,
        )
      } else {
        const { code } = JSON.parse(text)
        expect(code === REFUSALS.get(status), `${status} ${code}`, text)
        expect(found === 0, `${status} with ${found} cells`, text)
      }
    }
    const [logged] = await of<{ n: number }>(`select ${whole('count(*)')} as n from push`)
    const taken = pushes.filter(({ status }) => status === 200)
    expect(logged!.n === taken.length, `${logged!.n} pushes in the log`, `${taken.length} taken`)
    for (const hotelId of new Set(pushes.map((push) => push.hotelId))) {
      const last = taken
        .filter((push) => push.hotelId === hotelId)
        .toSorted((a, b) => written.get(a.priceCents)!.seq - written.get(b.priceCents)!.seq)
        .at(-1)
      const days = await of<{ price: number }>(
        `select distinct ${whole('price_cents')} as price from day where hotel_id = ${hotelId}`,
      )
      const now = days.map(({ price }) => price)
      const isLast = now.length === 1 && now[0] === last?.priceCents
      if (last) lastPrices.set(hotelId, last.priceCents)
      expect(!last || isLast, `hotel ${hotelId} is at ${now}`, `the last was ${last?.priceCents}`)
    }
    const bookings = await of<{ code: string }>('select code from booking')
    const booked = bookings.map(({ code }) => code)
    expect(
      String(booked.sort()) === String(codes.toSorted()),
      `${booked.length} bookings`,
      `${codes.length} were answered`,
    )
    return lastPrices
  } finally {
    await database.close()
  }
}

/** A whole number that is one in JavaScript, too, whichever engine says it. */
const whole = (number: string) => `cast(${number} as integer)`

function expect(isTrue: boolean, found: string, told: string): void {
  if (!isTrue) throw new Error(`an answer was not true: ${found}; ${told.slice(0, 500)}`)
}
