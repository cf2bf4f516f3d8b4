import { AppError, type ErrorCode, type Flaw } from '../../domain/kernel/errors.ts'
import type { Problem } from './page-shape.ts'

/** True if the caller wants JSON, and no page. */
export function isProgram({ headers }: Request): boolean {
  const accept = headers.get('accept') ?? ''
  return /\bjson\b/.test(accept) && !/\btext\/html\b/.test(accept)
}

/** Returns the error of a problem that the API answered. */
export const errorOf = ({ code, detail, errors, retryAfterSeconds }: Problem): AppError =>
  new AppError(code as ErrorCode, detail, {
    ...(errors && { errors: errors as Flaw[] }),
    ...(retryAfterSeconds && { retryAfterSeconds }),
  })
