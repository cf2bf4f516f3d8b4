import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { RelyingParty } from '../../domain/accounts/passkey.ts'
import { PASSKEY_CHALLENGE_MS } from '../../domain/accounts/passkey.ts'
import type { User } from '../../domain/accounts/user.ts'
import type { Passkey } from '../../store/accounts/passkeys.ts'

/** The browser's answers: an assertion uses a passkey, an attestation creates one. */
export type Assertion = AuthenticationResponseJSON
export type Attestation = RegistrationResponseJSON

/** The options sent to a browser. */
export type PasskeyOptions =
  | PublicKeyCredentialRequestOptionsJSON
  | PublicKeyCredentialCreationOptionsJSON

/** COSE numbers of EdDSA, ES256 and RS256, which authenticators support. */
const ALGORITHMS = [-8, -7, -257]

/** Imported on first use, so that a start costs neither the time nor the memory. */
async function library() {
  // A dependency of the library looks for this first; nothing else loads it in the binary.
  await import('reflect-metadata')
  return await import('@simplewebauthn/server')
}
const helpers = async () => {
  await import('reflect-metadata')
  return await import('@simplewebauthn/server/helpers')
}

/** Returns the options for creating a passkey: discoverable, with user verification. */
export async function creationOptions(
  { host, brand }: RelyingParty & { brand: string },
  user: User,
  { challenge, kept }: { challenge: string; kept: readonly Passkey[] },
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await library()
  return await generateRegistrationOptions({
    rpName: brand,
    rpID: host,
    userName: user.email,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(user.id)),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: PASSKEY_CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: kept.map(descriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** Returns the options for using a passkey: any of the browser's own unless some are named. */
export async function requestOptions(
  { host }: RelyingParty,
  { challenge, kept }: { challenge: string; kept: readonly Passkey[] },
): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await library()
  return await generateAuthenticationOptions({
    rpID: host,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: PASSKEY_CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: kept.map(descriptor),
  })
}

/** Returns the challenge named by a browser's answer; undefined if it names none. */
export function challengeOf({ response }: Assertion | Attestation): string | undefined {
  try {
    const told = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
    return typeof told?.challenge === 'string' ? told.challenge : undefined
  } catch {
    return undefined
  }
}

/** Returns the passkey to store from the answer that created it; undefined if the answer is invalid. */
export async function readAttestation(
  { host, origin }: RelyingParty,
  response: Attestation,
  expectedChallenge: string,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'> | undefined> {
  const { verifyRegistrationResponse } = await library()
  try {
    if (!(await isPlain(response))) return undefined
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo) return undefined
    const { id, publicKey, counter } = registrationInfo.credential
    const transports = JSON.stringify(response.response.transports ?? [])
    return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
  } catch {
    return undefined
  }
}

/** Returns the signature counter of a valid answer; undefined if the answer is invalid or the counter does not grow. */
export async function readAssertion(
  { host, origin }: RelyingParty,
  response: Assertion,
  { id, publicKey, counter, expectedChallenge }: Passkey & { expectedChallenge: string },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      credential: { id, counter, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')) },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns true if the authenticator reveals nothing about its maker, as requested. For a certificate the library would
 * query the revocation addresses named in it, which a stranger chooses; no such query may happen.
 */
async function isPlain({ response: { attestationObject } }: Attestation): Promise<boolean> {
  const { decodeAttestationObject } = await helpers()
  const told = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const statement = told.get('attStmt')
  return told.get('fmt') === 'none' || (told.get('fmt') === 'packed' && !statement.get('x5c'))
}

const descriptor = ({ id, transports }: Passkey) => ({
  id,
  transports: JSON.parse(transports) as AuthenticatorTransport[],
})
