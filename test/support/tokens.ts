import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'

/** An RSA key pair of somebody who would like to be believed. */
export const RSA = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

type Json = Record<string, unknown>

/** The parts of a JWT, read without believing them. */
export function partsOf(token: string): { header: Json; claims: Json; signature: string } {
  const [header, claims, signature] = token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  return { header: read(header!), claims: read(claims!), signature: signature! }
}

/** A JWT made by hand, its signature whatever the signer says. */
export function forge(header: Json, claims: Json, signer: (input: string) => string): string {
  const part = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const input = `${part(header)}.${part(claims)}`
  return `${input}.${signer(input)}`
}

/** Signs with a secret that two know. */
export const hmac = (secret: string, hash: 'sha256' | 'sha384' | 'sha512') => (input: string) =>
  createHmac(hash, secret).update(input).digest('base64url')

/** Signs with the private RSA key. */
export const rsa = (input: string) =>
  createSign('sha256').update(input).sign(RSA.privateKey, 'base64url')
