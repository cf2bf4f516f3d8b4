// Mail queue: due mails are claimed by a lease, settled once (dedupe), and retried after a refusal.

import {
  type AnyColumn,
  and,
  asc,
  count,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  notExists,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { mailboxOf } from '../../domain/accounts/mailbox.ts'
import type { MailState } from '../../domain/mails/mail.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { isOfMailbox } from '../engine/mailbox.ts'
import { hasRow } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'
import type { Mail } from './mails.ts'

type Table = Tables['mail']

/** The result of an attempt at a mail, or of a decision not to send it. */
export type MailSettlement = {
  mail: Pick<Mail, 'seq' | 'attempts'>
  state: MailState
  /** The time of the next attempt, for a mail that is still pending. */
  nextAtMs: number | null
  /** The time at which the mail server was asked; null if it was not. */
  askedAtMs: number | null
  answer: string | null
  /** True if the mail server deferred the mail (a temporary refusal). */
  isRefused?: boolean
}

/** The mails to look for; `except` lists those in progress, whatever their lease says. */
type Look = { nowMs: number; limit: number; except: readonly number[] }

/**
 * Lists the mails that are due, the longest waiting first: those that ask for proof of a booking or carry a login code
 * come before all others. Any other mail waits for earlier unsent ones about its booking to the same address, so that
 * no guest reads of a change before the confirmation.
 */
export async function listDueMails(handle: Handle, look: Look): Promise<Mail[]> {
  const first = await listFirst(handle, look)
  const limit = look.limit - first.length
  return limit === 0 ? first : [...first, ...(await listOthers(handle, { ...look, limit }))]
}

const listFirst = ({ t: { mail }, db }: Handle, look: Look): Promise<Mail[]> =>
  db
    .select()
    .from(mail)
    .where(and(isFirst(mail), isDue(mail, look)))
    .orderBy(asc(mail.dueAtMs), asc(mail.seq))
    .limit(look.limit)

async function listOthers({ t, db }: Handle, look: Look): Promise<Mail[]> {
  const { mail } = t
  const earlier = alias(mail, 'earlier')
  const waitsFor = db
    .select({ one: sql`1` })
    .from(earlier)
    .where(
      and(
        isNull(mail.linkId),
        ne(mail.bookingCode, ''),
        eq(earlier.bookingCode, mail.bookingCode),
        eq(earlier.address, mail.address),
        lt(earlier.seq, mail.seq),
        isNotNull(earlier.dueAtMs),
        not(isFirst(earlier)),
      ),
    )
  return await db
    .select()
    .from(mail)
    .where(and(not(isFirst(mail)), isDue(mail, look), notExists(waitsFor)))
    .orderBy(asc(mail.dueAtMs), asc(mail.seq))
    .limit(look.limit)
}

const isDue = ({ dueAtMs, seq }: Table, { nowMs, except }: Look) =>
  and(isNotNull(dueAtMs), lte(dueAtMs, nowMs), notInArray(seq, [...except]))

/** Literally the condition of the partial index, so that the planner finds it. */
const isFirst = ({ kind }: { kind: AnyColumn }) => sql`${kind} in ('proof', 'login_code')`

/** The time at which the next mail becomes due; undefined if there is none. */
export async function findNextMail({ t, db }: Handle, nowMs: number): Promise<number | undefined> {
  const { dueAtMs } = t.mail
  const [row] = await db
    .select({ dueAtMs })
    .from(t.mail)
    .where(and(isNotNull(dueAtMs), gt(dueAtMs, nowMs)))
    .orderBy(asc(dueAtMs))
    .limit(1)
  return row?.dueAtMs ?? undefined
}

/** Leases mails for their attempts: unless an attempt is settled before the lease ends, its mail is due again then. */
export async function leaseMails(
  { t, db }: Tx,
  seqs: readonly number[],
  untilMs: number,
): Promise<void> {
  if (seqs.length === 0) return
  await db
    .update(t.mail)
    .set({ dueAtMs: untilMs, leasedUntilMs: untilMs })
    .where(inArray(t.mail.seq, [...seqs]))
}

/** Records the result of an attempt, or the decision not to send the mail. */
export async function settleMail(
  { t, db }: Tx,
  { mail, state, nextAtMs, askedAtMs, answer, isRefused = false }: MailSettlement,
  nowMs: number,
): Promise<void> {
  const isAsked = askedAtMs !== null
  await db
    .update(t.mail)
    .set({
      state,
      dueAtMs: nextAtMs,
      leasedUntilMs: null,
      finishedAtMs: state === 'pending' ? null : nowMs,
      answer,
      refusedSinceMs: isRefused
        ? sql`coalesce(${t.mail.refusedSinceMs}, ${askedAtMs})`.mapWith(Number)
        : null,
      ...(isAsked && { attempts: mail.attempts + 1, lastAtMs: askedAtMs }),
    })
    // Unless another process has taken the mail over after the lease ended.
    .where(
      and(
        eq(t.mail.seq, mail.seq),
        eq(t.mail.attempts, mail.attempts),
        eq(t.mail.state, 'pending'),
      ),
    )
}

/** The sorts of mail that are counted separately for each mailbox (rate limit). */
export type MailSort = 'proof' | 'code' | 'account' | 'booking'

/** The time at which a mail was handed to the mail server, and its sort. */
export type SentMail = { atMs: number; sort: MailSort }

/** The sort under which a mail is counted. */
export function sortOf({ kind, linkId }: Pick<Mail, 'kind' | 'linkId'>): MailSort {
  if (kind === 'proof') return 'proof'
  if (kind === 'login_code') return 'code'
  return linkId === null ? 'booking' : 'account'
}

/** Mails handed to the mail server since an instant, oldest first, by the mailbox of their address. */
export async function listSentTimes(
  { t, db }: Handle,
  addresses: readonly string[],
  sinceMs: number,
): Promise<Map<string, SentMail[]>> {
  const { address, mailbox, lastAtMs, kind, linkId, state } = t.mail
  const rows = await db
    .select({ address, lastAtMs, kind, linkId })
    .from(t.mail)
    .where(
      and(
        isOfMailbox({ address, mailbox }, addresses),
        gt(lastAtMs, sinceMs),
        or(eq(state, 'sent'), eq(state, 'unknown')),
      ),
    )
    .orderBy(asc(lastAtMs))
  const sentOf = (row: (typeof rows)[number]) => ({
    atMs: row.lastAtMs!,
    sort: sortOf(row),
  })
  const byMailbox = Map.groupBy(rows, (row) => mailboxOf(row.address))
  return new Map([...byMailbox].map(([name, those]) => [name, those.map(sentOf)]))
}

/**
 * Counts the mails of the same sort to the same mailbox that were queued before a mail and still wait, without those in
 * progress.
 */
export async function countWaitingBefore(
  { t, db }: Handle,
  { address, seq, ...mail }: Pick<Mail, 'address' | 'seq' | 'kind' | 'linkId'>,
): Promise<number> {
  const isWaiting = and(lt(t.mail.seq, seq), isNotNull(t.mail.dueAtMs))
  const [row] = await db
    .select({ waiting: count() })
    .from(t.mail)
    .where(
      and(
        isOfMailbox(t.mail, [address], isWaiting),
        isOfSort(t.mail, sortOf(mail)),
        isNull(t.mail.leasedUntilMs),
      ),
    )
  return row!.waiting
}

function isOfSort(mail: Table, sort: MailSort) {
  if (sort === 'proof') return eq(mail.kind, 'proof')
  if (sort === 'code') return eq(mail.kind, 'login_code')
  return and(sort === 'account' ? isNotNull(mail.linkId) : isNull(mail.linkId), not(isFirst(mail)))
}

/**
 * Lists which addresses are proven to belong to an active account: it was mailed at the address and answered. Anyone
 * can register with any address, and an admin may mistype one.
 *
 * @returns by address, true if the account belongs to the staff of a hotel, an agency or the service
 */
export async function listProvenAddresses(
  { t, db }: Handle,
  addresses: readonly string[],
): Promise<Map<string, { isStaff: boolean }>> {
  const { email, role, status, provenAddress } = t.user
  const rows = await db
    .select({ email, role })
    .from(t.user)
    .where(and(inArray(email, [...addresses]), eq(provenAddress, email), eq(status, 'active')))
  return new Map(rows.map((row) => [row.email, { isStaff: row.role !== 'guest' }]))
}

const isLeased = ({ mail }: Handle['t']) =>
  and(isNotNull(mail.dueAtMs), isNotNull(mail.leasedUntilMs))

/** True if attempts are in progress by their leases. */
export const hasMailLeases = (handle: Handle) => hasRow(handle, handle.t.mail, isLeased(handle.t))

/** Releases the leases of a process that has ended: its mails are due at once. */
export async function releaseMailLeases({ t, db }: Tx, nowMs: number): Promise<void> {
  await db.update(t.mail).set({ dueAtMs: nowMs, leasedUntilMs: null }).where(isLeased(t))
}
