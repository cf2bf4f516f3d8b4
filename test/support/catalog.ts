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

/** The same of a room type. */
export const NO_ROOM_CONTENT = {
  ...{ beds: [], sizeM2: null, amenities: [] },
  translations: { en: { name: null, description: null }, tr: { name: null, description: null } },
}
