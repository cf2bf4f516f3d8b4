import { type Static, Type } from 'typebox'
import { isAtHome } from '../../domain/accounts/user.ts'
import { HOTEL_AMENITIES, HOTEL_AMENITY_CODES } from '../../domain/catalog/hotel-amenities.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { listAgreementTexts } from '../../store/catalog/agreements.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { namedObject, pageOf } from '../api/schema.ts'
import { visitorDoor } from '../doors/session-door.ts'
import { AgreementSchema, AmenityCode, pageContentExample } from './hotel-page-shape.ts'

const text = Type.String()

const AmenityEntrySchema = namedObject('HotelAmenityEntry', {
  code: AmenityCode,
  name: Type.Object({ en: text, tr: text }),
  icon: Type.String({ description: 'Its name among the icons of lucide.dev.' }),
  schemaOrgName: Type.String({ description: '`name` of a `LocationFeatureSpecification`.' }),
})

const AgreementTextSchema = namedObject('AgreementText', { ...AgreementSchema.properties, text })

const AMENITIES: Static<typeof AmenityEntrySchema>[] = HOTEL_AMENITY_CODES.map((code) => ({
  code,
  ...HOTEL_AMENITIES[code],
}))

/** Adds the public routes of what pages of hotels are made of: amenities, and the texts that guests agree to. */
export function hotelAgreementRoutes(context: Context) {
  const { app, route } = routes('/v1', visitorDoor(context), 'Search')

  route('GET', '/amenities', {
    id: 'listAmenities',
    summary: 'Amenities of hotels',
    description: 'Every code with its names, in the order of every list of them.',
    says: 'The amenities.',
    answer: pageOf(AmenityEntrySchema),
    example: { items: AMENITIES.slice(0, 2), nextCursor: null },
    handle: () => ({ items: AMENITIES, nextCursor: null }),
  })

  route('GET', '/hotels/:slug/agreements', {
    id: 'listAgreements',
    summary: 'Texts that guests of a hotel agree to',
    description:
      'Terms and privacy notice, each in the languages that it has; of a hotel that is off sale its people alone read them. Send `kind`, `language` and `textSha256` of those agreed to as `consents` of a booking.',
    params: { slug: { description: 'Slug of the hotel.', example: 'alfa-grand-bosphorus' } },
    says: 'The texts.',
    answer: pageOf(AgreementTextSchema),
    example: {
      items: [{ ...pageContentExample.agreements[0]!, text: 'Rooms are ready at 14:00.' }],
      nextCursor: null,
    },
    handle: async ({ params: { slug }, user }) => {
      const hotel = (await context.hotelOfSlug(slug))?.hotel
      if (!hotel || !(hotel.active || isAtHome(user, hotel.id)))
        throw new AppError('not_found', 'There is no hotel with this slug.')
      const items = await listAgreementTexts(context.store, hotel.id, hotel.agreements)
      return { items, nextCursor: null }
    },
  })

  return app
}
