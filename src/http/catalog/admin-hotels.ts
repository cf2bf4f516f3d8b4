import { Type } from 'typebox'
import { KEY_REQUESTS_PER_MINUTE } from '../../domain/accounts/api-key.ts'
import { changeApiKey } from '../../service/accounts/api-keys.ts'
import { changeHotel, createHotel, hotelOf } from '../../service/catalog/catalog.ts'
import { listHotels } from '../../store/catalog/catalog-lists.ts'
import { expected, NameChangesSchema, NameLine } from '../api/content-shape.ts'
import type { Context } from '../api/context.ts'
import { splitExpected } from '../api/expected.ts'
import { KeySchema, showKey } from '../api/key-shape.ts'
import { page, pageParameters } from '../api/paging.ts'
import { SearchParameter } from '../api/query.ts'
import { type AddRoute, routes } from '../api/route.ts'
import { named, nullable, searchPageOf } from '../api/schema.ts'
import { line, patternText, RoomCode, strictObject } from '../api/texts.ts'
import { type SignedIn, sessionDoor } from '../doors/session-door.ts'
import { Time } from './hotel-page-shape.ts'
import {
  HotelEntrySchema,
  hotelExample,
  KeptTaxSchema,
  showHotelEntry,
  showWholeHotel,
  WholeHotelSchema,
} from './hotel-shape.ts'

/** Upper bound of a hotel's taxes (contract-rates). */
const TAXES_MAX = 10

/** The postal address of a hotel. */
export const Address = line(500)

const hotel = {
  name: NameLine,
  city: Type.String({ minLength: 1, maxLength: 200 }),
  currency: patternText('^[A-Z]{3}$', 'three capitals (ISO 4217)'),
  timezone: Type.String({ minLength: 1, maxLength: 64 }),
  stars: Type.Integer({ minimum: 0, maximum: 5 }),
  address: Address,
}
const spot = {
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lng: Type.Number({ minimum: -180, maximum: 180 }),
}
/** The whole list of a hotel's taxes. */
export const Taxes = Type.Array(
  named(
    'NewTax',
    strictObject({
      ...KeptTaxSchema.properties,
      ...{ code: RoomCode, name: NameLine },
      ...NameChangesSchema.properties,
    }),
  ),
  {
    maxItems: TAXES_MAX,
  },
)

const settings = Type.Partial(
  Type.Object({
    checkinTime: Time,
    checkoutTime: Time,
    restoreOnCancel: Type.Boolean(),
    taxes: Taxes,
    active: Type.Boolean(),
  }),
).properties
/** Default settings of a new hotel. */
const DEFAULTS = {
  checkinTime: '14:00',
  checkoutTime: '12:00',
  restoreOnCancel: true,
  active: false,
}

/** Hotels and the rate limits of their keys, managed by admins (contract §5). */
export function adminHotelRoutes(context: Context) {
  const { app, route } = routes('/v1/admin/hotels', sessionDoor(context, 'admin'), 'Administration')

  addList(route, context)

  route('POST', '', {
    id: 'createHotel',
    summary: 'Create a hotel',
    description:
      'Its slug is derived from its name and never changes. Without `lat` and `lng` it takes the place of its city, or of the first hotel there. It is not on sale until it is approved: `active: true`, here or by a change.',
    body: strictObject({ ...hotel, ...Type.Partial(Type.Object(spot)).properties, ...settings }),
    examples: { 'A hotel to be approved': UNAPPROVED },
    status: 201,
    says: 'The hotel.',
    answer: WholeHotelSchema,
    handle: async ({ actor, body }) =>
      showWholeHotel(await createHotel(context, actor, { ...DEFAULTS, ...body })),
  })

  route('PATCH', '/:slug', {
    id: 'changeHotel',
    summary: 'Change, approve or suspend a hotel',
    description:
      'The slug stays. The currency stays once there are bookings (`has_bookings`), and while anything has a price in it (`has_prices`: a day, a base price, a supplement): amounts never change their currency. `active: false` takes the hotel off sale at once; its bookings stay. `taxes` are the whole list, at most 10 and together at most 10,000 basis points; they apply to bookings made from then on.',
    body: Type.Partial(strictObject({ ...hotel, ...spot, ...settings, ...expected })),
    errors: ['revision_conflict'],
    examples: {
      Approve: { active: true },
      Suspend: { active: false },
      'One tax': { taxes: hotelExample.taxes },
    },
    says: 'The hotel.',
    answer: WholeHotelSchema,
    handle: async ({ actor, body, params: { slug } }) => {
      const [changes, refuseUnseen] = splitExpected(body, showWholeHotel)
      return showWholeHotel(await changeHotel(context, actor, slug, changes, refuseUnseen))
    },
  })

  route('PATCH', '/:slug/keys/:id', {
    id: 'limitApiKey',
    summary: "Change an API key's rate limit",
    description: `It takes effect at the key's next request. \`null\` restores the default of ${KEY_REQUESTS_PER_MINUTE} a minute.`,
    body: strictObject({
      requestsPerMinute: nullable(Type.Integer({ minimum: 1, maximum: 100_000 })),
    }),
    examples: {
      'Ten a second': { requestsPerMinute: 600 },
      'As every key': { requestsPerMinute: null },
    },
    says: 'The key.',
    answer: KeySchema,
    handle: async ({ actor, body: { requestsPerMinute }, params: { slug, id } }) => {
      const place = { id, hotelId: (await hotelOf(context.store, slug)).id }
      return await showKey(
        context,
        await changeApiKey(context, place, { requestsPerMinute }, actor),
      )
    },
  })

  return app
}

type Add = AddRoute<SignedIn>

function addList(route: Add, context: Context): void {
  route('GET', '', {
    id: 'listAllHotels',
    summary: 'Every hotel, approved or not',
    description:
      'Filter by city (slug), `active`, and word parts of the name, in any order, ignoring case and accents.',
    query: {
      ...pageParameters(),
      city: Type.Optional(Type.String()),
      active: Type.Optional(Type.Boolean()),
      q: SearchParameter,
    },
    says: 'A page.',
    answer: searchPageOf(HotelEntrySchema),
    handle: async ({ query }) => {
      const { city, active, q } = query
      const filter = { city, active, q }
      return await page(query, {
        of: ['hotels', filter],
        by: { id: 0 },
        rows: (after, limit) =>
          listHotels(context.store.long, filter, { afterId: after?.id, limit }),
        show: showHotelEntry,
      })
    },
  })
}

const UNAPPROVED = {
  name: 'Uludağ Lodge',
  city: 'istanbul',
  currency: 'TRY',
  timezone: 'Europe/Istanbul',
  stars: 4,
  address: 'Kirazlıyayla 5',
  lat: 40.11,
  lng: 29.07,
}
