import { networksOf } from '../../domain/kernel/network.ts'
import type { Deps } from '../deps.ts'
import type { Taker } from './taking.ts'

/** Hashes of an address and of the network around it; '' if unknown. */
type Networks = { network: string; wideNetwork: string }

const UNKNOWN: Networks = { network: '', wideNetwork: '' }
/** Caches the hashes of a caller, for one booking needs them up to three times. */
const kept = new WeakMap<object, Networks>()

/** Returns hashes of a booker's origin that do not reveal it. */
export function hashesOf(tokens: Deps['tokens'], taker: Pick<Taker, 'address'>): Networks {
  if (taker.address === null) return UNKNOWN
  const known = kept.get(taker)
  if (known) return known
  const { near, wide } = networksOf(taker.address)
  const made = { network: tokens.network(near), wideNetwork: tokens.network(wide) }
  kept.set(taker, made)
  return made
}
