import { type Static, Type } from 'typebox'
import { LINK_KINDS } from '../../domain/accounts/account-link.ts'
import { AGENCY_ROLES } from '../../domain/accounts/agency-role.ts'
import { MEMBER_ROLES } from '../../domain/accounts/membership.ts'
import { MAIL_STATES } from '../../domain/mails/mail.ts'
import type { InvitationEntry } from '../../store/accounts/links.ts'
import { Instant, namedObject, nullable, show, words } from '../api/schema.ts'
import { MemberSchema } from './member-shape.ts'

const text = Type.String()

const HOUSE_ROLES = [...MEMBER_ROLES, ...AGENCY_ROLES] as const

/** A one-time link, as its holder sees it before using it. */
export const LinkSchema = namedObject('AccountLink', {
  kind: words(...LINK_KINDS),
  email: Type.String({ description: 'The address it was made for.' }),
  newEmail: nullable(text, 'For a change of address, shown to the old address only.'),
  hotel: nullable(Type.Object({ slug: text, name: text }), 'For an invitation.'),
  agency: nullable(Type.Object({ code: text, name: text }), 'For an invitation.'),
  role: nullable(words(...HOUSE_ROLES)),
  invitedBy: nullable(text),
  needsSignIn: Type.Boolean({
    description: 'The invited person has an account, and accepts while signed in to it.',
  }),
  expiresAt: Instant,
})

/** An open invitation. */
const InvitationSchema = namedObject('Invitation', {
  id: text,
  email: text,
  role: words(...HOUSE_ROLES),
  invitedBy: nullable(text),
  mailState: nullable(words(...MAIL_STATES), 'null: nothing was mailed.'),
  createdAt: Instant,
  expiresAt: Instant,
})

export const InvitationListSchema = Type.Object({
  items: Type.Array(InvitationSchema),
  isMailing: Type.Boolean({ description: '`false`: links are handed over.' }),
})

const url = nullable(text, 'To hand over, shown this once; null: it was mailed.')

/** A new link. */
export const MadeLinkSchema = namedObject('MadeLink', { url, expiresAt: Instant })

/** The result of an invitation: a link, mailed or to hand over, or a member who joined at once. */
export const InvitedSchema = namedObject('Invited', {
  link: nullable(MadeLinkSchema),
  member: nullable(MemberSchema, 'Had a hotel account and has joined this hotel.'),
})

export const showInvitation = ({ address, memberRole, ...entry }: InvitationEntry) =>
  show(InvitationSchema, { ...entry, email: address, role: memberRole! })

export type LinkView = Static<typeof LinkSchema>
