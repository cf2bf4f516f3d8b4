import type { CalendarDate } from '../domain/kernel/date.ts'
import type { StrangerLimits } from '../domain/strangers/strangers.ts'
import type { TargetRules } from '../domain/webhooks/target.ts'
import type { LinkSigner } from '../store/accounts/signer.ts'
import type { BookingTokens } from '../store/bookings/booking-tokens.ts'
import type { Vault } from '../store/engine/vault.ts'
import type { Store } from '../store/open.ts'
import type { MailHealth } from './mail-health.ts'
import type { Passwords } from './passwords.ts'
import type { Turns } from './turns.ts'

/** What the verbs need of the world, handed in so that a test can hand in its own. */
export type Deps = {
  store: Store
  brand: string
  /** Wall clock, epoch milliseconds. */
  nowMs: () => number
  /** Today in an IANA time zone. */
  today: (timeZone: string) => CalendarDate
  /** A fresh UUIDv7 (RFC 9562): sorts by the time it was made. */
  newId: () => string
  /** A fresh booking code: 10 characters that nobody guesses or misreads (contract §3). */
  newCode: () => string
  /** A fresh secret part of an API key: 32 random bytes in base62. */
  newKeySecret: () => string
  /** A fresh signing secret of a webhook: `whsec_` and base64 of 32 random bytes (contract §4). */
  newWebhookSecret: () => string
  /** A fresh recovery code, as it is compared. */
  newRecoveryCode: () => string
  /** Seals what is stored and must be read again: the secrets of webhooks and of second factors, and who stays. */
  vault: Vault
  /** Signs and reads the links that are made for somebody. */
  links: LinkSigner
  /** The tokens that bookings are opened by. */
  tokens: BookingTokens
  /** Which bounds strangers' bookings have beside the size of one: all, those of a night alone, or none. */
  strangerLimits: StrangerLimits
  /** The service is a demo, which lets newcomers try things. */
  isDemo: boolean
  /** Hotels whose brake has refused something since the alarm was told of it last (`noteBrakeRefusals`). */
  brakeRefusals: Set<number>
  /** Code and e-mail act as a manage token does, for partners' pages of before it (`contract-access`). */
  manageByEmail: boolean
  /** Where webhooks may go. */
  targets: TargetRules
  /** Every address of a host name. @throws Error when there is none, or nobody knows */
  resolve: (host: string) => Promise<string[]>
  /** Large pushes go one at a time, hotels in turn. */
  largePushes: Turns
  /** Whether there is a mail server; without one no mail is queued. */
  isMailing: boolean
  /** Whether it takes mails, as far as this process has looked. */
  mailHealth: MailHealth
  /** Hashes and compares passwords. */
  passwords: Passwords
}
