import { Type } from 'typebox'
import type { User } from '../../domain/accounts/user.ts'
import type { Booking } from '../../domain/bookings/booking.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { mailLink } from '../../service/bookings/manage-link.ts'
import { canMailProof } from '../../service/mail-health.ts'
import type { Context } from '../api/context.ts'
import type { AddRoute } from '../api/route.ts'
import { strictObject } from '../api/texts.ts'
import { ACT_REFUSALS, type Finder, grantLink } from './booking-access.ts'
import { actFields, EXAMPLE_TOKEN } from './booking-bodies.ts'

/** A kind of reservation with a link: its operation, and the finder of its codes. */
type Linked = { id: string; summary: string; description: string; find?: Finder }

const OF_BOOKING: Linked = {
  id: 'mailManageLink',
  summary: 'Mail the link of a booking',
  description:
    'Mails the link to the guest, at most three times an hour; an unproven booking gets its proof link too. With code and `email` the answer is always the same and does not reveal whether they match; without a mail server it is 409 `ask_the_hotel`. `renew: true`, with the token or signed in, ends all earlier links.',
}

/** The field that renews a link. */
export const renew = Type.Optional(Type.Boolean({ description: 'Ends earlier links.' }))

/** Adds the route that mails the manage link of a booking, or of a group, to its guest, and renews it. */
export function addManageLink(
  route: AddRoute<{ user: User | undefined }>,
  context: Context,
  { find, ...operation }: Linked = OF_BOOKING,
): void {
  route('POST', '/:code/manage-link', {
    ...operation,
    body: strictObject({
      ...actFields,
      renew,
    }),
    bodyIs: 'optional',
    examples: {
      'Lost link': { email: 'ada@example.com' },
      'Leaked link': { manageToken: EXAMPLE_TOKEN, renew: true },
    },
    status: 202,
    says: 'Mailed, if code and e-mail match.',
    answer: Type.Object({
      manageToken: Type.Optional(
        Type.String({ description: 'The new token, if it was renewed with the previous one.' }),
      ),
    }),
    errors: [...ACT_REFUSALS, 'ask_the_hotel'],
    handle: async ({ params, body: { email, manageToken, renew = false }, user }) => {
      const credentials = { user, email, manageToken }
      const act = await grantLink(context, params.code, credentials, { acts: renew, find })
      if (!act) {
        if (!canMailProof(context)) throw askTheHotel()
        context.linkRequests.ask({ code: params.code.toUpperCase(), email: email! })
        return {}
      }
      const { booking, actor, opener } = act
      const now = await answerMailLink(context, { booking, actor, renew })
      const isNew = renew && opener === 'token'
      return { ...(isNew && { manageToken: context.tokens.manage(now) }) }
    },
  })
}

/**
 * Mails the link of a booking or a group to its guest. Without a mail server a link may still be renewed.
 *
 * @throws AppError as `mailLink`; `ask_the_hotel`
 */
export async function answerMailLink(
  context: Context,
  request: Parameters<typeof mailLink>[1],
): Promise<Booking> {
  if (!request.renew && !canMailProof(context)) throw askTheHotel()
  return await mailLink(context, request)
}

const askTheHotel = () =>
  new AppError('ask_the_hotel', 'Mail is not available: ask the hotel for the link.')
