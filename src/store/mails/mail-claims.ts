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

/** How an attempt ended, or what became of a mail without one. */
export type MailSettlement = {
  mail: Pick<Mail, 'seq' | 'attempts'>
  state: MailState
  /** When to try again, of one that is still pending. */
  nextAtMs: number | null
  /** When the mail server was asked; null: it was not. */
  askedAtMs: number | null
  answer: string | null
  /** The mail server did not take it now. */
  isRefused?: boolean
}

/** Which mails are looked for; `except`: under way, whatever their lease says. */
type Look = { nowMs: number; limit: number; except: readonly number[] }

/**
 * Mails that are due: those that ask for proof of a booking or bring a code, then the others, of each the one that waits longest first.
 * One of the others that follows an earlier one about its booking to be sent waits for that, so that nobody reads of a
 * change before the confirmation.
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

/** As the index of them says it, so that it is known again. */
const isFirst = ({ kind }: { kind: AnyColumn }) => sql`${kind} in ('proof', 'login_code')`

/** When the next mail that is not due yet will be; undefined: there is none. */
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

/** Begins attempts: unless they are settled before, they are due again when the lease ends. */
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

/** Writes down how an attempt ended, or what becomes of a mail that is not to be sent. */
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
    // Unless another process took it over when the lease had ended.
    .where(
      and(
        eq(t.mail.seq, mail.seq),
        eq(t.mail.attempts, mail.attempts),
        eq(t.mail.state, 'pending'),
      ),
    )
}

/** What mails of a mailbox are counted by. */
export type MailSort = 'proof' | 'code' | 'account' | 'booking'

/** When a mail was handed to the mail server, and what it counts as. */
export type SentMail = { atMs: number; sort: MailSort }

/** What a mail counts as. */
export function sortOf({ kind, linkId }: Pick<Mail, 'kind' | 'linkId'>): MailSort {
  if (kind === 'proof') return 'proof'
  if (kind === 'login_code') return 'code'
  return linkId === null ? 'booking' : 'account'
}

/** Mails that were handed to the mail server since an instant, oldest first; by the mailbox of their address. */
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
 * How many mails to the mailbox of an address wait that were queued before one and count as what it does; those under way
 * are not among them.
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
 * Those of some addresses that an active account has proven to be its own: they were mailed to, and what was mailed came
 * back. Anybody registers with any address, and an admin may mistype one.
 *
 * @returns by address, whether the account is somebody's of a hotel, an agency or the service
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

/** Whether attempts are said to be under way. */
export const hasMailLeases = (handle: Handle) => hasRow(handle, handle.t.mail, isLeased(handle.t))

/** Makes due at once what a process that ended had under way. */
export async function releaseMailLeases({ t, db }: Tx, nowMs: number): Promise<void> {
  await db.update(t.mail).set({ dueAtMs: nowMs, leasedUntilMs: null }).where(isLeased(t))
}
