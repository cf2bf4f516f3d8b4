import { Type } from 'typebox'
import { requireFactor } from '../../service/accounts/factor-required.ts'
import { hotelOf } from '../../service/catalog/catalog.ts'
import { isFactorRequired } from '../../store/accounts/members.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { namedObject } from '../api/schema.ts'
import { strictObject } from '../api/texts.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import { sessionDoor } from '../doors/session-door.ts'

/** The rule that people need a second factor. */
export const FactorRuleSchema = namedObject('SecondFactorRequired', { required: Type.Boolean() })

const READ = {
  summary: 'Get a hotel’s second factor rule',
  says: 'The rule.',
  answer: FactorRuleSchema,
}

const CHANGE = {
  stepUp: 'second_factor_rule' as const,
  summary: 'Require a second factor of a hotel’s people',
  description:
    'From their next request on, members without one are answered 403 `second_factor_required` in this hotel; an owner without one cannot set it (`own_factor_first`). It does not apply to API keys and vendors.',
  body: strictObject({ required: Type.Boolean() }),
  examples: { Ask: { required: true } },
  says: 'The rule now.',
  answer: FactorRuleSchema,
}

/** The rule that a hotel requires a second factor of its members, set by its owners. */
export function panelFactorRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/second-factor', hotelDoor(context), 'Panel')

  route('GET', '', {
    id: 'getPanelSecondFactor',
    memberRole: 'owner',
    ...READ,
    handle: async ({ hotel }) => ({ required: await isFactorRequired(context.store, hotel.id) }),
  })

  route('PATCH', '', {
    id: 'changePanelSecondFactor',
    memberRole: 'owner',
    ...CHANGE,
    handle: async ({ actor, user, hotel, body: { required } }) => {
      await requireFactor(context, { actor, user }, hotel, required)
      return { required }
    },
  })

  return app
}

/** The same for any hotel, by admins. */
export function adminFactorRoutes(context: Context) {
  const door = sessionDoor(context, 'admin')
  const { app, route } = routes('/v1/admin/hotels', door, 'Administration')
  route('GET', '/:slug/second-factor', {
    id: 'getSecondFactorRequired',
    ...READ,
    handle: async ({ params: { slug } }) => {
      const { id } = await hotelOf(context.store, slug)
      return { required: await isFactorRequired(context.store, id) }
    },
  })

  route('PATCH', '/:slug/second-factor', {
    id: 'changeSecondFactorRequired',
    ...CHANGE,
    handle: async ({ actor, user, params: { slug }, body: { required } }) => {
      await requireFactor(context, { actor, user }, await hotelOf(context.store, slug), required)
      return { required }
    },
  })

  return app
}
