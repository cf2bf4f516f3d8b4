import { Type } from 'typebox'
import { STD } from '../../domain/rates/rate.ts'
import { RATES_MAX } from '../../domain/rates/rate-rules.ts'
import { hotelOf } from '../../service/catalog/catalog.ts'
import { changeRate, createRate } from '../../service/rates/rates.ts'
import { expected, NameChangesSchema, NameLine } from '../api/content-shape.ts'
import type { Context, HotelSnapshot } from '../api/context.ts'
import { splitExpected } from '../api/expected.ts'
import { routes } from '../api/route.ts'
import { named, nullable, pageOf } from '../api/schema.ts'
import { BoardCode, RoomCode, strictObject } from '../api/texts.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import { sessionDoor } from '../doors/session-door.ts'
import {
  ChildBandSchema,
  GuestPricesSchema,
  PricingSchema,
  RateSchema,
  rateExample,
  showRate,
  standardRateExample,
  TermsSchema,
} from './rate-shape.ts'

/** Room types of a rate; more than a hotel has. */
const ROOM_CODES_MAX = 1_000

const guests = strictObject({
  ...GuestPricesSchema.properties,
  children: Type.Optional(
    Type.Array(named('NewChildBand', strictObject(ChildBandSchema.properties)), {
      maxItems: 20,
    }),
  ),
})
const optional = {
  ...NameChangesSchema.properties,
  boardCode: nullable(BoardCode),
  guests: nullable(guests),
  public: Type.Boolean(),
  active: Type.Boolean(),
}
const required = {
  name: NameLine,
  roomCodes: Type.Array(RoomCode, { minItems: 1, maxItems: ROOM_CODES_MAX }),
  pricing: named('NewPricing', strictObject(PricingSchema.properties)),
  cancellation: named('NewTerms', strictObject(TermsSchema.properties)),
}

const RateChanges = named(
  'RateChanges',
  Type.Partial(strictObject({ ...required, ...optional, ...expected })),
)
const NewRate = named(
  'NewRate',
  strictObject({
    rateCode: RoomCode,
    ...Type.Partial(Type.Object(optional)).properties,
    ...required,
  }),
)

/** What a rate has that is made without saying it. */
const DEFAULTS = { boardCode: null, guests: null, public: true, active: true }

const LIST = {
  summary: 'Rates of a hotel',
  description: `All of them, on sale or not, public or not: \`${STD}\` first, which every hotel has, then the others by code.`,
  says: 'The rates.',
  answer: pageOf(RateSchema),
  example: { items: [standardRateExample, rateExample], nextCursor: null },
}

const CREATE = {
  summary: 'Make a rate',
  description: `At most ${RATES_MAX} beside \`${STD}\` (\`too_many\`). A derived one is priced by \`${STD}\` and for sale at once, one of its own prices (\`own\`) by days that are set. Without \`public\` and \`active\` it is both. It cannot be deleted; \`active: false\` takes it off sale.`,
  body: NewRate,
  examples: {
    'Non-refundable, 12 % less': {
      ...rateExample,
      rateCode: 'EARLY',
      name: 'Early bird, non-refundable',
      translations: { tr: { name: 'Erken rezervasyon' } },
    },
    'Half board at prices of its own': {
      rateCode: 'DINE',
      name: 'With dinner',
      boardCode: 'HB',
      roomCodes: ['DBL'],
      pricing: { type: 'own' as const },
      cancellation: { freeUntilDays: 2, penalty: 'first_night' as const },
    },
  },
  status: 201 as const,
  says: 'The rate.',
  answer: RateSchema,
  example: rateExample,
  errors: ['already_exists'] as const,
}

const CHANGE = {
  summary: 'Change a rate',
  description: `What is absent stays, each name in \`translations\` by itself (null takes one away); \`pricing\`, \`guests\` and \`cancellation\` are replaced as a whole, and \`guests: null\` takes the prices of parties away. Of \`${STD}\` \`name\`, \`translations\`, \`public\`, \`guests\` and \`cancellation\` can change; any other field is refused (\`conflicting_fields\`). Bookings keep the price and terms that they were made with, and show the rate's name as it is now. Days that were set stand, also while the rate is derived.`,
  body: RateChanges,
  examples: {
    'Off sale': { active: false },
    'A name in Turkish': { translations: { tr: { name: 'İptal edilemez' } } },
    'Free until the day before': {
      cancellation: { freeUntilDays: 1, penalty: 'first_night' as const },
    },
  },
  says: 'The rate.',
  answer: RateSchema,
  example: rateExample,
  errors: ['revision_conflict'] as const,
}

/** Rates of a hotel, read, made and changed in the panel (contract-rates, *Routes*). */
export function panelRateRoutes(context: Context) {
  const { app, route } = routes('/v1/panel', hotelDoor(context), 'Panel')

  route('GET', '/rates', {
    id: 'listPanelRates',
    memberRole: 'any',
    ...LIST,
    handle: showRates,
  })

  route('POST', '/rates', {
    id: 'createPanelRate',
    memberRole: 'revenue',
    ...CREATE,
    handle: async ({ actor, hotel: { slug }, body }) => {
      const { rate, rooms } = await createRate(context, actor, slug, { ...DEFAULTS, ...body })
      return showRate(rate, rooms)
    },
  })

  route('PATCH', '/rates/:rateCode', {
    id: 'changePanelRate',
    memberRole: 'revenue',
    ...CHANGE,
    handle: async ({ actor, hotel: { slug }, params: { rateCode }, body }) => {
      const place = { hotelSlug: slug, rateCode }
      const { rate, rooms } = await changeRate(
        context,
        actor,
        place,
        ...splitExpected(body, showRate),
      )
      return showRate(rate, rooms)
    },
  })

  return app
}

/** The same for any hotel, by admins. */
export function adminRateRoutes(context: Context) {
  const { app, route } = routes('/v1/admin/hotels', sessionDoor(context, 'admin'), 'Administration')

  route('GET', '/:slug/rates', {
    id: 'listHotelRates',
    ...LIST,
    handle: async ({ params: { slug } }) =>
      showRates(await context.hotelOf((await hotelOf(context.store, slug)).id)),
  })

  route('POST', '/:slug/rates', {
    id: 'createRate',
    ...CREATE,
    handle: async ({ actor, params: { slug }, body }) => {
      const { rate, rooms } = await createRate(context, actor, slug, { ...DEFAULTS, ...body })
      return showRate(rate, rooms)
    },
  })

  route('PATCH', '/:slug/rates/:rateCode', {
    id: 'changeRate',
    ...CHANGE,
    handle: async ({ actor, params: { slug, rateCode }, body }) => {
      const place = { hotelSlug: slug, rateCode }
      const { rate, rooms } = await changeRate(
        context,
        actor,
        place,
        ...splitExpected(body, showRate),
      )
      return showRate(rate, rooms)
    },
  })

  return app
}

const showRates = ({ rates, rooms }: Pick<HotelSnapshot, 'rates' | 'rooms'>) => ({
  items: rates.map((rate) => showRate(rate, rooms)),
  nextCursor: null,
})
