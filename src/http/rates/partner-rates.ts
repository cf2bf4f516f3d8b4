import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { actorOf, partnerDoor } from '../doors/partner-key.ts'
import { CHANGE, CREATE, rateActs } from './rate-edits.ts'

/** Rates created and changed by partners (contract-groups, *Set-up by API*). */
export function partnerRateRoutes(context: Context) {
  const { app, route } = routes('/v1/partner/rates', partnerDoor(context), 'Set-up')
  const acts = rateActs(context)

  route('POST', '', {
    id: 'createPartnerRate',
    scope: 'rates:write',
    ...CREATE,
    handle: ({ key, body }) => acts.create(actorOf(key), key.hotelId, body),
  })

  route('PATCH', '/:rateCode', {
    id: 'changePartnerRate',
    scope: 'rates:write',
    ...CHANGE,
    handle: ({ key, params: { rateCode }, body }) =>
      acts.change(actorOf(key), { hotel: key.hotelId, rateCode }, body),
  })

  return app
}
