import { AppError } from '../../domain/kernel/errors.ts'

/** Returns the public error of anything thrown; unknown errors become `internal`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { cause } = error as { cause?: unknown }
  // An error of the store about the database, wrapped by the query library.
  if (cause instanceof AppError) return cause
  return new AppError('internal', 'Something went wrong on our side; it has been logged.')
}
