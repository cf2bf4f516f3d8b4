import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import {
  LOGIN_CODE,
  LOGIN_CODE_TRIES,
  type MailedKind,
} from '../../domain/accounts/account-link.ts'
import type { MailState } from '../../domain/mails/mail.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { isOfMailbox } from '../engine/mailbox.ts'
import { hasValue } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'

// Single-use mailed links and log-in codes: issued, consumed, ended, and counted for the rate limit of mails.

/** A stored link, without the token that opens it: invitation, password reset, change of address or log-in code. */
export type AccountLink = Tables['accountLink']['$inferSelect']

/** Selects links by account, by address at a hotel or an agency, by mailbox of an address, or by their creator. */
export type LinkFilter = {
  kinds?: readonly MailedKind[]
  userId?: string
  address?: string
  mailboxOf?: string
  hotelId?: number
  agencyId?: number
  changeId?: string
  actorId?: string
}

/** An invitation in the list of a hotel or an agency. */
export type InvitationEntry = AccountLink & {
  /** Name of the user who invited; null for the service itself. */
  invitedBy: string | null
  /** State of its newest mail; null after delivery. */
  mailState: MailState | null
}

/** Stores a new link. */
export async function insertLink({ t, db }: Tx, link: AccountLink): Promise<void> {
  await db.insert(t.accountLink).values(link)
}

/** Finds a link by id, also a used, ended or expired one. */
export async function findLink({ t, db }: Handle, id: string): Promise<AccountLink | undefined> {
  const [link] = await db.select().from(t.accountLink).where(eq(t.accountLink.id, id))
  return link
}

/** The second link of a change of address: one goes to the old address, one to the new. */
export async function findOtherLink(
  { t, db }: Handle,
  { changeId, kind }: AccountLink,
): Promise<AccountLink | undefined> {
  if (changeId === null) return undefined
  const links = await db.select().from(t.accountLink).where(eq(t.accountLink.changeId, changeId))
  return links.find((each) => each.kind !== kind)
}

/** The newest mailed code of an account that was neither used nor ended; it may have expired. */
export async function findLoginCode(
  { t, db }: Handle,
  userId: string,
): Promise<AccountLink | undefined> {
  const { accountLink: link } = t
  const [code] = await db
    .select()
    .from(link)
    .where(and(eq(link.userId, userId), eq(link.kind, LOGIN_CODE), isOpen(t)))
    .orderBy(desc(link.createdAtMs), desc(link.id))
    .limit(1)
  return code
}

/** Counts a wrong guess against a mailed code, up to its limit. */
export async function countTry({ t, db }: Tx, id: string): Promise<void> {
  const { accountLink: link } = t
  await db
    .update(link)
    .set({ tries: sql`${link.tries} + 1` })
    .where(and(eq(link.id, id), lt(link.tries, LOGIN_CODE_TRIES)))
}

/** Marks a link as used. @returns true if it was still valid: of two simultaneous uses one fails */
export async function takeLink({ t, db }: Tx, id: string, nowMs: number): Promise<boolean> {
  const { accountLink: link } = t
  const taken = await db
    .update(link)
    .set({ usedAtMs: nowMs })
    .where(
      and(
        eq(link.id, id),
        isOpen(t),
        gt(link.expiresAtMs, nowMs),
        lt(link.tries, LOGIN_CODE_TRIES),
      ),
    )
    .returning({ id: link.id })
  return taken.length > 0
}

/** Ends unused links. @returns the number ended */
export async function endLinks({ t, db }: Tx, filter: LinkFilter, nowMs: number): Promise<number> {
  const { accountLink: link } = t
  const ended = await db
    .update(link)
    .set({ endedAtMs: nowMs })
    .where(and(linkCondition(t, filter), isOpen(t)))
    .returning({ id: link.id })
  return ended.length
}

/** Ends one unused link. @returns true if the link was open */
export async function endLink({ t, db }: Tx, id: string, nowMs: number): Promise<boolean> {
  const { accountLink: link } = t
  const ended = await db
    .update(link)
    .set({ endedAtMs: nowMs })
    .where(and(eq(link.id, id), isOpen(t)))
    .returning({ id: link.id })
  return ended.length > 0
}

/** Number of links created since an instant, in any state; the rate limit of mails counts them. */
export async function countLinks(
  { t, db }: Handle,
  filter: LinkFilter,
  sinceMs: number,
): Promise<number> {
  const { accountLink: link } = t
  const [row] = await db
    .select({ links: count() })
    .from(link)
    .where(and(linkCondition(t, filter), gt(link.createdAtMs, sinceMs)))
  return row!.links
}

/** Creation times of links since an instant, in any state; ascending. */
export async function listLinkTimes(
  { t, db }: Handle,
  filter: LinkFilter,
  sinceMs: number,
): Promise<number[]> {
  const { createdAtMs } = t.accountLink
  const rows = await db
    .select({ createdAtMs })
    .from(t.accountLink)
    .where(and(linkCondition(t, filter), gt(createdAtMs, sinceMs)))
    .orderBy(asc(createdAtMs))
  return rows.map((row) => row.createdAtMs)
}

/** Open invitations of a hotel or an agency, newest first: neither accepted nor withdrawn; expired ones are included. */
export async function listInvitations(
  { t, db }: Handle,
  place: { hotelId: number } | { agencyId: number },
  limit: number,
): Promise<InvitationEntry[]> {
  const { accountLink: link, mail } = t
  const inviter = alias(t.user, 'inviter')
  const rows = await db
    .select({ link, invitedBy: inviter.name })
    .from(link)
    .leftJoin(inviter, and(eq(link.actorType, 'user'), eq(inviter.id, link.actorId)))
    .where(and(linkCondition(t, { kinds: ['invitation'], ...place }), isOpen(t)))
    .orderBy(desc(link.createdAtMs), desc(link.id))
    .limit(limit)
  const ids = rows.map((row) => row.link.id)
  const mails = await db
    .select({ linkId: mail.linkId, state: mail.state })
    .from(mail)
    .where(and(isNotNull(mail.linkId), inArray(mail.linkId, ids)))
  const states = new Map(mails.map(({ linkId, state }) => [linkId, state]))
  return rows.map((row) => ({
    ...row.link,
    invitedBy: row.invitedBy,
    mailState: states.get(row.link.id) ?? null,
  }))
}

const isOpen = ({ accountLink: link }: Handle['t']) =>
  and(isNull(link.usedAtMs), isNull(link.endedAtMs))

function linkCondition(
  { accountLink: link }: Handle['t'],
  { kinds, userId, address, mailboxOf, hotelId, agencyId, changeId, actorId }: LinkFilter,
): SQL | undefined {
  return and(
    kinds && inArray(link.kind, [...kinds]),
    hasValue(link.userId, userId),
    hasValue(link.address, address),
    mailboxOf === undefined ? undefined : isOfMailbox(link, [mailboxOf]),
    hasValue(link.hotelId, hotelId),
    hasValue(link.agencyId, agencyId),
    hasValue(link.changeId, changeId),
    hasValue(link.actorId, actorId),
  )
}
