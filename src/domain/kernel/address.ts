/**
 * Normalizes an e-mail address for storage and comparison (contract-access, *Accounts*): case (contract §3), width and
 * composition of letters (Unicode NFKC) are ignored, and the domain is in ASCII, as in DNS.
 */
export function normalizeEmail(email: string): string {
  // Two passes: ™ is TM after the first.
  const folded = fold(fold(email)).trim()
  const at = folded.lastIndexOf('@') + 1
  return at === 0 ? folded : `${folded.slice(0, at)}${inAscii(folded.slice(at))}`
}

const fold = (text: string) => text.toLowerCase().normalize('NFKC')

/** Returns the spelling of versions before this rule, which stored rows may have. */
export const spelledEmail = (email: string) => email.trim().toLowerCase().normalize('NFC')

/** Returns a domain in its DNS form (UTS #46); a domain that DNS cannot have stays as written. */
const inAscii = (domain: string): string => URL.parse(`http://${domain}`)?.hostname || domain
