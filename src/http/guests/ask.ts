import { noteBehalf } from '../api/address.ts'
import type { Call } from '../api/route.ts'
import type { Outcome, Problem } from './page-shape.ts'

/** Answers a request of the service's own, as it answers those from outside. */
export type Handle = (request: Request) => Promise<Response>

/**
 * Calls the public API for somebody who has a page: with nothing of theirs but their address, so that neither a cookie nor
 * a key lends a page what its form has not.
 */
export const createApiCaller =
  (handle: Handle, { request: asked, server, set }: Call) =>
  async <T>(method: string, path: string, body?: object): Promise<Outcome<T>> => {
    const request = new Request(`http://localhost${path}`, {
      method,
      headers: {
        'x-request-id': String(set.headers['x-request-id']),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    noteBehalf(request, { request: asked, server })
    const answer = await handle(request)
    const text = await answer.text()
    const value = text ? JSON.parse(text) : undefined
    if (answer.ok) return { value }
    const retryAfterSeconds = Number(answer.headers.get('retry-after') ?? 0)
    return { problem: { ...(value as Problem), ...(retryAfterSeconds && { retryAfterSeconds }) } }
  }
