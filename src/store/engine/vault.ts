// Encryption at rest (AES-256-GCM).

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Seals text at rest and opens it again. */
export type Vault = {
  seal(text: string): string
  /** Undefined if the text was sealed with another key, or was tampered with. */
  open(sealed: string): string | undefined
}

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
/** NIST SP 800-38D §8.2.2: 96 random bits. */
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Names the format, in case another one follows. */
const FORM = 'v1.'

/**
 * A vault of AES-256-GCM under a key derived from a secret (RFC 5869). What it seals is
 * `v1.` + base64url(nonce, ciphertext, tag).
 */
export function createVault(secret: string): Vault {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'roomwire webhook secrets', KEY_BYTES))
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce)
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final()])
      return FORM + Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed.slice(FORM.length), 'base64url')
      try {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES))
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
        return Buffer.concat([text, decipher.final()]).toString()
      } catch {
        return undefined
      }
    },
  }
}
