import { type Static, Type } from 'typebox'
import { STD } from '../../domain/rates/rate.ts'
import { RATES_MAX } from '../../domain/rates/rate-rules.ts'
import { type HotelRef, hotelOf } from '../../service/catalog/catalog.ts'
import { changeRate, createRate } from '../../service/rates/rates.ts'
import type { Actor } from '../../store/days/history.ts'
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

/** Maximum room types of a rate; more than any hotel has. */
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

/** Defaults of a new rate. */
const DEFAULTS = { boardCode: null, guests: null, public: true, active: true }

const LIST = {
  summary: 'Rates of a hotel',
  description: `All rates, active or not, public or not: \`${STD}\`, which every hotel has, first, then the others by code.`,
  says: 'The rates.',
  answer: pageOf(RateSchema),
  example: { items: [standardRateExample, rateExample], nextCursor: null },
}

export const CREATE = {
  summary: 'Create a rate',
  description: `At most ${RATES_MAX} besides \`${STD}\` (\`too_many\`). A derived rate takes its price from \`${STD}\` and is for sale at once; a rate with its own prices (\`own\`) is sold on days that are set. \`public\` and \`active\` default to true. A rate cannot be deleted; \`active: false\` takes it off sale.`,
  body: NewRate,
  examples: {
    'Non-refundable, 12 % less': {
      ...rateExample,
      rateCode: 'EARLY',
      name: 'Early bird, non-refundable',
      translations: { tr: { name: 'Erken rezervasyon' } },
    },
    'Half board with its own prices': {
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

export const CHANGE = {
  summary: 'Change a rate',
  description: `Absent fields stay, and so does each absent name in \`translations\` (null removes one); \`pricing\`, \`guests\` and \`cancellation\` are replaced as a whole, and \`guests: null\` removes occupancy pricing. \`${STD}\` accepts \`name\`, \`translations\`, \`public\`, \`guests\` and \`cancellation\` only; other fields are refused (\`conflicting_fields\`). Bookings keep their price and terms, and show the rate's present name. Days that were set stay stored, even while the rate is derived.`,
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

/** Creates and changes rates, for members, admins and partners alike. */
export const rateActs = (context: Context) => ({
  async create(actor: Actor, hotel: HotelRef, body: Static<typeof NewRate>) {
    const { rate, rooms } = await createRate(context, actor, hotel, { ...DEFAULTS, ...body })
    return showRate(rate, rooms)
  },
  async change(
    actor: Actor,
    place: { hotel: HotelRef; rateCode: string },
    body: Static<typeof RateChanges>,
  ) {
    const [changes, refuseUnseen] = splitExpected(body, showRate)
    const { rate, rooms } = await changeRate(context, actor, place, changes, refuseUnseen)
    return showRate(rate, rooms)
  },
})

/** Adds the list, creation and change of a hotel's rates in the panel (contract-rates, *Routes*). */
export function panelRateRoutes(context: Context) {
  const { app, route } = routes('/v1/panel', hotelDoor(context), 'Panel')
  const acts = rateActs(context)

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
    handle: ({ actor, hotel: { id }, body }) => acts.create(actor, id, body),
  })

  route('PATCH', '/rates/:rateCode', {
    id: 'changePanelRate',
    memberRole: 'revenue',
    ...CHANGE,
    handle: ({ actor, hotel: { id: hotel }, params: { rateCode }, body }) =>
      acts.change(actor, { hotel, rateCode }, body),
  })

  return app
}

/** Adds the same routes for any hotel, for admins. */
export function adminRateRoutes(context: Context) {
  const { app, route } = routes('/v1/admin/hotels', sessionDoor(context, 'admin'), 'Administration')
  const acts = rateActs(context)

  route('GET', '/:slug/rates', {
    id: 'listHotelRates',
    ...LIST,
    handle: async ({ params: { slug } }) =>
      showRates(await context.hotelOf((await hotelOf(context.store, slug)).id)),
  })

  route('POST', '/:slug/rates', {
    id: 'createRate',
    ...CREATE,
    handle: ({ actor, params: { slug }, body }) => acts.create(actor, slug, body),
  })

  route('PATCH', '/:slug/rates/:rateCode', {
    id: 'changeRate',
    ...CHANGE,
    handle: ({ actor, params: { slug: hotel, rateCode }, body }) =>
      acts.change(actor, { hotel, rateCode }, body),
  })

  return app
}

const showRates = ({ rates, rooms }: Pick<HotelSnapshot, 'rates' | 'rooms'>) => ({
  items: rates.map((rate) => showRate(rate, rooms)),
  nextCursor: null,
})
