import type { CalendarDate } from '../domain/kernel/date.ts'
import type { StrangerLimits } from '../domain/strangers/strangers.ts'
import type { TargetRules } from '../domain/webhooks/target.ts'
import type { LinkSigner } from '../store/accounts/signer.ts'
import type { BookingTokens } from '../store/bookings/booking-tokens.ts'
import type { HotelSnapshot } from '../store/catalog/catalog.ts'
import type { Vault } from '../store/engine/vault.ts'
import type { Store } from '../store/open.ts'
import type { MailHealth } from './mail-health.ts'
import type { Passwords } from './passwords.ts'
import type { Turns } from './turns.ts'

/** The dependencies of the services on the outside world, passed in so that tests can replace them. */
export type Deps = {
  store: Store
  /** Returns a hotel that this process has cached; undefined: none, or an outdated one. See `currentSnapshot`. */
  knownHotel?: (hotelId: number) => HotelSnapshot | undefined
  brand: string
  /** The time in epoch milliseconds, by the clock that all processes on the database share. */
  nowMs: () => number
  /** Today's date in an IANA time zone. */
  today: (timeZone: string) => CalendarDate
  /** Returns a new UUIDv7 (RFC 9562), which sorts by its time of creation. */
  newId: () => string
  /** Returns a new booking code: 10 characters that are hard to guess and to misread (contract §3). */
  newCode: () => string
  /** Returns the secret part of a new API key: 32 random bytes in base62. */
  newKeySecret: () => string
  /** Returns a new signing secret of a webhook: `whsec_` and 32 random bytes in base64 (contract §4). */
  newWebhookSecret: () => string
  /** Returns a new recovery code in its normalised form. */
  newRecoveryCode: () => string
  /** Encrypts stored secrets that must be read again: those of webhooks and second factors, and guests' identities. */
  vault: Vault
  /** Signs and verifies mailed links. */
  links: LinkSigner
  /** Tokens that open bookings. */
  tokens: BookingTokens
  /** Limits on strangers' bookings in addition to the size of one: all, those of a single night, or none. */
  strangerLimits: StrangerLimits
  /** True for a demo, which lets visitors try things out. */
  isDemo: boolean
  /** Hotels whose brake has refused a booking since the last alarm pass (`noteBrakeRefusals`). */
  brakeRefusals: Set<number>
  /**
   * True if booking code and e-mail are accepted in place of a manage token, for partners' older pages
   * (`contract-access`).
   */
  manageByEmail: boolean
  /** Rules for the allowed targets of webhooks. */
  targets: TargetRules
  /** Returns every address of a host name. @throws Error if it has none or the lookup fails */
  resolve: (host: string) => Promise<string[]>
  /** Queue of large pushes: one at a time, or two beside a remote database; hotels in turn. */
  largePushes: Turns
  /** True if a mail server is configured; without one no mail is queued. */
  isMailing: boolean
  /** Health of the mail server, as last seen by this process. */
  mailHealth: MailHealth
  /** Hashes and verifies passwords. */
  passwords: Passwords
}
