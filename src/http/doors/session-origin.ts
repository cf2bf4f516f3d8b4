import type { Origin } from '../../service/accounts/sessions.ts'
import type { Call } from '../api/route.ts'
import { TOKEN_SECONDS } from './session.ts'
import type { SignInPlace } from './visitor.ts'

/** Returns the stored origin of a new session: browser, address and lifetime. */
export const originOf = ({ headers }: Call['request'], { exactAddress }: SignInPlace): Origin => ({
  userAgent: headers.get('user-agent'),
  address: exactAddress,
  lastsMs: TOKEN_SECONDS * 1_000,
})
