import { NO_HOUSE_RULES } from '../../src/domain/catalog/hotel-page.ts'
import type { insertHotel } from '../../src/store/catalog/catalog.ts'

type HotelRow = Parameters<typeof insertHotel>[1]

/** A stored hotel on sale with everything a test does not care about. */
export const hotelRow = (
  given: Pick<HotelRow, 'cityId' | 'slug'> & Partial<HotelRow>,
): HotelRow => ({
  name: `Hotel ${given.slug}`,
  currency: 'EUR',
  timezone: 'Europe/Istanbul',
  stars: 4,
  address: '1 Main St',
  lat: 41,
  lng: 29,
  checkinTime: '14:00',
  checkoutTime: '12:00',
  restoreOnCancel: true,
  active: true,
  // What guests may book at once bounds those tests alone that say so.
  ...{ webMaxRooms: 50, webMaxNights: 90 },
  createdAtMs: 0,
  // The most there is: only tests about it are of a smaller size.
  ...{ webMaxRooms: 50, webMaxNights: 90 },
  ...given,
})

/** A thing without a name in either language. */
export const NO_NAMES = { translations: { en: { name: null }, tr: { name: null } } }

/** The default name of `STD`. */
export const STANDARD_NAMES = { translations: { en: { name: null }, tr: { name: 'Standart' } } }

/** A hotel as an admin asks for it, with letters that a slug has to spell out. */
export const HOTEL = {
  name: 'Çırağan & Söhne',
  city: 'alfa-city',
  currency: 'TRY',
  timezone: 'Europe/Istanbul',
  stars: 5,
  address: 'Çırağan Cd. 32',
  lat: 41.04,
  lng: 29.01,
}

/** What guests are told of a hotel that says nothing. */
export const NO_HOTEL_CONTENT = {
  ...{ phone: null, email: null, website: null },
  translations: {
    en: { description: null, policies: null },
    tr: { description: null, policies: null },
  },
}

/** The page of a hotel that says nothing. */
export const NO_PAGE_CONTENT = {
  amenities: [],
  houseRules: NO_HOUSE_RULES,
  ...{ distances: [], licenceNumber: null, logo: null, colour: null, agreements: [] },
}

/** What a hotel that says nothing lets strangers book. */
export const USUAL_WEB_RULES = {
  ...{ webMaxRooms: 5, webMaxNights: 30 },
  ...{ webProof: 'share', webBrakeLiftedUntil: null },
}

/** What guests are told of a room type that says nothing. */
export const NO_ROOM_CONTENT = {
  ...{ beds: [], sizeM2: null, amenities: [] },
  translations: { en: { name: null, description: null }, tr: { name: null, description: null } },
}
