import { normalizeEmail, spelledEmail } from '../../domain/kernel/address.ts'
import { hasAddress, listWideAddresses, respellAddress } from '../../store/accounts/addresses.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { lockAccounts } from '../../store/engine/locks.ts'
import { findMeta, writeMeta } from '../../store/engine/meta.ts'
import type { Deps } from '../deps.ts'

/**
 * Normalises the stored addresses of accounts once (`normalizeEmail`). Of two accounts with the same normalised
 * address the older one gets it, unless one is spelled that way already; the other keeps its spelling, which
 * `addressOf` finds.
 */
export async function respellAddresses({ store, nowMs }: Pick<Deps, 'store' | 'nowMs'>) {
  if (await findMeta(store, 'addresses_respelled_at')) return
  await store.tx(async (tx) => {
    await lockAccounts(tx)
    for (const { id, email } of await listWideAddresses(tx)) {
      const to = normalizeEmail(email)
      if (to !== email && !(await hasAddress(tx, to)))
        await respellAddress(tx, { id, from: email, to })
    }
    await writeMeta(tx, 'addresses_respelled_at', String(nowMs()))
  })
}

/** Returns the stored address for a typed one: the normalised spelling, or that of the account's creation. */
export async function addressOf(handle: Handle, typed: string): Promise<string> {
  const spelled = spelledEmail(typed)
  const email = normalizeEmail(typed)
  return spelled !== email && (await hasAddress(handle, spelled)) ? spelled : email
}
