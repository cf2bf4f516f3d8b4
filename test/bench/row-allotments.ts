import { sql } from 'drizzle-orm'
import { NO_TERMS } from '../../src/domain/agencies/terms.ts'
import { insertAgency } from '../../src/store/agencies/agencies.ts'
import { upsertTerms } from '../../src/store/agencies/terms.ts'
import type { Store } from '../../src/store/open.ts'
import { sqliteDb } from '../support/sql.ts'
import { measureReads, withHouse } from './house-servers.ts'
import { AROUND, searches, times } from './row-search.ts'
import type { Plan } from './rows.ts'
import { inFolder } from './seed.ts'
import { startOurs } from './servers.ts'
import type { Line } from './stats.ts'

/** One hotel in so many has allotments of each agency, on all its nights. */
const HOTELS_EACH = 10
const AGENCIES = 2
const RATIO_MAX = 1.1

/** Searches of a city where a tenth of the hotels have allotments, beside the same hotels without any. */
export const searchAllotments = (plan: Plan): Promise<Line[]> =>
  withHouse(
    AROUND,
    async ({ servers, about }) => {
      const [plain, drawn] = await measureReads(servers, plan, searches(about))
      return [
        {
          what: 'search, a tenth with allotments',
          ...{ unit: 'ms', against: 'no allotments', ours: times(drawn!), theirs: times(plain!) },
          target: { bound: '≤', ratio: RATIO_MAX },
        },
      ]
    },
    [
      startOurs,
      async (folder: string) => {
        await inFolder(folder, ({ store }) => fillAllotments(store))
        return await startOurs(folder)
      },
    ],
  )

/** Sets a room of every night aside for each agency, at every tenth hotel. */
async function fillAllotments(store: Store): Promise<void> {
  const { hotel, day, allotment } = store.t
  const createdAtMs = Date.now()
  await store.tx(async (tx) => {
    const { db } = tx
    const isChosen = sql`${hotel.id} % ${HOTELS_EACH} = 0`
    const hotels = await db
      .update(hotel)
      .set({ usesAllotments: true })
      .where(isChosen)
      .returning({ id: hotel.id })
    for (let number = 1; number <= AGENCIES; number++) {
      const agencyId = await insertAgency(tx, {
        ...{ code: `AGENCY-${number}`, name: `Agency ${number}`, email: 'a@example.com' },
        ...{ commissionBasisPoints: 1_000, optionDays: 0, active: true, createdAtMs },
        ...{ licenceNumber: null, address: null, phone: null, logoId: null },
        secondFactorRequired: false,
      })
      for (const { id } of hotels)
        await upsertTerms(tx, id, agencyId, { ...NO_TERMS, active: true })
      sqliteDb(db).run(sql`
        insert into ${allotment} (hotel_id, room_code, date, agency_id, rooms, release_days)
        select hotel_id, room_code, date, ${agencyId}, 1, 0
        from ${day} where hotel_id % ${HOTELS_EACH} = 0 order by 1, 2, 3`)
    }
  })
}
