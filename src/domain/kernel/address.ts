/**
 * An e-mail address as it is compared and kept (contract-access, *Accounts*): neither case (contract §3) nor width or
 * composition of its letters (Unicode NFKC) tells addresses apart, and its domain is in ASCII, as DNS has it.
 */
export function normalizeEmail(email: string): string {
  // Twice: ™ is TM after the first.
  const folded = fold(fold(email)).trim()
  const at = folded.lastIndexOf('@') + 1
  return at === 0 ? folded : `${folded.slice(0, at)}${inAscii(folded.slice(at))}`
}

const fold = (text: string) => text.toLowerCase().normalize('NFKC')

/** As versions before this rule kept it: rows that stand may have it. */
export const spelledEmail = (email: string) => email.trim().toLowerCase().normalize('NFC')

/** A domain as DNS has it (UTS #46); one that DNS cannot have stays as it is written. */
const inAscii = (domain: string): string => URL.parse(`http://${domain}`)?.hostname || domain
