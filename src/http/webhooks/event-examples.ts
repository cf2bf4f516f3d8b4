import type { OversoldNight } from '../../domain/event.ts'

/** An event's id. */
export const id = '0198c0de-2b3c-7d4e-8f5a-6b7c8d9e0f1a'
/** When it happened. */
export const atText = '2026-11-21T09:56:00.000Z'

/** The data of an event of a booking: the five fields of specification §2.4, then the record. */
export const booking = {
  code: 'K7MPQ2XW9R',
  roomCode: 'DBL',
  checkin: '2027-05-20',
  checkout: '2027-05-22',
  totalPriceCents: 25800,
  revision: 1,
  status: 'confirmed',
  hotelSlug: 'sea-view',
  hotelName: 'Sea View',
  roomName: 'Double',
  rateCode: 'STD',
  rateName: 'Standard',
  boardCode: 'BB',
  rooms: 1,
  nights: 2,
  adults: 2,
  children: 0,
  childAges: null,
  guest: {
    firstName: 'Ada',
    lastName: 'Yılmaz',
    email: 'ada@example.com',
    phone: null,
    country: 'TR',
  },
  currency: 'EUR',
  nightly: [
    { date: '2027-05-20', priceCents: 12900 },
    { date: '2027-05-21', priceCents: 12900 },
  ],
  taxes: [{ code: 'VAT', name: 'VAT', percentBp: 1000, amountCents: 2345 }],
  netCents: 23455,
  cancellation: { freeUntilDays: 1, penalty: 'first_night' },
  penaltyCents: null,
  source: { type: 'web' },
  specialRequests: null,
  createdAt: atText,
  updatedAt: atText,
  confirmedAt: atText,
  cancelledAt: null,
  cancelReason: null,
  ackedRevision: null,
  externalId: null,
}

/** A night of four rooms that is sold five times. */
export const oversold: OversoldNight = {
  roomCode: 'DBL',
  date: '2027-05-20',
  totalRooms: 4,
  overbookingRooms: 0,
  sold: 5,
  bookings: ['K7MPQ2XW9R', '3HJ8WPTD6N'],
}
