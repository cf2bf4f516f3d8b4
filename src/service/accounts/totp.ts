import { Secret, TOTP } from 'otpauth'

/** What apps show a code under, beside the account. */
const ISSUER = 'Roomwire'
/** RFC 4226 §4 R6: at least 128 bits, 160 better. */
const SECRET_BYTES = 20
/** How many steps of 30 seconds a device's clock may be off (RFC 6238 §5.2). */
const STEPS_OFF = 1

/** A fresh secret in base32, as people type it into an app. */
export const newTotpSecret = () => new Secret({ size: SECRET_BYTES }).base32

/** What an app reads of a QR code: `otpauth://totp/…` with SHA-1, six digits, 30 seconds, which every app knows. */
export const totpAddress = (secret: string, account: string): string =>
  new TOTP({ issuer: ISSUER, label: account, secret }).toString()

/** The step of 30 seconds that a code of six digits is of, now or one beside; undefined: of none of them. */
export function stepOf(secret: string, code: string, nowMs: number): number | undefined {
  const totp = new TOTP({ secret })
  const delta = totp.validate({ token: code, timestamp: nowMs, window: STEPS_OFF })
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta
}
