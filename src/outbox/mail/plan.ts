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

/** Mails to such a mailbox that may wait for their hour; more are dropped. */
const MAILS_WAITING_MAX = 20

/** Of these, those about bookings, by an address that no account has proven: anybody books in anybody's name. */
const BOOKING_MAILS_PER_HOUR = 4

/** A mail that was not taken so long after it was queued is given up: what it tells is old. */
const MAIL_LATE_MS = 24 * 60 * 60 * 1_000

const HOUR_MS = 60 * 60 * 1_000
/** Mails within an hour to a mailbox that ask for proof of a booking, beside its others. */
const PROOF_MAILS_PER_HOUR = 10

/** What stands of mails that are due: how many may begin, and how many are under way to an address. */
type Room = { limit: number; nowMs: number; underWay: readonly Mail[] }
/** To an address that its account has proven, and whether the account is somebody's of the trade. */
type ProvenHolder = { isStaff: boolean } | undefined

/**
 * Which of some mails that are due are sent now: codes and those that ask for proof, then those about accounts, then those about
 * bookings. The others are settled: given up where they are late; kept until their hour, or dropped where many of the kind
 * wait already, when the mailbox of their address has had its five (of those that ask for proof ten, whose ever it is)
 * and nobody has proven the address.
 *
 * @returns those to begin, and whether any was settled: then there may be more that are due
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

/** What goes out first. */
const RANKS: Record<MailSort, number> = { code: 0, proof: 0, account: 1, booking: 2 }

const isToOne = (one: Mail, other: Mail) => mailboxOf(one.address) === mailboxOf(other.address)

/**
 * When a mailbox may have another mail: it has five an hour, of which bookings leave one to its account unless that has
 * proven it, for anybody books in anybody's name; and ten that ask for proof. In the past: now.
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

/** About an account's own doings, which are counted when they are asked for. Whoever has any account asks for the others. */
const OWN_KINDS: readonly string[] = [
  'invitation',
  'password_reset',
  'password_changed',
  'passkey_added',
  'email_old',
  'email_changed',
] satisfies AccountMailKind[]

/**
 * Whether a mail goes out whatever else went there: a code, of which so many are made an hour, and others to a proven
 * address. Of bookings only to people of the trade: in a guest's
 * name anybody books.
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

const LATE = 'It could not be sent within 24 hours.'
const had = (mail: Mail) =>
  `This mailbox has had ${sortOf(mail) === 'proof' ? PROOF_MAILS_PER_HOUR : MAILS_PER_HOUR} mails within an hour`
const full = (mail: Mail) => `${had(mail)}: it waits.`
const tooMany = (mail: Mail) => `${had(mail)}, and ${MAILS_WAITING_MAX} wait already.`
