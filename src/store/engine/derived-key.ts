// Keys that are derived from a secret (HKDF, RFC 5869), by WebCrypto: a start does without loading `node:crypto`.

/** Purposes of keys. */
const PURPOSES = {
  encryption: { of: { name: 'AES-GCM', length: 256 }, uses: ['encrypt', 'decrypt'] },
  signature: { of: { name: 'HMAC', hash: 'SHA-256', length: 256 }, uses: ['sign', 'verify'] },
} as const satisfies Record<string, { of: object; uses: KeyUsage[] }>

/** Derives a key of 256 bits, which does not leave WebCrypto: keys of other labels tell nothing of each other. */
export async function deriveKey(
  secret: string,
  label: string,
  purpose: keyof typeof PURPOSES,
): Promise<CryptoKey> {
  const { of, uses } = PURPOSES[purpose]
  const from = await crypto.subtle.importKey('raw', Buffer.from(secret), 'HKDF', false, [
    'deriveKey',
  ])
  const salt = new Uint8Array()
  const terms = { name: 'HKDF', hash: 'SHA-256', salt, info: Buffer.from(label) }
  return await crypto.subtle.deriveKey(terms, from, of, false, uses)
}
