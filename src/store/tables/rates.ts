import { sql } from 'drizzle-orm'
import { type BoardTable, type HotelTable, hotelKey } from './catalog.ts'
import type { Kit } from './kit.ts'

/** Rates, their prices and restrictions by day, and the history of those days (contract-rates). */
export const rateTables = (kit: Kit, refs: { hotel: HotelTable; board: BoardTable }) => ({
  rate: rateTable(kit, refs),
  rateDay: rateDayTable(kit),
  rateDayHistory: rateDayHistoryTable(kit),
})

/** Rates of hotels. The standard rate `STD` has a row only after its first change. */
function rateTable(kit: Kit, { hotel, board }: { hotel: HotelTable; board: BoardTable }) {
  const { table, text, bool, pk, index } = kit
  return table(
    'rate',
    {
      hotelId: hotelKey(kit, hotel),
      rateCode: text('rate_code').notNull(),
      name: text('name').notNull(),
      translations: text('translations'),
      /** The board that the price includes; null if the guest chooses one of the room type's. */
      boardCode: text('board_code').references(() => board.code),
      /** JSON list of the room types that are sold at the rate; null for all. */
      roomCodes: text('room_codes'),
      /** JSON of the source of its prices; null for `STD`, whose prices are in the table `day`. */
      pricing: text('pricing'),
      /** JSON of what other parties than the rate's own pay more or less; null if all pay the same. */
      guests: text('guests'),
      /** JSON of the cancellation terms. */
      cancellation: text('cancellation').notNull(),
      public: bool('public').notNull(),
      active: bool('active').notNull(),
    },
    (t) => [
      pk({ columns: [t.hotelId, t.rateCode] }),
      index('rate_board').on(t.boardCode).where(sql`${t.boardCode} is not null`),
    ],
  )
}

/** The price and the restrictions of one day of a rate. Null means that the day inherits the value, or has no limit. */
const rateDayColumns = ({ int, big, bool }: Kit) => ({
  priceCents: big('price_cents'),
  closed: bool('closed').notNull(),
  minStay: int('min_stay'),
  minStayThrough: int('min_stay_through'),
  maxStay: int('max_stay'),
  minAdvanceDays: int('min_advance_days'),
  maxAdvanceDays: int('max_advance_days'),
  closedToArrival: bool('closed_to_arrival'),
  closedToDeparture: bool('closed_to_departure'),
})

/** Days of rates. Those of `STD` hold restrictions only: its price and closed flag are in the table `day`. */
function rateDayTable(kit: Kit) {
  const { table, text, int, big, date, pk, check } = kit
  return table(
    'rate_day',
    {
      hotelId: int('hotel_id').notNull(),
      roomCode: text('room_code').notNull(),
      rateCode: text('rate_code').notNull(),
      date: date('date').notNull(),
      ...rateDayColumns(kit),
      /** The newest change of the day, where its history begins. */
      lastSeq: big('last_seq'),
    },
    (t) => [
      pk({ columns: [t.hotelId, t.roomCode, t.rateCode, t.date] }),
      check('rate_day_price', sql`${t.priceCents} > 0`),
    ],
  )
}

/** Changes to single days of rates, each with the state before and after. */
function rateDayHistoryTable(kit: Kit) {
  const { table, text, int, big, date, pk } = kit
  return table(
    'rate_day_history',
    {
      hotelId: int('hotel_id').notNull(),
      roomCode: text('room_code').notNull(),
      rateCode: text('rate_code').notNull(),
      date: date('date').notNull(),
      changeSeq: big('change_seq').notNull(),
      /** JSON of the day before the change; null if the day had no row. */
      before: text('before'),
      ...rateDayColumns(kit),
      /** The previous change of the same day, as in `day_history`. */
      prevSeq: big('prev_seq'),
    },
    (t) => [pk({ columns: [t.changeSeq, t.roomCode, t.rateCode, t.date] })],
  )
}
