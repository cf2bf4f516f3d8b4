// Encryption at rest (AES-256-GCM).

import { deriveKey } from './derived-key.ts'

/** Seals text at rest and opens it again. */
export type Vault = {
  seal(text: string): Promise<string>
  /** Undefined if the text was sealed with another key, or was tampered with. */
  open(sealed: string): Promise<string | undefined>
}

const ALGORITHM = 'AES-GCM'
/** NIST SP 800-38D §8.2.2: 96 random bits. */
const NONCE_BYTES = 12
/** Names the format, in case another one follows. */
const FORM = 'v1.'

/**
 * A vault of AES-256-GCM under a key derived from a secret (RFC 5869). What it seals is
 * `v1.` + base64url(nonce, ciphertext, tag).
 */
export function createVault(secret: string): Vault {
  const key = deriveKey(secret, 'roomwire webhook secrets', 'encryption')
  return {
    async seal(text) {
      const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
      const name = ALGORITHM
      const sealed = await crypto.subtle.encrypt({ name, iv }, await key, Buffer.from(text))
      return FORM + Buffer.concat([iv, new Uint8Array(sealed)]).toString('base64url')
    },
    async open(sealed) {
      const bytes = Buffer.from(sealed.slice(FORM.length), 'base64url')
      const [iv, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)]
      const opened = crypto.subtle.decrypt({ name: ALGORITHM, iv }, await key, rest)
      return await opened.then(
        (text) => Buffer.from(text).toString(),
        () => undefined,
      )
    },
  }
}
