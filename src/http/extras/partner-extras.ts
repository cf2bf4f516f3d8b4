import { Type } from 'typebox'
import { refused } from '../../domain/kernel/errors.ts'
import { putExtra } from '../../service/extras/extras.ts'
import { expected } from '../api/content-shape.ts'
import type { Context } from '../api/context.ts'
import { splitExpected } from '../api/expected.ts'
import { routes } from '../api/route.ts'
import { named } from '../api/schema.ts'
import { RoomCode, strictObject } from '../api/texts.ts'
import { actorOf, partnerDoor } from '../doors/partner-key.ts'
import { ExtraSchema, extraExample, showExtra } from './extra-shape.ts'
import { optional, required } from './extras.ts'

const ExtraPut = named(
  'ExtraPut',
  strictObject({
    ...required,
    ...Type.Partial(Type.Object({ ...optional, ...expected })).properties,
  }),
)

/** The extras of a key's hotel, read and written by partners (contract-groups, *Set-up by API*). */
export function partnerExtraRoutes(context: Context) {
  const { app, route } = routes('/v1/partner/extras', partnerDoor(context), 'Mapping')

  route('GET', '', {
    id: 'listExtras',
    scope: 'any',
    summary: 'Extras',
    description: 'All, on sale or not, by code. Bookings have them as `extras`.',
    says: 'The extras.',
    answer: Type.Object({ extras: Type.Array(ExtraSchema) }),
    example: { extras: [extraExample] },
    handle: async ({ key }) => ({
      extras: (await context.hotelOf(key.hotelId)).extras.map(showExtra),
    }),
  })

  route('PUT', '/:extraCode', {
    id: 'putExtra',
    scope: 'rates:write',
    summary: 'Create or change an extra',
    description:
      'Creates it if the hotel has none of this code. Of one that it has, absent optional fields stay. An extra cannot be deleted: `active: false` takes it off sale. Bookings keep the extras that they have.',
    body: ExtraPut,
    examples: {
      'Airport transfer': { name: 'Airport transfer', per: 'stay', priceCents: 4_500, max: 4 },
    },
    says: 'The extra.',
    answer: ExtraSchema,
    example: extraExample,
    errors: ['revision_conflict'],
    handle: async ({ key, params: { extraCode: code }, body }) => {
      refuseCode(code)
      const [changes, refuseUnseen] = splitExpected(body, showExtra)
      const fields = { code, ...changes }
      return showExtra(await putExtra(context, actorOf(key), key.hotelId, fields, refuseUnseen))
    },
  })

  return app
}

/** @throws AppError `validation_failed` unless the address has a code that an extra may have */
function refuseCode(code: string): void {
  if (!new RegExp(RoomCode.pattern!).test(code))
    throw refused(
      '/code',
      'wrong_format',
      `The code in the address must be ${RoomCode.description}.`,
    )
}
