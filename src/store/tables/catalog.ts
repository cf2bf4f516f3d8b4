import { sql } from 'drizzle-orm'
import type { Language } from '../../domain/kernel/language.ts'
import {
  WEB_NIGHTS_DEFAULT,
  WEB_ROOMS_DEFAULT,
  type WebProof,
} from '../../domain/strangers/strangers.ts'
import type { Kit } from './kit.ts'

/** Cities, hotels with their texts, boards and room types: the catalogue that most other tables refer to. */
export function catalogTables(kit: Kit) {
  const city = cityTable(kit)
  const hotel = hotelTable(kit, city)
  const board = boardTable(kit)
  return {
    city,
    hotel,
    agreementText: agreementTextTable(kit, hotel),
    board,
    roomType: roomTypeTable(kit, hotel),
    roomBoard: roomBoardTable(kit, board),
  }
}

/** The table of hotels, for the foreign keys of others. */
export type HotelTable = ReturnType<typeof hotelTable>

/** The table of boards, for the foreign keys of others. */
export type BoardTable = ReturnType<typeof boardTable>

/** The hotel of a row, as a foreign key: for tables so small that its look-up costs nothing. */
export const hotelKey = ({ int }: Kit, hotel: HotelTable) =>
  int('hotel_id')
    .notNull()
    .references(() => hotel.id)

const cityTable = ({ table, serial, text, real }: Kit) =>
  table('city', {
    id: serial('id'),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    country: text('country').notNull(),
    /** The position that a new hotel gets if it states none; null if unset. */
    lat: real('lat'),
    lng: real('lng'),
    /** JSON of the names by language, as in every table with this column; null if there are none. */
    translations: text('translations'),
  })

type CityTable = ReturnType<typeof cityTable>

function hotelTable(kit: Kit, city: CityTable) {
  const { table, serial, int, big, bool, index, uniqueIndex } = kit
  return table(
    'hotel',
    {
      id: serial('id'),
      cityId: int('city_id')
        .notNull()
        .references(() => city.id),
      ...hotelContent(kit),
      /** The hotel has or had rates, restrictions or supplements per guest; no query looks for them while this is false. */
      usesRates: bool('uses_rates').notNull().default(false),
      /** The hotel has or had allotments of agencies; no query looks for them while this is false. */
      usesAllotments: bool('uses_allotments').notNull().default(false),
      /** The number of changes to the hotel, its city and its room types; cached readings are valid while it stays the same. */
      revision: int('revision').notNull().default(0),
      /** The sum and the number of the reviews' ratings, updated with each review. */
      ratingSum: int('rating_sum').notNull().default(0),
      ratingCount: int('rating_count').notNull().default(0),
      createdAtMs: big('created_at_ms').notNull(),
      ...hotelMail(kit),
      /** Members of the hotel must log in with a second factor. */
      secondFactorRequired: bool('second_factor_required').notNull().default(false),
      ...webRules(kit),
      /** Years after the stay in which guests are erased (`service/bookings/guest-years.ts`); null: never. */
      guestDataYears: int('guest_data_years'),
      ...hotelPage(kit),
      /**
       * For a sandbox hotel, the hotel it belongs to; null for all others. A sandbox hotel has a negative id and is never
       * `active` (`domain/catalog/sandbox-hotel.ts`).
       */
      sandboxOf: int('twin_of'),
      /** When a new sandbox hotel replaced this one, or its last key ended; retention then drops it. */
      retiredAtMs: big('retired_at_ms'),
    },
    (t) => [
      index('hotel_city').on(t.cityId),
      uniqueIndex('hotel_twin')
        .on(t.sandboxOf)
        .where(sql`${t.sandboxOf} is not null and ${t.retiredAtMs} is null`),
    ],
  )
}

/** The columns of a hotel's public content. */
const hotelContent = ({ text, int, real, bool }: Kit) => ({
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  currency: text('currency').notNull(),
  timezone: text('timezone').notNull(),
  stars: int('stars').notNull(),
  address: text('address').notNull(),
  lat: real('lat').notNull(),
  lng: real('lng').notNull(),
  checkinTime: text('checkin_time').notNull(),
  checkoutTime: text('checkout_time').notNull(),
  restoreOnCancel: bool('restore_on_cancel').notNull(),
  active: bool('active').notNull(),
  /** JSON list of taxes in their order; null if there are none. */
  taxes: text('taxes'),
  /** Contact data for guests, null if unset. */
  phone: text('phone'),
  email: text('email'),
  website: text('website'),
  /** JSON of the hotel's texts by language and name; null if there are none. */
  translations: text('translations'),
})

