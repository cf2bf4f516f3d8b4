import { namesExample } from '../api/content-shape.ts'

/** City and hotel of the examples; both exist in every demo. */
export const cityExample = {
  ...{ slug: 'istanbul', name: 'Istanbul', country: 'TR' },
  ...namesExample('İstanbul'),
}
export const hotelExample = {
  slug: 'alfa-grand-bosphorus',
  name: 'Alfa Grand Bosphorus',
  city: cityExample,
  stars: 5,
  rating: 4.6,
  reviewCount: 38,
  currency: 'TRY',
  lat: 40.9917,
  lng: 28.9529,
  address: 'Meclis-i Mebusan Cd. 34',
  ...{ webMaxRooms: 5, webMaxNights: 30 },
}
/** Total of two nights in that hotel, and a tenth less. */
export const totalPriceCents = 1_760_000
export const nonRefundableCents = 1_584_000
export const params = { slug: { description: 'Slug of the hotel.', example: hotelExample.slug } }
