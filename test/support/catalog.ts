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
