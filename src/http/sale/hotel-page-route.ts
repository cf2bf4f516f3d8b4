import { Type } from 'typebox'
import { STANDARD, STD } from '../../domain/rates/rate.ts'
import { hotelContentExample, namesExample, roomContentExample } from '../api/content-shape.ts'
import type { Context } from '../api/context.ts'
import { exampleDay } from '../api/example-day.ts'
import { routes } from '../api/route.ts'
import { pageContentExample } from '../catalog/hotel-page-shape.ts'
import { boardExample, hotelExample as hotelOfMapping } from '../catalog/hotel-shape.ts'
import { visitorDoor } from '../doors/session-door.ts'
import { offeredExtraExample } from '../extras/extra-shape.ts'
import { publicPhotoExample } from '../photos/photo-shape.ts'
import type { Search } from './hotel-search.ts'
import { createKeptPages } from './kept-pages.ts'
import { hotelExample, nonRefundableCents, params, totalPriceCents } from './search-examples.ts'
import { HotelPageSchema } from './search-shape.ts'
import { stayQuery } from './stay-query.ts'

const nightly = (totalCents: number) =>
  [40, 41].map((days) => ({ date: exampleDay(days), priceCents: totalCents / 2 }))

const price = (totalCents: number) => {
  const amountCents = totalCents / 11
  return {
    totalPriceCents: totalCents,
    nightly: nightly(totalCents),
    taxes: [{ code: 'VAT', name: 'VAT', percentBp: 1_000, amountCents }],
    netCents: totalCents - amountCents,
  }
}
const rateNames = {
  std: { rateCode: STD, name: STANDARD.name, translations: STANDARD.translations },
  saver: { rateCode: 'NONREF', name: 'Non-refundable', ...namesExample('İptal edilemez') },
  half: { rateCode: 'HALF', name: 'Half board', ...namesExample('Yarım pansiyon') },
}
const bookable = { reason: null, reasons: [] }
const tooShort = {
  code: 'min_stay' as const,
  message: 'A stay that arrives on this day must be longer.',
  dates: [exampleDay(40)],
}
const roomExample = {
  roomCode: 'DBL',
  name: 'Double room',
  description: 'One double bed, 22 m².',
  maxAdults: 2,
  maxChildren: 1,
  maxOccupancy: 3,
  boards: ['BB'],
  ...roomContentExample,
  quote: {
    totalPriceCents,
    nightly: nightly(totalPriceCents),
    boardCode: 'BB',
    available: 3,
    boards: [{ boardCode: 'BB', totalPriceCents }],
  },
  reason: null,
  rates: [
    {
      ...rateNames.std,
      ...{ boardCode: 'BB', ...price(totalPriceCents) },
      ...{ cancellation: STANDARD.cancellation, ...bookable },
    },
    {
      ...rateNames.saver,
      ...{ boardCode: 'BB', ...price(nonRefundableCents) },
      ...{ cancellation: { freeUntilDays: null, penalty: 'all' as const }, ...bookable },
    },
    {
      ...rateNames.half,
      ...{ boardCode: 'HB', totalPriceCents: null, nightly: null, taxes: null, netCents: null },
      cancellation: { freeUntilDays: 3, penalty: 'first_night' as const },
      ...{ reason: tooShort, reasons: [tooShort] },
    },
  ],
  photos: [],
}

const override = Type.Optional(
  Type.Boolean({
    description: "For the hotel's staff: quotes past restrictions and occupancy rules.",
  }),
)

/** Adds the public page of a hotel; its staff and admins see more rates (contract §5, contract-rates). */
export function hotelPageRoute(context: Context, search: Search) {
  const { app, route } = routes('/v1', visitorDoor(context), 'Search')
  const hotelPage = createKeptPages(context, search)
  route('GET', '/hotels/:slug', {
    id: 'getHotelPage',
    summary: 'One hotel with its room types',
    description:
      'With dates, every room type on sale has its `quote` at the standard rate, or the `reason` why it is not bookable. `quote.boards` has the total per board. `rates` has a quote for each rate, with taxes, cancellation terms and all `reasons` against it; book it by its `rateCode`. Non-public rates are shown only to the hotel’s signed-in staff and admins, and to agencies by their terms, with the commission. `taxes`, `boards` and `rateNames` have the names by code in both languages.',
    params,
    query: { ...stayQuery, override },
    says: 'The hotel.',
    answer: HotelPageSchema,
    example: {
      ...hotelExample,
      timezone: 'Europe/Istanbul',
      checkinTime: '14:00',
      checkoutTime: '12:00',
      photos: [publicPhotoExample],
      ...hotelContentExample,
      ...{ ...pageContentExample, readableColour: pageContentExample.colour },
      ...{ taxes: hotelOfMapping.taxes, boards: [boardExample] },
      rateNames: Object.values(rateNames),
      extras: [offeredExtraExample],
      rooms: [roomExample],
    },
    errors: ['forbidden'],
    handle: async ({ params: { slug }, query, user, request, set }) =>
      await hotelPage({ slug, query, user }, { request, set }),
  })
  return app
}
