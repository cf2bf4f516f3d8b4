import { Type } from 'typebox'
import type { Assertion, Attestation } from '../../service/accounts/webauthn.ts'
import { named, nullable } from '../api/schema.ts'

/** Lengths in characters: of a credential's id, which has at most 1,023 bytes, and of any other part. */
const ID_LENGTH_MAX = 1_364
const PART_LENGTH_MAX = 20_000

const bytes = (maxLength: number) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength, description: 'base64url' })
const part = bytes(PART_LENGTH_MAX)
const id = bytes(ID_LENGTH_MAX)
/** Browsers add members of their own; unused ones are not refused. */
const OPEN = { additionalProperties: true }

/** A browser's `toJSON()` after using a passkey. */
export const AssertionBody = Type.Unsafe<Assertion>(
  named(
    'PasskeyAssertion',
    Type.Object(
      {
        id,
        rawId: id,
        type: Type.Literal('public-key'),
        response: Type.Object(
          {
            clientDataJSON: part,
            authenticatorData: part,
            signature: part,
            userHandle: Type.Optional(nullable(part)),
          },
          OPEN,
        ),
      },
      OPEN,
    ),
  ),
)

/** A browser's `toJSON()` after creating a passkey. */
export const AttestationBody = Type.Unsafe<Attestation>(
  named(
    'PasskeyAttestation',
    Type.Object(
      {
        id,
        rawId: id,
        type: Type.Literal('public-key'),
        response: Type.Object(
          {
            clientDataJSON: part,
            attestationObject: part,
            transports: Type.Optional(
              Type.Array(Type.String({ pattern: '^[a-z-]{1,32}$' }), { maxItems: 10 }),
            ),
          },
          OPEN,
        ),
      },
      OPEN,
    ),
  ),
)

/** The options for a browser's request or creation of a passkey. */
export const OptionsSchema = named(
  'PasskeyOptions',
  Type.Object({
    publicKey: Type.Unsafe<object>(Type.Object({}, OPEN)),
  }),
)

const CREDENTIAL = { id: 'b2s', rawId: 'b2s', type: 'public-key' } as const
const CLIENT_DATA = { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0' }

/** An example of a browser's answer, shortened. */
export const ASSERTION_EXAMPLE = {
  ...CREDENTIAL,
  response: { ...CLIENT_DATA, authenticatorData: 'SZYN5YgOjGh0NBcP', signature: 'MEUCIQ' },
  clientExtensionResults: {},
} as Assertion

export const ATTESTATION_EXAMPLE = {
  ...CREDENTIAL,
  response: { ...CLIENT_DATA, attestationObject: 'o2NmbXRkbm9uZQ', transports: ['internal'] },
  clientExtensionResults: {},
} as unknown as Attestation
