import { normalizeEmail, spelledEmail } from '../../domain/kernel/address.ts'
import { hasAddress, listWideAddresses, respellAddress } from '../../store/accounts/addresses.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { holdAccounts } from '../../store/engine/locks.ts'
import { findMeta, writeMeta } from '../../store/engine/meta.ts'
import type { Deps } from '../deps.ts'

/**
 * Spells the addresses of accounts that stand as they are kept now (`normalizeEmail`); once. Of two that are one address
 * the older has it, if neither is spelled so already; the other goes by what it was, which `addressOf` finds.
 */
export async function respellAddresses({ store, nowMs }: Pick<Deps, 'store' | 'nowMs'>) {
  if (await findMeta(store, 'addresses_respelled_at')) return
  await store.tx(async (tx) => {
    await holdAccounts(tx)
    for (const { id, email } of await listWideAddresses(tx)) {
      const to = normalizeEmail(email)
      if (to !== email && !(await hasAddress(tx, to)))
        await respellAddress(tx, { id, from: email, to })
    }
    await writeMeta(tx, 'addresses_respelled_at', String(nowMs()))
  })
}

/** The address by which an account that somebody names is kept: as addresses are now, or as it was when it was made. */
export async function addressOf(handle: Handle, typed: string): Promise<string> {
  const spelled = spelledEmail(typed)
  const email = normalizeEmail(typed)
  return spelled !== email && (await hasAddress(handle, spelled)) ? spelled : email
}
