import { Type } from 'typebox'
import {
  inviteColleague,
  resendInvitation,
  withdrawInvitation,
} from '../../service/accounts/invitations.ts'
import { agencyOfCode } from '../../service/agencies/agencies.ts'
import type { Context } from '../api/context.ts'
import { type AddRoute, routes } from '../api/route.ts'
import { EmailSchema, LanguageSchema, strictObject } from '../api/texts.ts'
import type { Agent } from '../doors/agency.ts'
import { sessionDoor } from '../doors/session-door.ts'
import { AgencyRoleSchema } from './colleague-shape.ts'
import { answerInvitations, linkView, RESEND, WITHDRAW } from './invitations.ts'
import { InvitationListSchema, MadeLinkSchema } from './link-shape.ts'

const LIST = {
  summary: 'Open invitations of an agency',
  description: 'Newest first, including expired ones.',
  says: 'The invitations.',
  answer: InvitationListSchema,
}

const INVITE = {
  stepUp: 'invitation' as const,
  summary: 'Invite a person into an agency',
  description:
    'As `POST /v1/panel/invitations`, but everybody accepts by the link. An account of a hotel, an admin or another agency cannot join; the answer does not reveal it.',
  body: strictObject({
    ...{ email: EmailSchema, role: AgencyRoleSchema },
    language: Type.Optional(LanguageSchema),
  }),
  examples: { 'A seller': { email: 'ayse@example.com', role: 'agency_seller' as const } },
  status: 201 as const,
  says: 'The link.',
  answer: MadeLinkSchema,
  errors: ['already_exists'] as const,
}

/** Adds invitations into an agency, by its owners (contract-agencies, *Roles*). */
export function addInvitations(route: AddRoute<Agent>, context: Context): void {
  route('GET', '/invitations', {
    id: 'listAgencyInvitations',
    ...LIST,
    handle: ({ agency }) => answerInvitations(context, { agencyId: agency.id }),
  })

  route('POST', '/invitations', {
    id: 'inviteColleague',
    ...INVITE,
    handle: async ({ actor, agency, body, set }) =>
      await linkView(context, set, await inviteColleague(context, actor, agency, body)),
  })

  route('POST', '/invitations/:id/resend', {
    id: 'resendAgencyInvitation',
    ...RESEND,
    handle: async ({ actor, agency, params: { id }, set }) =>
      await linkView(context, set, await resendInvitation(context, actor, { agency }, id)),
  })

  route('DELETE', '/invitations/:id', {
    id: 'withdrawAgencyInvitation',
    ...WITHDRAW,
    handle: async ({ actor, agency, params: { id } }) =>
      await withdrawInvitation(context, actor, { agency }, id),
  })
}

/** The same for any agency, by admins: the first owner of an agency comes in by these. */
export function adminAgencyInvitationRoutes(context: Context) {
  const { store } = context
  const prefix = '/v1/admin/agencies'
  const { app, route } = routes(prefix, sessionDoor(context, 'admin'), 'Administration')

  route('GET', '/:code/invitations', {
    id: 'listInvitationsOfAgency',
    ...LIST,
    handle: async ({ params: { code } }) =>
      await answerInvitations(context, { agencyId: (await agencyOfCode(store, code)).id }),
  })

  route('POST', '/:code/invitations', {
    id: 'inviteIntoAgency',
    ...INVITE,
    handle: async ({ actor, params: { code }, body, set }) => {
      const agency = await agencyOfCode(store, code)
      return await linkView(context, set, await inviteColleague(context, actor, agency, body))
    },
  })

  route('POST', '/:code/invitations/:id/resend', {
    id: 'resendInvitationOfAgency',
    ...RESEND,
    handle: async ({ actor, params: { code, id }, set }) => {
      const agency = await agencyOfCode(store, code)
      return await linkView(context, set, await resendInvitation(context, actor, { agency }, id))
    },
  })

  route('DELETE', '/:code/invitations/:id', {
    id: 'withdrawInvitationOfAgency',
    ...WITHDRAW,
    handle: async ({ actor, params: { code, id } }) =>
      await withdrawInvitation(context, actor, { agency: await agencyOfCode(store, code) }, id),
  })

  return app
}
