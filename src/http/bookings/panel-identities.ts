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

/** People of one booking whose identities the desk keeps, and the days that these are kept after its check-out. */
const IDENTITIES_MAX = 100

const ABOUT = `Not for admins. Kept sealed until ${IDENTITIES_KEPT_DAYS} days after check-out.`

const IdentitiesBody = strictObject({
  revision: Type.Integer({
    minimum: 0,
    description: 'Of what these are written over; 0 where there is nothing.',
  }),
  guests: Type.Array(IdentitySchema, {
    maxItems: IDENTITIES_MAX,
    description: 'All of them, at most the guests of the booking; none takes away what there is.',
  }),
})

/** Who stays by a booking, as the desk reports it (issue 18): told to nobody else (contract §3, last paragraph). */
export function panelIdentityRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/bookings', hotelDoor(context), 'Panel')

  const placeOf = ({ hotel }: Member, code: string) => ({
    ...{ hotelId: hotel.id, timezone: hotel.timezone, code: code.toUpperCase() },
  })

  route('GET', '/:code/identities', {
    id: 'getIdentities',
    memberRole: 'front_desk',
    summary: 'Who stays, by their documents',
    description: `That somebody has looked is written down (\`deskHistory\`), not what they saw. ${ABOUT}`,
    says: 'The guests.',
    answer: IdentitiesSchema,
    handle: async ({ params, ...asked }) => {
      refuseAdmin(asked.user)
      return await seeIdentities(context, asked.actor, placeOf(asked, params.code))
    },
  })

  route('PUT', '/:code/identities', {
    id: 'writeIdentities',
    memberRole: 'front_desk',
    summary: 'Write who stays, by their documents',
    description: `Of a booking that is confirmed or stayed. What a Turkish identity card has is a T.C. kimlik no. whose digits are checked; of everybody else \`birthDate\` is needed. No revision of the booking, no event, no feed entry. ${ABOUT}`,
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
    handle: async ({ params, body, ...asked }) => {
      refuseAdmin(asked.user)
      const guests = body.guests.map((guest) => ({ birthDate: null, gender: null, ...guest }))
      const place = placeOf(asked, params.code)
      return await writeIdentities(context, asked.actor, place, { ...body, guests })
    },
  })

  return app
}

/** Who runs the service has no part in whom a hotel reports. @throws AppError `forbidden` */
export function refuseAdmin({ role }: User): void {
  if (role === 'admin') throw new AppError('forbidden', "Guests' identities are the hotel's alone.")
}
