import { OVERLAP_HOURS_DEFAULT } from '../../domain/kernel/rotation.ts'
import { SITES_OF_HOTEL_MAX } from '../../domain/sites/site.ts'
import { createSite, revokeSite, rotateSite } from '../../service/sites/sites.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { strictObject } from '../api/texts.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import {
  answerSites,
  LIST_SITES,
  makeSiteWords,
  REVOKE_SITE,
  ROTATE_SITE,
  showSecretOnce,
  siteFields,
} from './site-words.ts'

/** Sites of one hotel, managed by its owners, without the settings reserved for admins. */
export function panelSiteRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/sites', hotelDoor(context), 'Panel')

  route('GET', '', {
    id: 'listHotelSites',
    memberRole: 'owner',
    ...LIST_SITES,
    handle: async ({ hotel }) => await answerSites(context, hotel.id),
  })

  route('POST', '', {
    id: 'createHotelSite',
    stepUp: 'site',
    memberRole: 'owner',
    ...makeSiteWords(
      context,
      `This site is trusted about its own hotel only and books no other; at most ${SITES_OF_HOTEL_MAX} may be active. Only admins set \`proves\`, \`hotels\` and \`managePage\`.`,
    ),
    body: strictObject(siteFields),
    examples: { "The hotel's own page": { name: 'alfa.example' } },
    handle: async ({ hotel, actor, body, set }) => {
      const made = await createSite(context, actor, hotel.id, body)
      return await showSecretOnce(context, hotel.id, { ...made, set })
    },
  })

  route('POST', '/:id/rotate-secret', {
    id: 'rotateHotelSiteSecret',
    stepUp: 'secret',
    memberRole: 'owner',
    ...ROTATE_SITE,
    handle: async ({ hotel, actor, params: { id }, body, set }) => {
      const { overlapHours = OVERLAP_HOURS_DEFAULT } = body
      const made = await rotateSite(context, actor, { id, owner: hotel.id }, overlapHours)
      return await showSecretOnce(context, hotel.id, { ...made, set })
    },
  })

  route('DELETE', '/:id', {
    id: 'revokeHotelSite',
    memberRole: 'owner',
    ...REVOKE_SITE,
    handle: async ({ hotel, actor, params: { id } }) =>
      await revokeSite(context, actor, { id, owner: hotel.id }),
  })

  return app
}
