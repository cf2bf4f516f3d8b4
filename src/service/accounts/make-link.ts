import type { LinkKind, MailedKind } from '../../domain/accounts/account-link.ts'
import type { HouseRole } from '../../domain/accounts/house.ts'
import { mailboxOf } from '../../domain/accounts/mailbox.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import type { Language } from '../../domain/kernel/language.ts'
import type { AccountMailKind } from '../../domain/mails/mail.ts'
import { type AccountLink, endLinks, findLink, insertLink } from '../../store/accounts/links.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { insertMail } from '../../store/mails/mails.ts'
import type { Deps } from '../deps.ts'

/** Default lifetime of a link, and of its row. */
const LINK_MS = 24 * 60 * 60 * 1_000

/** A link opened by its token. */
export type TokenLink = AccountLink & { kind: LinkKind }

/** The settings of a new link. */
export type NewLink<Kind extends MailedKind = MailedKind> = {
  kind: Kind
  address: string
  userId?: string
  hotelId?: number
  agencyId?: number
  memberRole?: HouseRole
  changeId?: string
  language: Language
  actor: Actor
  /** True if it is mailed to its address and shown nowhere. */
  mailed: boolean
  /** Lifetime; default: 24 hours. */
  lastsMs?: number
}

/** Creates a link. It replaces the open link of its kind for the same account, or for the same address at a hotel or an agency. */
export async function makeLink<Kind extends MailedKind>(
  tx: Tx,
  { newId, nowMs }: Deps,
  {
    kind,
    address,
    userId,
    hotelId,
    agencyId,
    memberRole,
    changeId,
    actor,
    lastsMs = LINK_MS,
    ...rest
  }: NewLink<Kind>,
): Promise<AccountLink & { kind: Kind }> {
  const now = nowMs()
  const house = agencyId === undefined ? { hotelId: hotelId! } : { agencyId }
  const whose = userId === undefined ? { address, ...house } : { userId }
  await endLinks(tx, { kinds: [kind], ...whose }, now)
  const link: AccountLink & { kind: Kind } = {
    id: newId(),
    kind,
    userId: userId ?? null,
    address,
    mailbox: mailboxOf(address),
    changeId: changeId ?? null,
    hotelId: hotelId ?? null,
    agencyId: agencyId ?? null,
    memberRole: memberRole ?? null,
    ...rest,
    actorType: actor.type,
    actorId: actor.id,
    createdAtMs: now,
    expiresAtMs: now + lastsMs,
    usedAtMs: null,
    endedAtMs: null,
    tries: 0,
  }
  await insertLink(tx, link)
  return link
}

/** Queues a mail about a link to its address; none without a mail server. */
export async function mailAbout(
  tx: Tx,
  { isMailing, newId, nowMs }: Deps,
  { id: linkId, address, language }: AccountLink,
  kind: AccountMailKind,
): Promise<void> {
  if (!isMailing) return
  const to = { recipient: address, address, language }
  await insertMail(tx, { id: newId(), linkId, kind, ...to, createdAtMs: nowMs() })
}

/**
 * Returns the link opened by a token if it is of one of these kinds. The transaction that uses it checks it again.
 *
 * @throws AppError `link_invalid` for any flaw
 */
export async function openLink(
  { store, links, nowMs }: Deps,
  token: string,
  kinds: readonly LinkKind[],
): Promise<TokenLink> {
  const read = await links.read(token, nowMs())
  if (!read || !kinds.includes(read.kind)) throw linkInvalid()
  const link = await findLink(store, read.id)
  const { kind } = read
  if (link?.kind !== kind || !isGood(link, nowMs())) throw linkInvalid()
  return { ...link, kind }
}

const isGood = ({ usedAtMs, endedAtMs, expiresAtMs }: AccountLink, nowMs: number): boolean =>
  usedAtMs === null && endedAtMs === null && expiresAtMs > nowMs

/** Returns the error for an invalid or outdated link. */
export const linkInvalid = (detail = 'This link is invalid or expired; ask for a new one.') =>
  new AppError('link_invalid', detail)
