import { Secret, TOTP } from 'otpauth'

/** The issuer that authenticator apps show next to the account. */
const ISSUER = 'Roomwire'
/** RFC 4226 §4 R6: at least 128 bits, better 160. */
const SECRET_BYTES = 20
/** Tolerated lead or lag of a device's clock, in steps of 30 seconds (RFC 6238 §5.2). */
const STEPS_OFF = 1

/** Returns a new secret in base32, as typed into an app. */
export const newTotpSecret = () => new Secret({ size: SECRET_BYTES }).base32

/**
 * Returns the URI for a QR code: `otpauth://totp/…` with SHA-1, six digits and 30 seconds, which every app supports.
 */
export const totpAddress = (secret: string, account: string): string =>
  new TOTP({ issuer: ISSUER, label: account, secret }).toString()

/** Returns the 30-second step of a six-digit code, the current one or a neighbour; undefined if none matches. */
export function stepOf(secret: string, code: string, nowMs: number): number | undefined {
  const totp = new TOTP({ secret })
  const delta = totp.validate({ token: code, timestamp: nowMs, window: STEPS_OFF })
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta
}
