import type { Scope } from './scope.ts'

/** Networks that a key is taken from (contract §8), and characters of one: the longest address of IPv6 and its prefix. */
export const ALLOWED_IPS_MAX = 20

/** Active API keys of one hotel (contract §5). */
export const KEYS_ACTIVE_MAX = 5

/** Requests a minute of one API key, unless its own limit says otherwise (specification §8). */
export const KEY_REQUESTS_PER_MINUTE = 60

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6
/** Characters of the secret that its prefix shows. */
const PREFIX_LENGTH = 6

/** The alphabet and length that carry 32 random bytes (contract §8): 62^43 > 2^256. */
export const KEY_SECRET = { alphabet: BASE62, length: SECRET_LENGTH } as const

/** What the holder of a key may do, and whose it is: never the key itself, only its hash is stored. */
export type ApiKey = {
  id: string
  hotelId: number
  /** It works on the sandbox of its hotel (contract §2, *Sandbox*). */
  test: boolean
  /** Of a test key that was let in: its hotel, where `hotelId` is the sandbox. */
  sandboxOf?: number
  /** The vendor that it is the connection of, held by the vendor's own secret (contract §8); null: a key of the hotel. */
  vendorId: string | null
  name: string
  prefix: string
  /** In the order of `SCOPES`; set when it is made and never widened. */
  scopes: Scope[]
  /** Networks that it is taken from, in CIDR; none: from anywhere. */
  allowedIps: string[]
  requestsPerMinute: number | null
  createdAtMs: number
  expiresAtMs: number | null
  revokedAtMs: number | null
  lastUsedAtMs: number | null
  /** The address of its last use; null: it was not used, or that was not kept. */
  lastUsedFrom: string | null
  /** The account that made it, or that connected its vendor; null: the service did, or that was not kept. */
  createdBy: string | null
}

/** When a key or a site was used, and from which address. */
export type Use = { atMs: number; from: string }

/** What is held: a key of a hotel, one of its sandbox, a vendor's secret, or the key of a site. */
export type KeyKind = 'live' | 'test' | 'vendor' | 'site'

/** A key as shown once: `<brand>_<kind>_` + secret + checksum (contract §8). */
export function formatKey(brand: string, secret: string, kind: KeyKind = 'live'): string {
  const head = `${brand}_${kind}_${secret}`
  return head + checksum(head)
}

/** The beginning of a key that may be shown for ever, to tell keys apart. */
export function keyPrefix(key: string): string {
  return key.slice(0, key.lastIndexOf('_') + 1 + PREFIX_LENGTH)
}

/** Of any brand: keys outlive a change of name. */
const KEY_FORM = new RegExp(
  `^[a-z][a-z0-9-]{0,31}_(?:live|test|vendor|site)_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`,
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

/** Whether a key opens anything. */
export const KEY_STATES = ['active', 'expired', 'revoked'] as const
export type KeyState = (typeof KEY_STATES)[number]

/** What a key is at an instant; one that was revoked does not expire. */
export function keyState({ revokedAtMs, expiresAtMs }: ApiKey, nowMs: number): KeyState {
  if (revokedAtMs !== null) return 'revoked'
  return expiresAtMs !== null && nowMs >= expiresAtMs ? 'expired' : 'active'
}

/** Whether a key opens anything at this instant: not revoked, not expired. */
export const isKeyActive = (key: ApiKey, nowMs: number) => keyState(key, nowMs) === 'active'

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
