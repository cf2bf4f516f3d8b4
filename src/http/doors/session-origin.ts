import type { Origin } from '../../service/accounts/sessions.ts'
import type { Context } from '../context.ts'
import { exactAddressOf } from '../request/address.ts'
import type { Call } from '../route.ts'
import { TOKEN_SECONDS } from './session.ts'

/** What is written down of where a session is begun from. */
export const originOf = (
  context: Context,
  request: Call['request'],
  server: Call['server'],
): Origin => ({
  userAgent: request.headers.get('user-agent'),
  address: exactAddressOf(context, request, server),
  lastsMs: TOKEN_SECONDS * 1_000,
})
