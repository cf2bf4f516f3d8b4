import { formatKey, hashKey, type KeyKind, keyPrefix } from '../domain/accounts/api-key.ts'
import type { Deps } from './deps.ts'

/** A fresh secret, to be shown once, with what is kept of it: its hash, and the prefix that is shown for ever. */
export function newSecret({ brand, newKeySecret }: Deps, kind: KeyKind) {
  const secret = formatKey(brand, newKeySecret(), kind)
  return { secret, hash: hashKey(secret), prefix: keyPrefix(secret) }
}
