import { Type } from 'typebox'
import { OVERLAP_HOURS_DEFAULT } from '../../domain/kernel/rotation.ts'
import { SITE_HOTELS_MAX, SITES_OF_ADMINS_MAX } from '../../domain/sites/site.ts'
import { createSite, revokeSite, rotateSite } from '../../service/sites/sites.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { strictObject } from '../api/texts.ts'
import { sessionDoor } from '../doors/session-door.ts'
import {
  answerSites,
  LIST_SITES,
  makeSiteWords,
  REVOKE_SITE,
  ROTATE_SITE,
  showSecretOnce,
  siteFields,
} from './site-words.ts'

const NewSiteBody = strictObject({
  ...siteFields,
  hotels: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: SITE_HOTELS_MAX,
      description: 'Slugs of the hotels that it may book; default: all.',
    }),
  ),
  proves: Type.Optional(
    Type.Boolean({
      description: 'Its bookings count as proven: it takes payment or verifies the mailbox.',
    }),
  ),
  managePage: Type.Optional(
    Type.String({
      description:
        'Its own https page, without a fragment: links to its bookings lead there, with the token in the fragment.',
    }),
  ),
})

/** Sites of any hotel, managed by admins; the secret is shown once (`contract-access`, *Sites*). */
export function adminSiteRoutes(context: Context) {
  const door = sessionDoor(context, 'admin')
  const { app, route } = routes('/v1/admin/sites', door, 'Administration')

  route('GET', '', {
    id: 'listSites',
    ...LIST_SITES,
    handle: async () => await answerSites(context, null),
  })

  route('POST', '', {
    id: 'createSite',
    stepUp: 'site',
    ...makeSiteWords(context, `Admins may have at most ${SITES_OF_ADMINS_MAX} active sites.`),
    body: NewSiteBody,
    examples: {
      'A portal': { name: 'Ege Portal', managePage: 'https://portal.example/booking' },
      'One that takes payment, for one hotel': {
        name: 'Deniz Tatil',
        hotels: ['alfa-grand-bosphorus'],
        proves: true,
        roomNightsPerHour: 2_000,
      },
    },
    handle: async ({ actor, body, set }) => {
      const made = await createSite(context, actor, null, body)
      return await showSecretOnce(context, null, { ...made, set })
    },
  })

  route('POST', '/:id/rotate-secret', {
    id: 'rotateSiteSecret',
    stepUp: 'secret',
    ...ROTATE_SITE,
    handle: async ({ actor, params: { id }, body, set }) => {
      const { overlapHours = OVERLAP_HOURS_DEFAULT } = body
      const made = await rotateSite(context, actor, { id, owner: null }, overlapHours)
      return await showSecretOnce(context, null, { ...made, set })
    },
  })

  route('DELETE', '/:id', {
    id: 'revokeSite',
    ...REVOKE_SITE,
    handle: async ({ actor, params: { id } }) =>
      await revokeSite(context, actor, { id, owner: null }),
  })

  return app
}
