import { normalizeEmail } from '../kernel/address.ts'

const GMAIL = 'gmail.com'
/** Aliases of mail domains. */
const SAME = new Map([['googlemail.com', GMAIL]])

/**
 * Normalizes an address to its mailbox, which is used only to count mails (contract-access, *One mailbox*): NFKC,
 * lower case, domain in ASCII, no `+tag`, no dots at gmail.com.
 */
export function mailboxOf(email: string): string {
  const folded = normalizeEmail(email)
  const at = folded.lastIndexOf('@')
  const domain = folded.slice(at + 1)
  const host = SAME.get(domain) ?? domain
  const [local = ''] = folded.slice(0, Math.max(at, 0)).split('+', 1)
  return `${host === GMAIL ? local.replaceAll('.', '') : local}@${host}`
}