/** The columns of a hotel's own page (`domain/catalog/hotel-page.ts`); JSON of what is a list or has members. */
const hotelPage = ({ text, bool }: Kit) => ({
  amenities: text('amenities'),
  houseRules: text('house_rules'),
  distances: text('distances'),
  licenceNumber: text('licence_number'),
  logoId: text('logo_id'),
  colour: text('colour'),
  /** The texts that stand, by hash; the texts themselves are in `agreement_text`. */
  agreements: text('agreements'),
  isListed: bool('is_listed').notNull().default(true),
  widgetOrigins: text('widget_origins'),
})

/** The columns that govern mail to guests and to the hotel. */
const hotelMail = ({ text, bool }: Kit) => ({
  /** Guests get mail about their bookings. */
  mailGuests: bool('mail_guests').notNull().default(false),
  /** The language of mail to guests whose booking names none. */
  mailLanguage: text('mail_language').$type<Language>().notNull().default(sql`'en'`),
  /** The address for mail to the hotel's own staff; null if they get none. */
  mailAddress: text('mail_address'),
})

/** The columns that bound bookings on the web (`domain/strangers/strangers.ts`). */
const webRules = ({ text, int, big }: Kit) => ({
  /** The most rooms and nights of one booking on the web. */
  webMaxRooms: int('web_max_rooms').notNull().default(WEB_ROOMS_DEFAULT),
  webMaxNights: int('web_max_nights').notNull().default(WEB_NIGHTS_DEFAULT),
  /** The bookings that wait until the guest opens a mailed link. */
  webProof: text('web_proof').$type<WebProof>().notNull().default(sql`'share'`),
  /** The end of the time for which an owner lifted the brake on strangers' bookings; null if the brake holds. */
  webBrakeLiftedUntilMs: big('web_brake_lifted_until_ms'),
})

/** Texts that guests agree to. One that no longer stands is kept: guests have agreed to it. */
function agreementTextTable(kit: Kit, hotel: HotelTable) {
  const { table, text, pk } = kit
  return table(
    'agreement_text',
    {
      hotelId: hotelKey(kit, hotel),
      sha256: text('sha256').notNull(),
      text: text('text').notNull(),
    },
    (t) => [pk({ columns: [t.hotelId, t.sha256] })],
  )
}

const boardTable = ({ table, text, int }: Kit) =>
  table('board', {
    code: text('code').primaryKey(),
    name: text('name').notNull(),
    position: int('position').notNull(),
    translations: text('translations'),
  })

function roomTypeTable(kit: Kit, hotel: HotelTable) {
  const { table, text, int, big, bool, pk } = kit
  return table(
    'room_type',
    {
      hotelId: hotelKey(kit, hotel),
      roomCode: text('room_code').notNull(),
      name: text('name').notNull(),
      description: text('description').notNull(),
      totalRooms: int('total_rooms'),
      /** Rooms that may be sold beyond `totalRooms` (contract-counts, the cap). */
      overbookingRooms: int('overbooking_rooms').notNull().default(0),
      maxAdults: int('max_adults').notNull(),
      maxChildren: int('max_children').notNull(),
      maxOccupancy: int('max_occupancy').notNull(),
      basePriceCents: big('base_price_cents'),
      active: bool('active').notNull(),
      /** JSON list of beds; null if there are none. */
      beds: text('beds'),
      sizeM2: int('size_m2'),
      /** JSON list of amenity codes; null if there are none. */
      amenities: text('amenities'),
      /** The place among the hotel's room types; null sorts last. */
      position: int('position'),
      /** JSON of the room type's texts by language and name; null if there are none. */
      translations: text('translations'),
    },
    (t) => [pk({ columns: [t.hotelId, t.roomCode] })],
  )
}

/** Boards that a room type is sold with. The day's price is the price with the board at position 0 (contract §2). */
const roomBoardTable = ({ table, text, int, big, bool, pk, index }: Kit, board: BoardTable) =>
  table(
    'room_board',
    {
      hotelId: int('hotel_id').notNull(),
      roomCode: text('room_code').notNull(),
      position: int('position').notNull(),
      boardCode: text('board_code')
        .notNull()
        .references(() => board.code),
      supplementCents: big('supplement_cents').notNull(),
      /** The supplement is charged per guest instead of per room. */
      perGuest: bool('per_guest').notNull().default(false),
    },
    (t) => [
      pk({ columns: [t.hotelId, t.roomCode, t.position] }),
      index('room_board_board').on(t.boardCode),
    ],
  )
