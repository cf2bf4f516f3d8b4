import { loginBuckets } from '../../domain/accounts/login-place.ts'
import type { Context } from '../api/context.ts'
import { rateLimited } from '../api/limiter.ts'
import type { SignInPlace } from './visitor.ts'

/**
 * The narrower limit by address, and by the networks around it, of what costs a password hash or a mail (contract §7,
 * `contract-access`, *Accounts*), which `LOGIN_LIMITS=0` switches off.
 *
 * @param what has buckets of its own
 * @returns gives the tokens back
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
      // What a wider network has no room for costs a narrower one nothing.
      giveBack()
      throw rateLimited('Too many attempts from this address.', spent, 'address')
    }
    taken.push(() => publicLimiter.giveBack(bucket, allowance))
  }
  return giveBack
}
