import { noteBehalf } from '../api/address.ts'
import type { Call } from '../api/route.ts'
import type { Outcome, Problem } from './page-shape.ts'

/** Handles an internal request as one from outside. */
export type Handle = (request: Request) => Promise<Response>

/**
 * Creates a caller of the public API for a guest's page. The internal request carries only the guest's address, so no
 * cookie or key can add rights that the page's form lacks.
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
