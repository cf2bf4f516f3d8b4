import { Type } from 'typebox'
import { LOGO_BYTES_MAX } from '../../domain/photos/logo.ts'
import { groupDigits, nullable } from '../api/schema.ts'

/** A logo in a body; null takes the present one away. */
export const LogoSchema = nullable(
  Type.String({
    pattern: '^[A-Za-z0-9+/]+={0,2}$',
    maxLength: Math.ceil(LOGO_BYTES_MAX / 3) * 4,
    description: 'a picture in base64',
  }),
)

/** Describes a logo in a body, and in the answer. */
export const ABOUT_LOGO = `\`logo\` is the file in base64: a still JPEG, PNG or WebP, at most ${groupDigits(LOGO_BYTES_MAX)} bytes, kept without metadata; in the answer it is the address of the picture, which anyone may read.`

/** Returns the changes of a body with the bytes of its logo. */
export function withLogo<Changes extends { logo?: string | null }>({ logo, ...changes }: Changes) {
  const file = typeof logo === 'string' ? new Uint8Array(Buffer.from(logo, 'base64')) : logo
  return { ...changes, ...(file !== undefined && { logo: file }) }
}
