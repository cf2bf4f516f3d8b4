const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6

/** The alphabet and length that carry 32 random bytes (contract §8): 62^43 > 2^256. */
export const KEY_SECRET = { alphabet: BASE62, length: SECRET_LENGTH } as const

/** What the holder of a key may do, and whose it is: never the key itself, only its hash is stored. */
export type ApiKey = {
  id: string
  hotelId: number
  name: string
  prefix: string
  requestsPerMinute: number | null
  createdAtMs: number
  expiresAtMs: number | null
  revokedAtMs: number | null
  lastUsedAtMs: number | null
}

/** A key as shown once: `<brand>_live_` + secret + checksum (contract §8). */
export function formatKey(brand: string, secret: string): string {
  const head = `${brand}_live_${secret}`
  return head + checksum(head)
}

/** The beginning of a key that may be shown for ever, to tell keys apart. */
export function keyPrefix(brand: string, key: string): string {
  return key.slice(0, `${brand}_live_`.length + 6)
}

/** Of any brand: keys outlive a change of name. */
const KEY_FORM = new RegExp(
  `^[a-z][a-z0-9-]{0,31}_live_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`,
)

/** Whether the text could be a key of ours: a mistyped or invented one is refused without a look at the database. */
export function isWellFormedKey(key: string): boolean {
  if (!KEY_FORM.test(key)) return false
  return checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH)
}

/** SHA-256 of a key, base64: what is stored and looked up (contract §8). */
export function hashKey(key: string): string {
  return new Bun.CryptoHasher('sha256').update(key).digest('base64')
}

/** Whether a key opens anything at this instant: not revoked, not expired. */
export function isKeyActive(key: ApiKey, nowMs: number): boolean {
  return key.revokedAtMs === null && (key.expiresAtMs === null || nowMs < key.expiresAtMs)
}

/** CRC-32 of everything before it, in base62: catches typing, not forging. */
function checksum(head: string): string {
  let rest = Bun.hash.crc32(head)
  let text = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = BASE62[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}
