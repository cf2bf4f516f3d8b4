import { sql } from 'drizzle-orm'
import { type HotelTable, hotelKey } from './catalog.ts'
import type { Kit } from './kit.ts'

/** Reviews by guests with the hotel's reply, one per booking. */
export const reviewTables = (kit: Kit, { hotel }: { hotel: HotelTable }) => ({
  review: reviewTable(kit, hotel),
})

function reviewTable(kit: Kit, hotel: HotelTable) {
  const { table, text, int, big, pk, check } = kit
  return table(
    'review',
    {
      hotelId: hotelKey(kit, hotel),
      id: text('id').notNull(),
      bookingCode: text('booking_code').notNull().unique(),
      author: text('author').notNull(),
      rating: int('rating').notNull(),
      text: text('text').notNull(),
      createdAtMs: big('created_at_ms').notNull(),
      reply: text('reply'),
      repliedAtMs: big('replied_at_ms'),
    },
    (t) => [
      pk({ columns: [t.hotelId, t.id] }),
      check('review_rating', sql`${t.rating} between 1 and 5`),
    ],
  )
}
