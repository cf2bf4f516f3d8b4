import { Type } from 'typebox'
import type { User } from '../../domain/accounts/user.ts'
import { IDENTITIES_KEPT_DAYS } from '../../domain/bookings/identity.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { seeIdentities, writeIdentities } from '../../service/bookings/identities.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { strictObject } from '../api/texts.ts'
import { hotelDoor, type Member } from '../doors/panel-hotel.ts'
import { IdentitiesSchema, IdentitySchema } from './identity-shape.ts'
import { addGuestData } from './panel-guests.ts'

/** Maximum of guest identities of one booking. */
const IDENTITIES_MAX = 100

const ABOUT = `Not for admins. Stored encrypted until ${IDENTITIES_KEPT_DAYS} days after check-out.`

const IdentitiesBody = strictObject({
  revision: Type.Integer({
    minimum: 0,
    description: 'The revision to replace; 0 for the first.',
  }),
  guests: Type.Array(IdentitySchema, {
    maxItems: IDENTITIES_MAX,
    description: 'All guests, at most as many as booked; an empty list deletes them.',
  }),
})

/**
 * Adds the routes of guest identities, for the front desk alone (issue 18; contract §3, last paragraph), and those of
 * guests' data.
 */
export function panelIdentityRoutes(context: Context) {
  const { app, route } = routes('/v1/panel', hotelDoor(context), 'Panel')

  const placeOf = ({ hotel }: Member, code: string) => ({
    ...{ hotelId: hotel.id, timezone: hotel.timezone, code: code.toUpperCase() },
  })

  route('GET', '/bookings/:code/identities', {
    id: 'getIdentities',
    memberRole: 'front_desk',
    summary: 'Guest identities',
    description: `Each reading is recorded (\`deskHistory\`), without the data read. ${ABOUT}`,
    says: 'The guests.',
    answer: IdentitiesSchema,
    handle: async ({ params, ...member }) => {
      refuseAdmin(member.user)
      return await seeIdentities(context, member.actor, placeOf(member, params.code))
    },
  })

  route('PUT', '/bookings/:code/identities', {
    id: 'writeIdentities',
    memberRole: 'front_desk',
    summary: 'Write guest identities',
    description: `For confirmed and completed bookings. The number of a Turkish identity card is a T.C. kimlik no. with checked digits; all other documents need \`birthDate\`. Makes no revision, event or feed entry. ${ABOUT}`,
    body: IdentitiesBody,
    examples: {
      'One guest': {
        revision: 0,
        guests: [
          {
            ...{ firstName: 'Ada', lastName: 'Yılmaz', nationality: 'TR' },
            ...{ documentKind: 'identity_card', documentNumber: '10000000146' },
          },
        ],
      },
    },
    says: 'The guests.',
    answer: IdentitiesSchema,
    errors: ['revision_conflict', 'transition_invalid'],
    handle: async ({ params, body, ...member }) => {
      refuseAdmin(member.user)
      const guests = body.guests.map((guest) => ({ birthDate: null, gender: null, ...guest }))
      const place = placeOf(member, params.code)
      return await writeIdentities(context, member.actor, place, { ...body, guests })
    },
  })

  addGuestData(route, context)
  return app
}

/** Refuses admins: guest identities are for the hotel alone. @throws AppError `forbidden` */
export function refuseAdmin({ role }: User): void {
  if (role === 'admin') throw new AppError('forbidden', 'Guest identities are for the hotel alone.')
}
