import type { Scope } from './scope.ts'

/**
 * Networks that a key may be limited to (contract §8), and characters of one: the longest IPv6 address and its prefix.
 */
export const ALLOWED_IPS_MAX = 20

/** Active API keys of one hotel (contract §5). */
export const KEYS_ACTIVE_MAX = 5

/** Rate limit of one API key in requests a minute, unless the key has its own (specification §8). */
export const KEY_REQUESTS_PER_MINUTE = 60

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6
/** Characters of the secret that its prefix shows. */
const PREFIX_LENGTH = 6

/** The alphabet and length that carry 32 random bytes (contract §8): 62^43 > 2^256. */
export const KEY_SECRET = { alphabet: BASE62, length: SECRET_LENGTH } as const

/** An API key: its rights and its owner. The key itself is never stored, only its hash. */
export type ApiKey = {
  id: string
  hotelId: number
  /** True if it works on its hotel's sandbox (contract §2, *Sandbox*). */
  test: boolean
  /** Set for an authenticated test key: its hotel, while `hotelId` is the sandbox. */
  sandboxOf?: number
  /** The vendor whose connection it is, opened by the vendor's own secret (contract §8); null: a key of the hotel. */
  vendorId: string | null
  name: string
  prefix: string
  /** In the order of `SCOPES`; set when the key is made and never widened. */
  scopes: Scope[]
  /** Networks that it is accepted from, in CIDR; empty: from anywhere. */
  allowedIps: string[]
  requestsPerMinute: number | null
  createdAtMs: number
  expiresAtMs: number | null
  revokedAtMs: number | null
  lastUsedAtMs: number | null
  /** The address of its last use; null: never used, or the address was not kept. */
  lastUsedFrom: string | null
  /** The place of the feed when the vendor was connected, which its cursors begin at; null: from the oldest entry. */
  feedSeq: number | null
  feedAtMs: number | null
  /** The event that told of the connection, which its vendor's events follow; null: all of the hotel's do. */
  eventSeq: number | null
  /** The account that made it or connected its vendor; null: the service did, or the account was not kept. */
  createdBy: string | null
}

/** The last use of a key or a site: its time and client address. */
export type Use = { atMs: number; from: string }

/** The kind of a credential: a hotel's key, a sandbox key, a vendor's secrets, or the key of a site. */
export type KeyKind = 'live' | 'test' | 'vendor' | 'vendor_test' | 'site'

/** Formats a key as it is shown once: `<brand>_<kind>_` + secret + checksum (contract §8). */
export function formatKey(brand: string, secret: string, kind: KeyKind = 'live'): string {
  const head = `${brand}_${kind}_${secret}`
  return head + checksum(head)
}

/** Returns the beginning of a key, which may be shown for ever to tell keys apart. */
export function keyPrefix(key: string): string {
  return key.slice(0, key.lastIndexOf('_') + 1 + PREFIX_LENGTH)
}

/** Any brand is accepted: keys outlive a change of the product's name. */
const KEY_FORM = new RegExp(
  `^[a-z][a-z0-9-]{0,31}_(?:live|test|vendor|vendor_test|site)_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`,
)

/** True if the text has the form of a key: a mistyped or invented one is refused without a database query. */
export function isWellFormedKey(key: string): boolean {
  if (!KEY_FORM.test(key)) return false
  return checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH)
}

/** Returns the SHA-256 of a key in base64, which is stored and looked up (contract §8). */
export function hashKey(key: string): string {
  return Bun.SHA256.hash(key, 'base64')
}

/** The states of a key; only an active one opens anything. */
export const KEY_STATES = ['active', 'expired', 'revoked'] as const
export type KeyState = (typeof KEY_STATES)[number]

/** Returns the state of a key at an instant; a revoked key stays revoked after its expiry. */
export function keyState({ revokedAtMs, expiresAtMs }: ApiKey, nowMs: number): KeyState {
  if (revokedAtMs !== null) return 'revoked'
  return expiresAtMs !== null && nowMs >= expiresAtMs ? 'expired' : 'active'
}

/** True if a key opens anything at this instant: neither revoked nor expired. */
export const isKeyActive = (key: ApiKey, nowMs: number) => keyState(key, nowMs) === 'active'

/** Returns the CRC-32 of the text before it, in base62: it catches typing errors, not forgery. */
function checksum(head: string): string {
  let rest = Bun.hash.crc32(head)
  let text = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = BASE62[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}
