/**
 * Normalizes an e-mail address for storage and comparison (contract-access, *Accounts*): case (contract §3), width and
 * composition of letters (Unicode NFKC) are ignored, and the domain is in ASCII, as in DNS.
 */
export function normalizeEmail(email: string): string {
  // Most addresses are plain ASCII, of which only the case counts: a ninth of the time, and a booking compares several.
  if (PLAIN.test(email)) return email.toLowerCase()
  // Two passes: ™ is TM after the first.
  const folded = fold(fold(email)).trim()
  const at = folded.lastIndexOf('@') + 1
  return at === 0 ? folded : `${folded.slice(0, at)}${inAscii(folded.slice(at))}`
}

/** An address in ASCII with a domain of names that DNS spells alike; no label of it is an encoded one (`xn--`). */
const PLAIN = /^[!-~]*@(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}$/i

const fold = (text: string) => text.toLowerCase().normalize('NFKC')

/** Returns the spelling of versions before this rule, which stored rows may have. */
export const spelledEmail = (email: string) => email.trim().toLowerCase().normalize('NFC')

/** Returns a domain in its DNS form (UTS #46); a domain that DNS cannot have stays as written. */
const inAscii = (domain: string): string => URL.parse(`http://${domain}`)?.hostname || domain
