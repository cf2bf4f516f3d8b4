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

/** What a browser says of a passkey that it has used, and of one that it has made. */
export type Assertion = AuthenticationResponseJSON
export type Attestation = RegistrationResponseJSON

/** What a browser is asked with. */
export type PasskeyOptions =
  | PublicKeyCredentialRequestOptionsJSON
  | PublicKeyCredentialCreationOptionsJSON

/** EdDSA, ES256 and RS256, by their numbers in COSE: what authenticators have. */
const ALGORITHMS = [-8, -7, -257]

/** Read by who uses a passkey first: a start and its memory pay nothing for it. */
async function library() {
  // What it is made of looks for this first; in the binary nothing else has loaded it.
  await import('reflect-metadata')
  return await import('@simplewebauthn/server')
}
const helpers = async () => {
  await import('reflect-metadata')
  return await import('@simplewebauthn/server/helpers')
}

/** What a browser makes a passkey with: one that it finds by itself, and whose holder shows who they are to it. */
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

/** What a browser asks for a passkey with: any of its own unless some are named. */
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

/** The challenge that an answer of a browser names; undefined: it names none. */
export function challengeOf({ response }: Assertion | Attestation): string | undefined {
  try {
    const told = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
    return typeof told?.challenge === 'string' ? told.challenge : undefined
  } catch {
    return undefined
  }
}

/** What is kept of a passkey that was made; undefined: its answer is not right. */
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

/** The count of signatures that comes with a right answer of a passkey; undefined: it is not right, or does not grow. */
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
 * Whether an authenticator says nothing of its maker, as it was asked to. The library would ask the addresses that a
 * certificate names whether it is revoked: certificates are a stranger's words, and nobody is asked.
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
