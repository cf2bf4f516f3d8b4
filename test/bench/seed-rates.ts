import { sql } from 'drizzle-orm'
import type { Rate } from '../../src/domain/rates/rate.ts'
import type { Store } from '../../src/store/open.ts'
import { upsertRate } from '../../src/store/rates/rates.ts'
import { rate } from '../support/rate-days.ts'
import { sqliteDb } from '../support/sql.ts'
import { ROOM_CODES } from './seed-fill.ts'

/** Three rates beside `STD`: one off its price, two of prices of their own, of which one includes a board and one goes by the party. */
const GIVEN: (Partial<Rate> & { rateCode: string })[] = [
  { rateCode: 'NONREF', pricing: { type: 'derived', percentBp: -1_000 } },
  { rateCode: 'HALF', boardCode: 'BB' },
  {
    rateCode: 'PARTY',
    guests: {
      adults: 3,
      lessPercentBp: 1_000,
      moreCents: 2_000,
      children: [{ toAge: 11, percentBp: 5_000 }],
    },
  },
]
const RATES = GIVEN.map((given) => rate({ ...given, roomCodes: [...ROOM_CODES] }))

/**
 * Makes every hotel one that uses rates: `STD` has restrictions on one day in eleven. With `more` there are three rates
 * beside it, four in all, of which the own-priced ones have a row for every day.
 */
export async function fillRates(store: Store, { more }: { more: boolean }): Promise<void> {
  const { hotel, day, rateDay } = store.t
  await store.tx(async (tx) => {
    const { db } = tx
    const hotels = await db.update(hotel).set({ usesRates: true }).returning({ id: hotel.id })
    sqliteDb(db).run(sql`
      insert into ${rateDay} (hotel_id, room_code, rate_code, date, closed, min_stay, closed_to_departure)
      select hotel_id, room_code, 'STD', date, 0, 2 + price_cents % 2, price_cents % 5 = 0
      from ${day} where price_cents % 11 = 0`)
    if (!more) return
    for (const { id } of hotels) for (const each of RATES) await upsertRate(tx, id, each)
    for (const [index, rateCode] of ['HALF', 'PARTY'].entries())
      sqliteDb(db).run(sql`
        insert into ${rateDay} (hotel_id, room_code, rate_code, date, closed, price_cents, min_stay)
        select hotel_id, room_code, ${rateCode}, date, price_cents % 29 = ${index}, price_cents + 700,
          iif(price_cents % 7 = ${index}, 2, null)
        from ${day} order by 1, 2, 4`)
  })
}

/** Rates beside `STD` of a hotel with very many: every other one has prices of its own. */
const MANY = Array.from({ length: 49 }, (_, at) =>
  rate({
    rateCode: `Q${String(at).padStart(2, '0')}`,
    roomCodes: [...ROOM_CODES],
    pricing: at % 2 === 0 ? { type: 'own' } : { type: 'derived', percentBp: -10 * at },
  }),
)
/** One hotel in so many has those; the others have four. */
const MANY_EVERY = 8

/** Gives hotels 4 or 50 rates, all with restrictions and those of their own prices with a price on every day. */
export async function fillManyRates(store: Store, hotelIds: readonly number[]): Promise<void> {
  const { hotel, day, rateDay } = store.t
  for (const [index, id] of hotelIds.entries())
    await store.tx(async (tx) => {
      const db = sqliteDb(tx.db)
      db.run(sql`update ${hotel} set uses_rates = true where id = ${id}`)
      const rates = index % MANY_EVERY === 0 ? MANY : RATES
      for (const each of rates) await upsertRate(tx, id, each)
      const own = rates.filter(({ pricing }) => pricing?.type === 'own')
      for (const code of ['STD', ...own.map(({ rateCode }) => rateCode)])
        db.run(sql`
          insert into ${rateDay} (hotel_id, room_code, rate_code, date, closed, price_cents, min_stay)
          select hotel_id, room_code, ${code}, date, 0, iif(${code} = 'STD', null, price_cents + 700),
            2 + price_cents % 2
          from ${day} where hotel_id = ${id}`)
    })
}
