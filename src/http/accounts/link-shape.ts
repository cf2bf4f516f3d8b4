import { type Static, Type } from 'typebox'
import { LINK_KINDS } from '../../domain/accounts/account-link.ts'
import { MEMBER_ROLES } from '../../domain/accounts/membership.ts'
import { MAIL_STATES } from '../../domain/mails/mail.ts'
import type { InvitationEntry } from '../../store/accounts/links.ts'
import { Instant, namedObject, nullable, show, words } from '../api/schema.ts'
import { MemberSchema } from './member-shape.ts'

const text = Type.String()

/** What a link is good for, as its holder is shown before it is used. */
export const LinkSchema = namedObject('AccountLink', {
  kind: words(...LINK_KINDS),
  email: Type.String({ description: 'The address it is for.' }),
  newEmail: nullable(text, 'Of a change of address, told at the address before.'),
  hotel: nullable(Type.Object({ slug: text, name: text }), 'Of an invitation.'),
  role: nullable(words(...MEMBER_ROLES)),
  invitedBy: nullable(text),
  needsSignIn: Type.Boolean({
    description: 'The invited have an account of a hotel: they accept signed in to it.',
  }),
  expiresAt: Instant,
})

/** Somebody who was invited and has not come yet. */
const InvitationSchema = namedObject('Invitation', {
  id: text,
  email: text,
  role: words(...MEMBER_ROLES),
  invitedBy: nullable(text),
  mailState: nullable(words(...MAIL_STATES), 'null: nothing was mailed.'),
  createdAt: Instant,
  expiresAt: Instant,
})

export const InvitationListSchema = Type.Object({
  items: Type.Array(InvitationSchema),
  isMailing: Type.Boolean({ description: 'false: links are handed over.' }),
})

const url = nullable(text, 'To hand over, shown this once; null: it was mailed.')

/** A link that has just been made. */
export const MadeLinkSchema = namedObject('MadeLink', { url, expiresAt: Instant })

/** What became of an invitation: a link is on its way or to be handed over, or somebody belongs to the hotel already. */
export const InvitedSchema = namedObject('Invited', {
  link: nullable(MadeLinkSchema),
  member: nullable(MemberSchema, 'Has an account of a hotel and belongs to this one now.'),
})

export const showInvitation = ({ address, memberRole, ...entry }: InvitationEntry) =>
  show(InvitationSchema, { ...entry, email: address, role: memberRole! })

export type LinkView = Static<typeof LinkSchema>
