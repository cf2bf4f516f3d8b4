import { AppError, refused } from '../kernel/errors.ts'
import { isAddress } from '../webhooks/target.ts'

/** Passkeys of one account. */
export const PASSKEYS_MAX = 10
/** The time a browser has to answer a passkey challenge, and the challenges that may be open at once. */
export const PASSKEY_CHALLENGE_MS = 5 * 60 * 1_000
export const PASSKEY_CHALLENGES_MAX = 20_000

/**
 * The relying party of passkeys: the host that they are bound to and the origin of its pages (WebAuthn Level 3,
 * §5.1.2).
 */
export type RelyingParty = { host: string; origin: string }

/** The purpose of a challenge. */
export type PasskeyPurpose = 'sign_in' | 'step_up' | 'add'

/** The part of a stored passkey that decides where it works. */
type StoredPasskey = { id: string; host: string }

/** Returns the relying party of a service's public URL; undefined for an IP address, which cannot have passkeys. */
export function relyingParty(publicUrl: string): RelyingParty | undefined {
  const { hostname: host, origin } = new URL(publicUrl)
  return isAddress(host.replace(/^\[|\]$/g, '')) ? undefined : { host, origin }
}

/**
 * True if removing the passkey needs the password: it is the account's last one, or the last that still works at this
 * host.
 */
export function isLastPasskey(
  { id, host }: StoredPasskey,
  all: readonly StoredPasskey[],
  here: string | undefined,
): boolean {
  const others = all.filter((each) => each.id !== id)
  return host === here ? others.every((each) => each.host !== here) : others.length === 0
}

/** The error for a failed passkey log-in; it gives no reason. */
export const passkeyInvalid = () =>
  new AppError('passkey_invalid', 'This passkey does not open an account here, or took too long.')

/** The same error for a signed-in account, at its place in the body. */
export const wrongPasskey = () =>
  refused('/passkey', 'wrong_passkey', 'This passkey is not right here, or took too long.')

/** The error for a service that runs at an IP address. */
export const passkeysOff = () =>
  new AppError(
    'passkeys_off',
    'This service is reached at an IP address, which cannot have passkeys.',
  )
