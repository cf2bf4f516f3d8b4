import { AppError, refused } from '../kernel/errors.ts'
import { isAddress } from '../webhooks/target.ts'

/** Passkeys of one account. */
export const PASSKEYS_MAX = 10
/** How long a browser may take to answer with a passkey, and how many answers may be awaited at once. */
export const PASSKEY_CHALLENGE_MS = 5 * 60 * 1_000
export const PASSKEY_CHALLENGES_MAX = 20_000

/** Where passkeys are good: the host that they are bound to, and the origin of its pages (WebAuthn Level 3, §5.1.2). */
export type RelyingParty = { host: string; origin: string }

/** What a challenge is for. */
export type PasskeyPurpose = 'sign_in' | 'step_up' | 'add'

/** What of a passkey tells what it is good for. */
type StoredPasskey = { id: string; host: string }

/** The relying party of an address that a service is reached at; undefined: an IP address cannot have passkeys. */
export function relyingParty(publicUrl: string): RelyingParty | undefined {
  const { hostname: host, origin } = new URL(publicUrl)
  return isAddress(host.replace(/^\[|\]$/g, '')) ? undefined : { host, origin }
}

/**
 * Whether the password is asked for before a passkey goes: it is the last one there is, or the last that still opens
 * the account.
 */
export function isLastPasskey(
  { id, host }: StoredPasskey,
  all: readonly StoredPasskey[],
  here: string | undefined,
): boolean {
  const others = all.filter((each) => each.id !== id)
  return host === here ? others.every((each) => each.host !== here) : others.length === 0
}

/** The error for a passkey that signs nobody in, whatever is wrong with it: none of it is told. */
export const passkeyInvalid = () =>
  new AppError('passkey_invalid', 'This passkey does not open an account here, or took too long.')

/** The same of somebody who is signed in, at its place in the body. */
export const wrongPasskey = () =>
  refused('/passkey', 'wrong_passkey', 'This passkey is not right here, or took too long.')

/** The error for a service that is reached at an IP address. */
export const passkeysOff = () =>
  new AppError(
    'passkeys_off',
    'This service is reached at an IP address, which cannot have passkeys.',
  )
