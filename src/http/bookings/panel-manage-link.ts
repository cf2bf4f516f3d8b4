import { type Static, Type } from 'typebox'
import type { Booking } from '../../domain/bookings/booking.ts'
import { bookingLink, bookingPage, tokenInGroups } from '../../domain/bookings/manage-link.ts'
import { handOverLink } from '../../service/bookings/manage-link.ts'
import type { Actor } from '../../store/days/history.ts'
import { findManagePage } from '../../store/sites/sites.ts'
import type { Context } from '../api/context.ts'
import { strictObject } from '../api/texts.ts'
import type { AddPanelRoute } from '../doors/panel-hotel.ts'
import { findOwnBooking } from './own-booking.ts'

/** Adds the route by which the desk hands over the manage link of a booking, for guests without e-mail too. */
export function addHandOver(route: AddPanelRoute, context: Context): void {
  route('POST', '/:code/manage-link', {
    id: 'handOverManageLink',
    memberRole: 'front_desk',
    summary: 'Hand over the link of a booking',
    description:
      'The guest changes and cancels the booking by it; an agency’s booking can only be viewed. The history records each hand-over. `renew: true` ends all earlier links.',
    body: strictObject({ renew: Type.Optional(Type.Boolean()) }),
    bodyIs: 'optional',
    examples: { 'For the guest': {}, 'End earlier links': { renew: true } },
    ...HANDED_OVER,
    handle: async ({ actor, hotel, params, body: { renew = false } }) => {
      const booking = await findOwnBooking(context, hotel.id, params.code)
      return await answerHandOver(context, { booking, actor, renew }, booking.code)
    },
  })
}

/** The answer to handing over a link. */
export const HANDED_OVER = {
  says: 'The link, and its code in four groups for typing.',
  answer: Type.Object({ url: Type.String(), code: Type.String() }),
}

/** Hands over the link of a booking or of a group. @param code of the booking or group that the link opens */
export async function answerHandOver(
  context: Context,
  request: { booking: Booking; actor: Actor; renew: boolean },
  code: string,
): Promise<Static<typeof HANDED_OVER.answer>> {
  const booking = await handOverLink(context, request)
  const { site: name, hotelId } = booking
  const ofSite = name && (await findManagePage(context.store, { name, hotelId }))
  const manageToken = context.tokens.manage(booking)
  const page = ofSite || bookingPage(context.publicUrl)
  return { url: bookingLink(page, { code, manageToken }), code: tokenInGroups(manageToken) }
}
