import { Problem } from './http.ts'

type Purpose = 'sign_in' | 'step_up' | 'add'

/** Asks for options, as who calls. */
export type AskOptions = (body: { for: Purpose }) => Promise<{ publicKey: object }>

/** A dotted number, or what is in brackets: no passkey is of an address (WebAuthn Level 3, §5.1.2). */
const IS_ADDRESS = /^[\d.]+$|:/

/** Whether this browser has passkeys, for pages of this host. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function' &&
  !IS_ADDRESS.test(location.hostname)

/** Uses a passkey of this browser. @throws Problem `passkey_invalid` when none was chosen */
export async function showPasskey(ask: AskOptions, purpose: 'sign_in' | 'step_up') {
  const { publicKey } = await ask({ for: purpose })
  const options = PublicKeyCredential.parseRequestOptionsFromJSON(
    publicKey as PublicKeyCredentialRequestOptionsJSON,
  )
  return await answerOf(navigator.credentials.get({ publicKey: options }))
}

/** Makes a passkey in this browser. @throws Problem `passkey_invalid` when none was made */
export async function makePasskey(ask: AskOptions) {
  const { publicKey } = await ask({ for: 'add' })
  const options = PublicKeyCredential.parseCreationOptionsFromJSON(
    publicKey as PublicKeyCredentialCreationOptionsJSON,
  )
  return await answerOf(navigator.credentials.create({ publicKey: options }))
}

/** What the browser answers. That somebody changed their mind, or let it wait, is told as little as what else is wrong. */
async function answerOf(asked: Promise<Credential | null>): Promise<unknown> {
  const credential = (await asked.catch(() => null)) as PublicKeyCredential | null
  if (!credential) throw new Problem(0, { code: 'passkey_invalid' })
  return credential.toJSON()
}
