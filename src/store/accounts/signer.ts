import { createHmac, hkdfSync } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { LINK_KINDS, type LinkClaims } from '../../domain/accounts/account-link.ts'

/** Signs links and reads what it signed, and makes the codes that are mailed. */
export type LinkSigner = {
  /** The token of a link; the same each time, so that it need not be kept. */
  sign(link: LinkClaims): Promise<string>
  /** Undefined: it was not signed here, is good for something else than links, or has expired. */
  read(token: string, nowMs: number): Promise<Pick<LinkClaims, 'id' | 'kind'> | undefined>
  /** The six digits of a mailed code; the same each time, so that they need not be kept. */
  digits(id: string): string
}

const KEY_BYTES = 32
const ISSUER = 'account-link'
const DIGITS = 6
/** Bytes of a code's number: so many that each of a million is as likely as any other, to one part in 10⁸. */
const NUMBER_BYTES = 6

/**
 * Tokens of HS256 (RFC 7519) under a key of their own, derived from the secret of the sessions (RFC 5869): no token of a
 * log-in is one of a link, nor the other way round.
 */
export function createLinkSigner(secret: string): LinkSigner {
  const keyOf = (label: string) => Buffer.from(hkdfSync('sha256', secret, '', label, KEY_BYTES))
  const key = keyOf('roomwire account links')
  const codeKey = keyOf('roomwire mailed codes')
  return {
    sign: ({ id, kind, expiresAtMs }) =>
      new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setAudience(kind)
        .setJti(id)
        .setExpirationTime(Math.ceil(expiresAtMs / 1_000))
        .sign(key),
    async read(token, nowMs) {
      const verified = await jwtVerify(token, key, {
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
    digits(id) {
      const number = createHmac('sha256', codeKey).update(id).digest().readUIntBE(0, NUMBER_BYTES)
      return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
    },
  }
}
