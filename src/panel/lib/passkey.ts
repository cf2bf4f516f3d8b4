import type { PasskeyAssertion, PasskeyAttestation, PasskeyOptions } from '../../client/call.ts'
import { Problem } from './http.ts'

/** Reads the options of a passkey, with a session or without. */
export type AskOptions = (options: {
  body: { for: 'sign_in' | 'step_up' | 'add' }
}) => Promise<PasskeyOptions>

/** An IP address, which has no passkeys: they belong to host names (WebAuthn Level 3, §5.1.2). */
const IS_ADDRESS = /^[\d.]+$|:/

/** True if this browser has passkeys, for pages of this host. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function' &&
  !IS_ADDRESS.test(location.hostname)

/** Uses a passkey of this browser. @throws Problem `passkey_invalid` if none was chosen */
export async function showPasskey(
  ask: AskOptions,
  purpose: 'sign_in' | 'step_up',
): Promise<PasskeyAssertion> {
  const { publicKey } = await ask({ body: { for: purpose } })
  const options = PublicKeyCredential.parseRequestOptionsFromJSON(
    publicKey as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  return await answerOf(navigator.credentials.get({ publicKey: options }))
}

/** Makes a passkey in this browser. @throws Problem `passkey_invalid` if none was made */
export async function makePasskey(ask: AskOptions): Promise<PasskeyAttestation> {
  const { publicKey } = await ask({ body: { for: 'add' } })
  const options = PublicKeyCredential.parseCreationOptionsFromJSON(
    publicKey as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  return await answerOf(navigator.credentials.create({ publicKey: options }))
}

/** The browser's answer as JSON; it does not say whether a person declined, waited too long, or has no passkey. */
async function answerOf<T>(asked: Promise<Credential | null>): Promise<T> {
  const credential = (await asked.catch(() => null)) as PublicKeyCredential | null
  if (!credential) throw new Problem(0, { code: 'passkey_invalid' })
  return credential.toJSON() as T
}
