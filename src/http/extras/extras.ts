import { Type } from 'typebox'
import { EXTRA_UNITS, EXTRAS_MAX } from '../../domain/extras/extra.ts'
import { hotelOf } from '../../service/catalog/catalog.ts'
import { changeExtra, createExtra } from '../../service/extras/extras.ts'
import { expected, NameChangesSchema, NameLine } from '../api/content-shape.ts'
import type { Context, HotelSnapshot } from '../api/context.ts'
import { splitExpected } from '../api/expected.ts'
import { oneOf } from '../api/query.ts'
import { routes } from '../api/route.ts'
import { named, nullable, pageOf } from '../api/schema.ts'
import { RoomCode, strictObject } from '../api/texts.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import { sessionDoor } from '../doors/session-door.ts'
import { ExtraSchema, extraExample, showExtra } from './extra-shape.ts'

const { priceCents, max } = ExtraSchema.properties
const TAX_CODES_MAX = 10

/** Fields of a new extra. */
export const required = { name: NameLine, per: oneOf(...EXTRA_UNITS), priceCents, max }
/** Fields that a new extra may leave out. */
export const optional = {
  ...NameChangesSchema.properties,
  taxCodes: nullable(Type.Array(RoomCode, { maxItems: TAX_CODES_MAX })),
  active: Type.Boolean(),
}
const NewExtra = named(
  'NewExtra',
  strictObject({ code: RoomCode, ...required, ...Type.Partial(Type.Object(optional)).properties }),
)
const ExtraChanges = named(
  'ExtraChanges',
  Type.Partial(strictObject({ ...required, ...optional, ...expected })),
)

/** Defaults of a new extra. */
const DEFAULTS = { taxCodes: null, active: true }

const LIST = {
  summary: 'Extras of a hotel',
  description: 'All, on sale or not, by code.',
  says: 'The extras.',
  answer: pageOf(ExtraSchema),
  example: { items: [extraExample], nextCursor: null },
}

const CREATE = {
  summary: 'Create an extra',
  description: `At most ${EXTRAS_MAX} (\`too_many\`). An extra cannot be deleted, so its code is never used for another; \`active: false\` takes it off sale.`,
  body: NewExtra,
  examples: {
    'Airport transfer': extraExample,
    'Breakfast for each guest and night': {
      ...{ code: 'BREAKFAST', name: 'Breakfast', translations: { tr: { name: 'Kahvaltı' } } },
      ...{ per: 'guest_night' as const, priceCents: 1_500, max: 1 },
    },
  },
  status: 201 as const,
  says: 'The extra.',
  answer: ExtraSchema,
  example: extraExample,
  errors: ['already_exists'] as const,
}

const CHANGE = {
  summary: 'Change an extra',
  description:
    'Absent fields stay. Bookings keep the extras that they have, at their price and with their taxes.',
  body: ExtraChanges,
  examples: { 'Off sale': { active: false }, 'Another price': { priceCents: 5_000 } },
  says: 'The extra.',
  answer: ExtraSchema,
  example: extraExample,
  errors: ['revision_conflict'] as const,
}

/** Adds the list, creation and change of a hotel's extras in the panel (contract-groups). */
export function panelExtraRoutes(context: Context) {
  const { app, route } = routes('/v1/panel', hotelDoor(context), 'Panel')

  route('GET', '/extras', {
    id: 'listPanelExtras',
    memberRole: 'any',
    ...LIST,
    handle: showExtras,
  })

  route('POST', '/extras', {
    id: 'createPanelExtra',
    memberRole: 'revenue',
    ...CREATE,
    handle: async ({ actor, hotel: { id }, body }) =>
      showExtra(await createExtra(context, actor, id, { ...DEFAULTS, ...body })),
  })

  route('PATCH', '/extras/:extraCode', {
    id: 'changePanelExtra',
    memberRole: 'revenue',
    ...CHANGE,
    handle: async ({ actor, hotel: { id: hotelId }, params: { extraCode: code }, body }) => {
      const [changes, refuseUnseen] = splitExpected(body, showExtra)
      return showExtra(await changeExtra(context, actor, { hotelId, code }, changes, refuseUnseen))
    },
  })

  return app
}

/** Adds the same routes for any hotel, for admins. */
export function adminExtraRoutes(context: Context) {
  const { app, route } = routes('/v1/admin/hotels', sessionDoor(context, 'admin'), 'Administration')
  const idOf = async (slug: string) => (await hotelOf(context.store, slug)).id

  route('GET', '/:slug/extras', {
    id: 'listHotelExtras',
    ...LIST,
    handle: async ({ params: { slug } }) => showExtras(await context.hotelOf(await idOf(slug))),
  })

  route('POST', '/:slug/extras', {
    id: 'createExtra',
    ...CREATE,
    handle: async ({ actor, params: { slug }, body }) =>
      showExtra(await createExtra(context, actor, await idOf(slug), { ...DEFAULTS, ...body })),
  })

  route('PATCH', '/:slug/extras/:extraCode', {
    id: 'changeExtra',
    ...CHANGE,
    handle: async ({ actor, params: { slug, extraCode: code }, body }) => {
      const [changes, refuseUnseen] = splitExpected(body, showExtra)
      const place = { hotelId: await idOf(slug), code }
      return showExtra(await changeExtra(context, actor, place, changes, refuseUnseen))
    },
  })

  return app
}

const showExtras = ({ extras }: Pick<HotelSnapshot, 'extras'>) => ({
  items: extras.map(showExtra),
  nextCursor: null,
})
