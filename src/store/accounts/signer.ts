import { jwtVerify, SignJWT } from 'jose'
import { LINK_KINDS, type LinkClaims } from '../../domain/accounts/account-link.ts'
import { deriveKey } from '../engine/derived-key.ts'

/** Signs and verifies the tokens of mailed links, and makes mailed codes. */
export type LinkSigner = {
  /** The token of a link; always the same for the same link, so that it need not be stored. */
  sign(link: LinkClaims): Promise<string>
  /** Undefined for a token with a wrong signature, of another purpose, or expired. */
  read(token: string, nowMs: number): Promise<Pick<LinkClaims, 'id' | 'kind'> | undefined>
  /** The six digits of a mailed code; always the same for the same id, so that they need not be stored. */
  digits(id: string): Promise<string>
}

const ISSUER = 'account-link'
const DIGITS = 6
/** Bytes of a code's number: with six, the million codes are equally likely to one part in 10⁸. */
const NUMBER_BYTES = 6

/**
 * Tokens are HS256 (RFC 7519). Their key is derived from the session secret (RFC 5869), so that a session token is
 * never valid as a link, nor a link as a session token.
 */
export function createLinkSigner(secret: string): LinkSigner {
  const key = () => deriveKey(secret, 'roomwire account links', 'signature')
  const codeKey = () => deriveKey(secret, 'roomwire mailed codes', 'signature')
  return {
    sign: async ({ id, kind, expiresAtMs }) =>
      await new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setAudience(kind)
        .setJti(id)
        .setExpirationTime(Math.ceil(expiresAtMs / 1_000))
        .sign(await key()),
    async read(token, nowMs) {
      const verified = await jwtVerify(token, await key(), {
        algorithms: ['HS256'],
        issuer: ISSUER,
        currentDate: new Date(nowMs),
        requiredClaims: ['jti', 'aud', 'exp'],
      }).catch(() => undefined)
      if (!verified) return undefined
      const { jti, aud } = verified.payload
      const kind = LINK_KINDS.find((each) => each === aud)
      return kind && jti !== undefined ? { id: jti, kind } : undefined
    },
    async digits(id) {
      const signature = await crypto.subtle.sign('HMAC', await codeKey(), Buffer.from(id))
      const number = Buffer.from(signature).readUIntBE(0, NUMBER_BYTES)
      return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
    },
  }
}
