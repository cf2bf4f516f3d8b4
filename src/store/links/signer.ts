import { hkdfSync } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { LINK_KINDS, type LinkClaims } from '../../domain/account-link.ts'

/** Signs links and reads what it signed. */
export type LinkSigner = {
  /** The token of a link; the same each time, so that it need not be kept. */
  sign(link: LinkClaims): Promise<string>
  /** Undefined: it was not signed here, is good for something else than links, or has expired. */
  read(token: string, nowMs: number): Promise<Pick<LinkClaims, 'id' | 'kind'> | undefined>
}

const KEY_BYTES = 32
const ISSUER = 'account-link'

/**
 * Tokens of HS256 (RFC 7519) under a key of their own, derived from the secret of the sessions (RFC 5869): no token of a
 * log-in is one of a link, nor the other way round.
 */
export function createLinkSigner(secret: string): LinkSigner {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'roomwire account links', KEY_BYTES))
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
  }
}
