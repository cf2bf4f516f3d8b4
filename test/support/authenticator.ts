import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** What a browser was asked with, as far as an authenticator reads it. */
type Options = {
  challenge: string
  rp?: { id: string }
  rpId?: string
  user?: { id: string }
}

/** What a test has an authenticator do otherwise than its options say. */
type Forgery = {
  origin?: string
  challenge?: string
  /** The type of the client data. */
  type?: string
  /** Its holder did not show who they are to it. */
  isUnverified?: boolean
  userHandle?: string
  /** Of an attestation: what it says of its maker. */
  statement?: { fmt: string; attStmt: Map<string, unknown> }
  /** Of an attestation: the key and, in DER, the certificate of a maker who vouches for it (FIDO U2F). */
  maker?: { key: string; certificate: Uint8Array }
}

type CborValue = Parameters<typeof isoCBOR.encode>[0]

const ORIGIN = 'http://localhost:3000'
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const ATTESTED = 0x40

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/**
 * An authenticator of software with one passkey (WebAuthn Level 3, §6): ES256, discoverable.
 *
 * @param counts whether it counts its signatures
 */
export function createAuthenticator({ counts = false } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const state = { counter: counts ? 1 : 0, userHandle: undefined as string | undefined }

  function dataOf(rpId: string, flags: number, attested: Uint8Array = new Uint8Array()) {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(state.counter)
    return Buffer.concat([sha256(rpId), Uint8Array.of(flags), counter, attested])
  }
  const flagsOf = ({ isUnverified }: Forgery) => USER_PRESENT | (isUnverified ? 0 : USER_VERIFIED)
  const clientData = (type: string, { challenge }: Options, otherwise: Forgery) =>
    Buffer.from(
      JSON.stringify({ type, challenge, origin: ORIGIN, crossOrigin: false, ...only(otherwise) }),
    )
  const named = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const }

  return {
    id: named.id,
    /** How far it has counted. */
    state,
    /** What `navigator.credentials.create` answers. */
    create(options: Options, otherwise: Forgery = {}) {
      state.userHandle = options.user!.id
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([new Uint8Array(16), length, id, isoCBOR.encode(key)])
      const authData = dataOf(options.rp!.id, flagsOf(otherwise) | ATTESTED, attested)
      const told = clientData('webauthn.create', options, otherwise)
      const point = ['04', x!, y!].map((part, index) =>
        Buffer.from(part, index === 0 ? 'hex' : 'base64url'),
      )
      const vouched = [Uint8Array.of(0), sha256(options.rp!.id), sha256(told), id, ...point]
      const { fmt, attStmt } = (otherwise.maker &&
        vouch(otherwise.maker, Buffer.concat(vouched))) ??
        otherwise.statement ?? { fmt: 'none', attStmt: new Map() }
      const attestation = new Map<string, unknown>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', new Uint8Array(authData)],
      ])
      return {
        ...named,
        authenticatorAttachment: 'platform',
        clientExtensionResults: { credProps: { rk: true } },
        response: {
          clientDataJSON: base64url(told),
          attestationObject: base64url(isoCBOR.encode(attestation as CborValue)),
          transports: ['internal'],
        },
      }
    },
    /** What `navigator.credentials.get` answers. */
    get(options: Options, otherwise: Forgery = {}) {
      if (counts) state.counter++
      const told = clientData('webauthn.get', options, otherwise)
      const authData = dataOf(options.rpId!, flagsOf(otherwise))
      const signature = sign('sha256', Buffer.concat([authData, sha256(told)]), privateKey)
      return {
        ...named,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(told),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          userHandle: otherwise.userHandle ?? state.userHandle!,
        },
      }
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>

/** A statement that is right, as a maker's key says. */
const vouch = ({ key, certificate }: NonNullable<Forgery['maker']>, said: Uint8Array) => ({
  fmt: 'fido-u2f',
  attStmt: new Map<string, unknown>([
    ['sig', new Uint8Array(sign('sha256', said, key))],
    ['x5c', [certificate]],
  ]),
})

/** Returns the overrides of the client data that are set. */
function only({ origin, challenge, type }: Forgery) {
  return {
    ...(origin !== undefined && { origin }),
    ...(challenge !== undefined && { challenge }),
    ...(type !== undefined && { type }),
  }
}
