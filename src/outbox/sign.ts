/** A message to sign. */
export type Message = {
  /** `webhook-id`: the event's id, the same in every attempt and redelivery, so that receivers can dedupe. */
  id: string
  event: string
  /** Starts at 1. */
  attempt: number
  atMs: number
  /** The exact text sent. */
  body: string
}

/** The prefix of every secret (contract §4). */
const PREFIX = 'whsec_'

/**
 * Returns the signature headers of a delivery (specification §6, contract §4): the brand's own hex digest (HMAC) of
 * the body, keyed by the current secret as it was shown, and those of Standard Webhooks with one signature per valid
 * secret.
 *
 * @param secrets the current one first, then the former one during the overlap of a rotation
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

/** Returns the key of Standard Webhooks: the decoded base64 of the secret. */
const keyOf = (secret: string) => Buffer.from(secret.slice(PREFIX.length), 'base64')

const hmac = (key: string | Buffer, text: string, encoding: 'hex' | 'base64') =>
  new Bun.CryptoHasher('sha256', key).update(text).digest(encoding)
