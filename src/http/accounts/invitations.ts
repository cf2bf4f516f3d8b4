import type { Static } from 'typebox'
import { Type } from 'typebox'
import {
  INVITATIONS_MAX,
  INVITATIONS_PER_DAY,
  linkUrl,
} from '../../domain/accounts/account-link.ts'
import { MEMBER_ROLES, type MemberRole } from '../../domain/accounts/membership.ts'
import {
  type InvitationResult,
  invite,
  resendInvitation,
  withdrawInvitation,
} from '../../service/accounts/invitations.ts'
import type { TokenLink } from '../../service/accounts/make-link.ts'
import { makeResetLink } from '../../service/accounts/reset-password.ts'
import { hotelOf } from '../../service/catalog/catalog.ts'
import { listInvitations } from '../../store/accounts/links.ts'
import type { Context } from '../api/context.ts'
import { type Call, routes } from '../api/route.ts'
import { show } from '../api/schema.ts'
import { EmailSchema, LanguageSchema, patternText, strictObject } from '../api/texts.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import { sessionDoor } from '../doors/session-door.ts'
import {
  InvitationListSchema,
  InvitedSchema,
  MadeLinkSchema,
  showInvitation,
} from './link-shape.ts'
import { showMember } from './member-shape.ts'

const Body = strictObject({
  email: EmailSchema,
  role: Type.Unsafe<MemberRole>(
    patternText(`^(${MEMBER_ROLES.join('|')})$`, 'owner, revenue, front_desk or read_only'),
  ),
  language: Type.Optional(LanguageSchema),
})

const LIST = {
  summary: 'Open invitations of a hotel',
  description: 'Newest first, including expired ones.',
  says: 'The invitations.',
  answer: InvitationListSchema,
}

const INVITE = {
  stepUp: 'invitation' as const,
  summary: 'Invite a person into a hotel',
  description: `Mails a link to the address; its holder chooses name and password, is signed in and joins the hotel. Without a mail server the answer shows the link, once, to be handed over. The link works once, for 24 hours, while its maker is an owner or an admin. The active account of a \`hotel_manager\` joins at once (\`member\`); the answer reveals no other accounts. An open invitation is replaced by the new link and role. Limits: ${INVITATIONS_MAX} open per hotel, ${INVITATIONS_PER_DAY} a day, 5 an hour per mailbox, however its address is spelled.`,
  body: Body,
  examples: { 'A receptionist': { email: 'ayse@example.com', role: 'front_desk' as const } },
  status: 201 as const,
  says: 'The link or the new member.',
  answer: InvitedSchema,
  errors: ['already_exists'] as const,
}

/** Words and shapes of sending an invitation of a hotel or an agency again. */
export const RESEND = {
  stepUp: 'invitation' as const,
  summary: 'Send an invitation again',
  description: 'With a new link, from you; the previous one ends.',
  status: 201 as const,
  says: 'The link.',
  answer: MadeLinkSchema,
}

/** The same of withdrawing one. */
export const WITHDRAW = { summary: 'Withdraw an invitation', says: 'Withdrawn; its link ends.' }

/** Invitations into a hotel, by its owners (issue 17, part 3). */
export function panelInvitationRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/invitations', hotelDoor(context), 'Panel')
  const owner = { memberRole: 'owner' } as const

  route('GET', '', {
    id: 'listPanelInvitations',
    ...{ ...owner, ...LIST },
    handle: ({ hotel }) => answerInvitations(context, { hotelId: hotel.id }),
  })

  route('POST', '', {
    id: 'invitePanelMember',
    ...{ ...owner, ...INVITE },
    handle: async ({ actor, hotel, body, set }) =>
      await invitedView(context, set, await invite(context, actor, hotel, body)),
  })

  route('POST', '/:id/resend', {
    id: 'resendPanelInvitation',
    ...{ ...owner, ...RESEND },
    handle: async ({ actor, hotel, params: { id }, set }) =>
      await linkView(context, set, await resendInvitation(context, actor, { hotel }, id)),
  })

  route('DELETE', '/:id', {
    id: 'withdrawPanelInvitation',
    ...{ ...owner, ...WITHDRAW },
    handle: async ({ actor, hotel, params: { id } }) =>
      await withdrawInvitation(context, actor, { hotel }, id),
  })

  return app
}

/** The same for any hotel, by admins. */
export function adminInvitationRoutes(context: Context) {
  const { store } = context
  const door = sessionDoor(context, 'admin')
  const { app, route } = routes('/v1/admin', door, 'Administration')

  route('GET', '/hotels/:slug/invitations', {
    id: 'listInvitations',
    ...LIST,
    handle: async ({ params: { slug } }) =>
      await answerInvitations(context, { hotelId: (await hotelOf(store, slug)).id }),
  })

  route('POST', '/hotels/:slug/invitations', {
    id: 'inviteMember',
    ...INVITE,
    handle: async ({ actor, params: { slug }, body, set }) => {
      const hotel = await hotelOf(store, slug)
      return await invitedView(context, set, await invite(context, actor, hotel, body))
    },
  })

  route('POST', '/hotels/:slug/invitations/:id/resend', {
    id: 'resendInvitation',
    ...RESEND,
    handle: async ({ actor, params: { slug, id }, set }) => {
      const hotel = await hotelOf(store, slug)
      return await linkView(context, set, await resendInvitation(context, actor, { hotel }, id))
    },
  })

  route('DELETE', '/hotels/:slug/invitations/:id', {
    id: 'withdrawInvitation',
    ...WITHDRAW,
    handle: async ({ actor, params: { slug, id } }) =>
      await withdrawInvitation(context, actor, { hotel: await hotelOf(store, slug) }, id),
  })

  route('POST', '/users/:id/reset-link', {
    id: 'makeResetLink',
    stepUp: 'account',
    summary: 'Make a link to choose a new password',
    description:
      'Hand it over if mail is off or does not arrive; nothing is mailed. The link works once, for 24 hours, and the previous one ends. The present password stays valid until the link is used.',
    status: 201,
    says: 'The link, shown this once.',
    answer: MadeLinkSchema,
    handle: async ({ actor, params: { id }, set }) =>
      await linkView(context, set, await makeResetLink(context, actor, id)),
  })

  return app
}

/** Lists open invitations. */
export async function answerInvitations(
  { store, isMailing }: Context,
  place: Parameters<typeof listInvitations>[1],
) {
  const entries = await listInvitations(store, place, INVITATIONS_MAX)
  return { items: entries.map(showInvitation), isMailing }
}

async function invitedView(
  context: Context,
  set: Call['set'],
  { link, member }: InvitationResult,
): Promise<Static<typeof InvitedSchema>> {
  return {
    link: link ? await linkView(context, set, link) : null,
    member: member ? showMember(member) : null,
  }
}

/** Shows a new link; its address only if it was not mailed. */
export async function linkView(
  { links, panelUrl }: Context,
  set: Call['set'],
  link: TokenLink,
): Promise<Static<typeof MadeLinkSchema>> {
  set.headers['cache-control'] = 'no-store'
  const url = link.mailed ? null : linkUrl(panelUrl, await links.sign(link))
  return show(MadeLinkSchema, { ...link, url })
}
