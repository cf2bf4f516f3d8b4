import { createHmac } from 'node:crypto'

/** What is signed. */
export type Message = {
  /** `webhook-id`: the event's id, the same in every attempt and redelivery. */
  id: string
  event: string
  /** From 1. */
  attempt: number
  atMs: number
  /** The exact text sent. */
  body: string
}

/** What every secret begins with (contract §4). */
const PREFIX = 'whsec_'

/**
 * The headers of a delivery (specification §6, contract §4): the brand's bare hex digest of the body, keyed by the
 * present secret as it was shown, and those of Standard Webhooks with a signature by each secret that counts.
 *
 * @param secrets the present one first, then the one before it while a rotation overlaps
 */
export function signedHeaders(
  { id, event, attempt, atMs, body }: Message,
  secrets: readonly string[],
  { brand, version }: { brand: string; version: string },
): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1_000))
  return {
    'content-type': 'application/json',
    'user-agent': `Roomwire/${version}`,
    [`x-${brand}-signature`]: hmac(secrets[0]!, body, 'hex'),
    [`x-${brand}-event`]: event,
    [`x-${brand}-attempt`]: String(attempt),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .map((secret) => `v1,${hmac(keyOf(secret), `${id}.${timestamp}.${body}`, 'base64')}`)
      .join(' '),
  }
}

/** The key of Standard Webhooks: what the secret's base64 stands for. */
const keyOf = (secret: string) => Buffer.from(secret.slice(PREFIX.length), 'base64')

const hmac = (key: string | Buffer, text: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', key).update(text).digest(encoding)
