import type { Log } from '../log.ts'
import { findMeta, keepMeta, replaceMeta } from '../store/engine/meta.ts'
import type { Vault } from '../store/engine/vault.ts'
import type { Store } from '../store/open.ts'

const KEY = 'booking_token_key'
const KEY_BYTES = 32

/**
 * Returns the key of bookings' tokens: random, made once, and stored in the database sealed under `ENCRYPTION_KEY`
 * (`contract-access`). Replicas that start at the same time get the same key. A key that `ENCRYPTION_KEY` does not open
 * is replaced: all earlier links then end, and the log says so.
 */
export async function tokenKeyOf(
  { store, log }: { store: Store; log: Log },
  vault: Vault,
): Promise<Buffer> {
  const kept = await findMeta(store, KEY)
  const known = kept && (await open(vault, kept))
  if (known) return known
  const sealed = await vault.seal(
    crypto.getRandomValues(Buffer.alloc(KEY_BYTES)).toString('base64'),
  )
  const stands = await store.tx((tx) =>
    kept === undefined
      ? keepMeta(tx, KEY, sealed)
      : replaceMeta(tx, KEY, { from: kept, to: sealed }),
  )
  if (kept !== undefined)
    log.warn('booking_links_ended', {
      hint: 'ENCRYPTION_KEY does not open the key of bookings’ links: all links that guests have ended, and new mails carry new ones',
    })
  const key = await open(vault, stands)
  if (!key) throw new Error(`ENCRYPTION_KEY does not open the row ${KEY} of table meta`)
  return key
}

async function open(vault: Vault, sealed: string): Promise<Buffer | undefined> {
  const key = Buffer.from((await vault.open(sealed)) ?? '', 'base64')
  return key.length === KEY_BYTES ? key : undefined
}
