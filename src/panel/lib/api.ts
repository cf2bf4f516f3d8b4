import type { StepUp } from '../../domain/accounts/step-up.ts'
import { asProblem, type Call, type Query, send, sendForFile } from './http.ts'
import { currentToken, refreshUser } from './session.ts'
import { askStepUp } from './step-up.ts'

export { asProblem, Problem, type Query } from './http.ts'

/** A page of a list (contract §5). `searchedUntil`: what is older was not searched yet. */
export type Page<Item> = { items: Item[]; nextCursor: string | null; searchedUntil?: string }

/**
 * Calls of the public API as the one who is signed in: `await api.get<Page<Booking>>('/v1/panel/bookings', { query })`.
 * Each answers the JSON it got (undefined for an empty answer) or throws a `Problem`. When the session has expired the
 * sign-in form comes up and the call waits for it, then is made again; the same where what lasts asks who it is.
 */
export const api = {
  get: method('GET'),
  post: method('POST'),
  put: method('PUT'),
  patch: method('PATCH'),
  delete: method('DELETE'),
  /** A file: `await api.file('/v1/panel/exports/bookings', query)`. */
  file: (path: string, query: Query) =>
    asSignedIn((token) => sendForFile({ method: 'GET', path, query, token })),
}

function method(name: string) {
  type Options = Pick<Call, 'query' | 'body' | 'signal' | 'key'>
  return <T = void>(path: string, options: Options = {}): Promise<T> =>
    asSignedIn((token) => send<T>({ method: name, path, ...options, token }), path)
}

async function asSignedIn<T>(call: (token: string) => Promise<T>, path = ''): Promise<T> {
  const token = await currentToken()
  try {
    return await call(token)
  } catch (error) {
    const { code, body } = asProblem(error)
    // What is hidden goes by a role that is another one by now.
    const isOther = code === 'role_missing' || code === 'second_factor_required'
    const isGone = code === 'not_found' && path.startsWith('/v1/panel/')
    if (isOther || isGone) refreshUser().catch(asProblem)
    // Whoever does not show it is where they were.
    if (code === 'step_up_required' && (await askStepUp(body.act as StepUp)))
      return await call(await currentToken())
    if (code !== 'unauthenticated') throw error
    return await call(await currentToken(token))
  }
}
