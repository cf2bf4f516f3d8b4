import { networksOf } from '../../domain/kernel/network.ts'
import type { Deps } from '../deps.ts'
import type { Taker } from './taking.ts'

/** Hashes of an address and of the network around it; '' where none is known. */
type Networks = { network: string; wideNetwork: string }

const UNKNOWN: Networks = { network: '', wideNetwork: '' }
/** A booking asks for its own up to three times. */
const kept = new WeakMap<object, Networks>()

/** Where somebody books from, by names that tell nobody where that is. */
export function hashesOf(tokens: Deps['tokens'], taker: Pick<Taker, 'address'>): Networks {
  if (taker.address === null) return UNKNOWN
  const known = kept.get(taker)
  if (known) return known
  const { near, wide } = networksOf(taker.address)
  const made = { network: tokens.network(near), wideNetwork: tokens.network(wide) }
  kept.set(taker, made)
  return made
}
