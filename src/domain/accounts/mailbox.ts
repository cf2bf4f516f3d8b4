import { normalizeEmail } from '../kernel/address.ts'

const GMAIL = 'gmail.com'
/** Other names of a domain's mailboxes. */
const SAME = new Map([['googlemail.com', GMAIL]])

/**
 * The mailbox of an address, by which mails are counted and nothing else is (contract-access, *One mailbox*): NFKC, lower
 * case, its domain in ASCII, without a `+tag`, at gmail.com without points.
 */
export function mailboxOf(email: string): string {
  const folded = normalizeEmail(email)
  const at = folded.lastIndexOf('@')
  const domain = folded.slice(at + 1)
  const host = SAME.get(domain) ?? domain
  const [local = ''] = folded.slice(0, Math.max(at, 0)).split('+', 1)
  return `${host === GMAIL ? local.replaceAll('.', '') : local}@${host}`
}
