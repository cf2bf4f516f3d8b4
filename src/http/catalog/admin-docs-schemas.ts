import type { ErrorCode } from '../../domain/errors.ts'
import { describeOperation } from '../docs.ts'

type Operation = Parameters<typeof describeOperation>[0]

const SESSION_ERRORS: ErrorCode[] = ['unauthenticated', 'forbidden', 'rate_limited']

/** An operation for those who are signed in with a role. */
export function staffOperation(operation: Operation) {
  const errors = [...operation.errors, ...SESSION_ERRORS]
  return { ...describeOperation({ ...operation, errors }), security: [{ session: [] }] }
}
