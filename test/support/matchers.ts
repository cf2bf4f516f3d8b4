import { expect } from 'bun:test'

/** An answer as the tests look at it. */
export type Answer = { status: number; headers: Headers; text: string; body: any }

declare module 'bun:test' {
  interface Matchers<T> {
    /** A problem of RFC 9457 with this status and code, named by its request (contract §6). */
    toBeProblem(status: number, code: string): T
  }
}

expect.extend({
  toBeProblem(received: unknown, status: number, code: string) {
    const { status: actual, headers, body } = received as Answer
    const pass =
      actual === status &&
      headers.get('content-type') === 'application/problem+json' &&
      body?.code === code &&
      body?.status === status &&
      body?.type === `/problems/${code}` &&
      typeof body?.title === 'string' &&
      typeof body?.detail === 'string' &&
      body?.requestId === headers.get('x-request-id')
    return {
      pass,
      message: () =>
        `expected problem ${status} ${code}, got ${actual} ${headers.get('content-type')} ${JSON.stringify(body)}`,
    }
  },
})
