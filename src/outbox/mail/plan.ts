import { mailboxOf } from '../../domain/accounts/mailbox.ts'
import type { AccountMailKind } from '../../domain/mails/mail.ts'
import { MAILS_PER_HOUR } from '../../domain/mails/mail.ts'
import type { Tx } from '../../store/engine/engine.ts'
import {
  countWaitingBefore,
  listProvenAddresses,
  listSentTimes,
  type MailSort,
  type SentMail,
  settleMail,
  sortOf,
} from '../../store/mails/mail-claims.ts'
import type { Mail } from '../../store/mails/mails.ts'

/** Most mails that may wait for the hourly rate limit of an unproven mailbox; more are dropped. */
const MAILS_WAITING_MAX = 20

/**
 * The share of bookings in that limit for an address without a proven account, for anyone can book in anyone's name.
 */
const BOOKING_MAILS_PER_HOUR = 4

/** Mails not delivered within this time are given up as outdated. */
const MAIL_LATE_MS = 24 * 60 * 60 * 1_000

const HOUR_MS = 60 * 60 * 1_000
/** Proof mails per mailbox and hour, in addition to its other mails. */
const PROOF_MAILS_PER_HOUR = 10

/** The budget of a pass: how many mails may begin, and those in progress. */
type Room = { limit: number; nowMs: number; underWay: readonly Mail[] }
/**
 * The holder of an address that an account has proven: staff of a hotel or agency, or a guest; undefined if unproven.
 */
type ProvenHolder = { isStaff: boolean } | undefined

/**
 * Chooses the due mails to send now under the rate limits: codes and proof mails first, then account mails, then
 * booking mails. It settles the others: late ones are given up; mails to an unproven mailbox that has had its five of
 * this hour (ten proof mails, for any holder) wait for their hour, or are dropped if too many of the kind wait
 * already.
 *
 * @returns the mails to begin, and whether any was settled: if so, more may be due
 */
export async function planMails(
  tx: Tx,
  due: readonly Mail[],
  { limit, nowMs, underWay }: Room,
): Promise<{ begin: Mail[]; isMore: boolean }> {
  const addresses = [...new Set(due.map(({ address }) => address))]
  if (addresses.length === 0) return { begin: [], isMore: false }
  const proven = await listProvenAddresses(tx, addresses)
  const sent = await listSentTimes(tx, addresses, nowMs - HOUR_MS)
  const note = (mail: Mail) => {
    const mailbox = mailboxOf(mail.address)
    sent.set(mailbox, [...(sent.get(mailbox) ?? []), { atMs: nowMs, sort: sortOf(mail) }])
  }
  for (const mail of underWay) note(mail)
  const begin: Mail[] = []
  const begunLike = (mail: Mail) =>
    begin.filter((each) => isToOne(each, mail) && sortOf(each) === sortOf(mail))
  let isMore = false
  for (const mail of due.toSorted((a, b) => RANKS[sortOf(a)] - RANKS[sortOf(b)])) {
    if (begin.length >= limit) break
    const { address, createdAtMs } = mail
    const whose = proven.get(address)
    const freeAtMs = isFree(mail, whose)
      ? 0
      : nextAtMs(mail, whose, sent.get(mailboxOf(address)) ?? [])
    if (nowMs - createdAtMs > MAIL_LATE_MS)
      await giveUp(tx, mail, { state: 'failed', answer: mail.answer ?? LATE, nowMs })
    else if (freeAtMs <= nowMs) {
      begin.push(mail)
      note(mail)
      continue
    } else if ((await countWaitingBefore(tx, mail)) - begunLike(mail).length >= MAILS_WAITING_MAX)
      await giveUp(tx, mail, { state: 'dropped', answer: tooMany(mail), nowMs })
    else {
      const kept = { mail, state: 'pending' as const, nextAtMs: freeAtMs, askedAtMs: null }
      await settleMail(tx, { ...kept, answer: full(mail) }, nowMs)
    }
    isMore = true
  }
  return { begin, isMore }
}

/** Order of sending. */
const RANKS: Record<MailSort, number> = { code: 0, proof: 0, account: 1, booking: 2 }

const isToOne = (one: Mail, other: Mail) => mailboxOf(one.address) === mailboxOf(other.address)

/**
 * Returns when a mailbox may get another mail; a past time means now. Its rate limit is five an hour, plus ten proof
 * mails. Booking mails leave one of the five to the mailbox's account unless that has proven it, for anyone can book
 * in anyone's name.
 */
function nextAtMs(mail: Mail, proven: ProvenHolder, sent: readonly SentMail[]): number {
  const after = (count: number, some: readonly SentMail[]) =>
    (some.at(-count)?.atMs ?? -HOUR_MS) + HOUR_MS
  const asking = sent.filter(({ sort }) => sort === 'proof')
  if (sortOf(mail) === 'proof') return after(PROOF_MAILS_PER_HOUR, asking)
  const others = sent.filter(({ sort }) => sort !== 'proof' && sort !== 'code')
  const atMs = after(MAILS_PER_HOUR, others)
  if (sortOf(mail) === 'account' || proven) return atMs
  const ofBookings = others.filter(({ sort }) => sort === 'booking')
  return Math.max(atMs, after(BOOKING_MAILS_PER_HOUR, ofBookings))
}

/**
 * Mails about an account's own actions, which are limited when requested. Any account holder can request the others.
 */
const OWN_KINDS: readonly string[] = [
  'invitation',
  'password_reset',
  'password_changed',
  'passkey_added',
  'email_old',
  'email_changed',
] satisfies AccountMailKind[]

/**
 * True if a mail is exempt from the limits: a code, whose number per hour is limited, or a mail to a proven address.
 * Booking mails are exempt only for staff, for anyone can book in a guest's name.
 */
function isFree(mail: Mail, proven: ProvenHolder): boolean {
  const sort = sortOf(mail)
  if (sort === 'code') return true
  if (!proven || sort === 'proof') return false
  return sort === 'account' ? OWN_KINDS.includes(mail.kind) : proven.isStaff
}

const giveUp = (
  tx: Tx,
  mail: Mail,
  { state, answer, nowMs }: { state: 'failed' | 'dropped'; answer: string; nowMs: number },
) => settleMail(tx, { mail, state, nextAtMs: null, askedAtMs: null, answer }, nowMs)

const LATE = 'The mail could not be sent within 24 hours.'
const had = (mail: Mail) =>
  `This mailbox has had ${sortOf(mail) === 'proof' ? PROOF_MAILS_PER_HOUR : MAILS_PER_HOUR} mails within an hour`
const full = (mail: Mail) => `${had(mail)}; this one waits.`
const tooMany = (mail: Mail) => `${had(mail)}, and ${MAILS_WAITING_MAX} already wait.`
