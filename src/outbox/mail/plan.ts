import { MAIL_LATE_MS, MAILS_PER_HOUR, MAILS_WAITING_MAX } from '../../domain/limits.ts'
import type { AccountMailKind } from '../../domain/mail.ts'
import type { Tx } from '../../store/engine.ts'
import {
  countWaitingBefore,
  listProvenAddresses,
  listSentTimes,
  settleMail,
} from '../../store/mails/mail-claims.ts'
import { isAboutLink, type Mail } from '../../store/mails/mails.ts'

const HOUR_MS = 60 * 60 * 1_000

/** What stands of mails that are due: how many may begin, and how many are under way to an address. */
type Room = { limit: number; nowMs: number; underWay: readonly Pick<Mail, 'address'>[] }

/**
 * Which of some mails that are due are sent now. The others are settled: given up where they are late; kept until their
 * hour, or dropped where many wait already, when their address has had its five and nobody has proven it.
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
  const times = await listSentTimes(tx, addresses, nowMs - HOUR_MS)
  for (const { address } of underWay) times.set(address, [...(times.get(address) ?? []), nowMs])
  const begin: Mail[] = []
  const begunTo = (address: string) => begin.filter((each) => each.address === address).length
  let isMore = false
  for (const mail of due) {
    if (begin.length >= limit) break
    const { address, createdAtMs } = mail
    const before = times.get(address) ?? []
    if (nowMs - createdAtMs > MAIL_LATE_MS)
      await giveUp(tx, mail, { state: 'failed', answer: mail.answer ?? LATE, nowMs })
    else if (isFree(mail, proven.get(address)) || before.length < MAILS_PER_HOUR) {
      begin.push(mail)
      times.set(address, [...before, nowMs])
      continue
    } else if ((await countWaitingBefore(tx, mail)) - begunTo(address) >= MAILS_WAITING_MAX)
      await giveUp(tx, mail, { state: 'dropped', answer: TOO_MANY, nowMs })
    else {
      const nextAtMs = before.at(-MAILS_PER_HOUR)! + HOUR_MS
      const kept = { mail, state: 'pending' as const, nextAtMs, askedAtMs: null, answer: FULL }
      await settleMail(tx, kept, nowMs)
    }
    isMore = true
  }
  return { begin, isMore }
}

/** About an account's own doings, which are counted when they are asked for. Whoever has any account asks for the others. */
const OWN_KINDS: readonly string[] = [
  'invitation',
  'password_reset',
  'password_changed',
  'email_old',
  'email_changed',
] satisfies AccountMailKind[]

/**
 * Whether a mail goes to a proven address whatever else went there. Of bookings only to people of the trade: in a guest's
 * name anybody books.
 */
function isFree(mail: Mail, proven: { isStaff: boolean } | undefined): boolean {
  if (!proven) return false
  return isAboutLink(mail) ? OWN_KINDS.includes(mail.kind) : proven.isStaff
}

const giveUp = (
  tx: Tx,
  mail: Mail,
  { state, answer, nowMs }: { state: 'failed' | 'dropped'; answer: string; nowMs: number },
) => settleMail(tx, { mail, state, nextAtMs: null, askedAtMs: null, answer }, nowMs)

const LATE = 'It could not be sent within 24 hours.'
const FULL = `This address has had ${MAILS_PER_HOUR} mails within an hour: it waits.`
const TOO_MANY = `This address has had ${MAILS_PER_HOUR} mails within an hour, and ${MAILS_WAITING_MAX} wait already.`
