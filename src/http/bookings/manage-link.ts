import { Type } from 'typebox'
import type { User } from '../../domain/accounts/user.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { mailLink } from '../../service/bookings/manage-link.ts'
import { canMailProof } from '../../service/mail-health.ts'
import type { Context } from '../api/context.ts'
import type { AddRoute } from '../api/route.ts'
import { strictObject } from '../api/texts.ts'
import { grantLink } from './booking-access.ts'
import { actFields, EXAMPLE_TOKEN } from './booking-bodies.ts'

/** Adds what a guest is mailed the link of a booking by, and ends the links of before by. */
export function addManageLink(route: AddRoute<{ user: User | undefined }>, context: Context): void {
  route('POST', '/:code/manage-link', {
    id: 'mailManageLink',
    summary: 'Mail the link of a booking',
    description:
      'To its guest, at most three times an hour, with the link that proves it where nobody has. By code and `email` the answer is the same whatever is true, and made before anybody looks; without mail it is 409 `ask_the_hotel`. `renew: true`, for who has the token or is signed in, ends all links of before.',
    body: strictObject({
      ...actFields,
      renew: Type.Optional(Type.Boolean({ description: 'Ends the links of before.' })),
    }),
    bodyIs: 'optional',
    examples: {
      'The link is lost': { email: 'ada@example.com' },
      'Somebody else has it': { manageToken: EXAMPLE_TOKEN, renew: true },
    },
    status: 202,
    says: 'It is mailed, if all of it is so.',
    answer: Type.Object({
      manageToken: Type.Optional(
        Type.String({ description: 'The new one, of who renewed it by the one of before.' }),
      ),
    }),
    errors: [
      ...(['manage_token_required', 'forbidden', 'role_missing'] as const),
      ...(['second_factor_required', 'ask_the_hotel'] as const),
    ],
    handle: async ({ params, body: { email, manageToken, renew = false }, user }) => {
      const asker = { user, email, manageToken }
      const act = await grantLink(context, params.code, asker, { acts: renew })
      if (!act) {
        if (!canMailProof(context)) throw askTheHotel()
        context.linkRequests.ask({ code: params.code.toUpperCase(), email: email! })
        return {}
      }
      const { booking, actor, opener } = act
      if (!renew && !canMailProof(context)) throw askTheHotel()
      const now = await mailLink(context, { booking, actor, renew })
      const isNew = renew && opener === 'token'
      return { ...(isNew && { manageToken: context.tokens.manage(now) }) }
    },
  })
}

const askTheHotel = () =>
  new AppError('ask_the_hotel', 'No mail is sent at present: ask the hotel for the link.')
