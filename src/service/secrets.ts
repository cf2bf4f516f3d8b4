import { formatKey, hashKey, type KeyKind, keyPrefix } from '../domain/accounts/api-key.ts'
import type { Deps } from './deps.ts'

/** Returns a new secret, to be shown once, with its stored parts: the hash, and the prefix that stays visible. */
export function newSecret({ brand, newKeySecret }: Deps, kind: KeyKind) {
  const secret = formatKey(brand, newKeySecret(), kind)
  return { secret, hash: hashKey(secret), prefix: keyPrefix(secret) }
}
