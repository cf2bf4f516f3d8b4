import { loginBuckets } from '../../domain/accounts/login-place.ts'
import type { Context } from '../api/context.ts'
import { rateLimited } from '../api/limiter.ts'
import type { SignInPlace } from './visitor.ts'

/**
 * Rate limit by address and its networks for requests that cost a password hash or a mail (contract §7,
 * `contract-access`, *Accounts*). `LOGIN_LIMITS=0` switches it off.
 *
 * @param what the kind of request, which has its own buckets
 * @returns a function that returns the tokens
 * @throws AppError `rate_limited`
 */
export function limitAddress(
  { publicLimiter, loginLimits }: Context,
  what: string,
  { address, exactAddress }: Pick<SignInPlace, 'address' | 'exactAddress'>,
): () => void {
  if (!loginLimits) return () => {}
  const taken: (() => void)[] = []
  const giveBack = () => {
    for (const back of taken) back()
  }
  for (const { network, allowance } of loginBuckets(exactAddress, address)) {
    const bucket = `${what} ${network}`
    const spent = publicLimiter.spend(bucket, allowance)
    if (!spent.allowed) {
      // A refusal by a wider network must not cost a token of a narrower one.
      giveBack()
      throw rateLimited('login', 'Too many attempts from this address.', spent, 'address')
    }
    taken.push(() => publicLimiter.giveBack(bucket, allowance))
  }
  return giveBack
}
