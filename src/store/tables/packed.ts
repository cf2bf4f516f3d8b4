import type { Kit } from './kit.ts'

/**
 * Days packed for search. All of it is derived: a hotel without rows is read from its days. A migration that changes
 * stored days without a change in the feed must delete the rows of `packed_hotel`.
 */
export const packedTables = ({ table, text, int, big, bytes, pk }: Kit) => ({
  /** Up to which change of its feed the blocks of a hotel are true. */
  packedHotel: table('packed_hotel', {
    hotelId: int('hotel_id').primaryKey(),
    /** The order of the blocks' cells (`layoutOf`). */
    layout: text('layout').notNull(),
    throughSeq: big('through_seq').notNull(),
  }),
  /** Blocks of 8 days of all room types and rates, as `domain/sale/packed-block.ts` writes them. */
  packedDays: table(
    'packed_days',
    {
      hotelId: int('hotel_id').notNull(),
      block: int('block').notNull(),
      bytes: bytes('bytes').notNull(),
    },
    (t) => [pk({ columns: [t.hotelId, t.block] })],
  ),
})
