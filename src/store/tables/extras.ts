import { type HotelTable, hotelKey } from './catalog.ts'
import type { Kit } from './kit.ts'

/** Extras that hotels sell with their rooms; a row is never deleted, so that its code is never used for another. */
export function extraTables(kit: Kit, { hotel }: { hotel: HotelTable }) {
  const { table, text, int, big, bool, pk } = kit
  return {
    extra: table(
      'extra',
      {
        hotelId: hotelKey(kit, hotel),
        code: text('code').notNull(),
        name: text('name').notNull(),
        translations: text('translations'),
        /** What the price of one piece is for: stay, night, guest or guest_night. */
        per: text('per').notNull(),
        priceCents: big('price_cents').notNull(),
        /** Most pieces in one booking. */
        max: int('max').notNull(),
        /** JSON list of the taxes inside its price; null for all. */
        taxCodes: text('tax_codes'),
        active: bool('active').notNull(),
      },
      (t) => [pk({ columns: [t.hotelId, t.code] })],
    ),
  }
}
