import { type TUnsafe, Type } from 'typebox'
import { type CalendarDate, parseDate } from '../domain/date.ts'
import { refused } from '../domain/errors.ts'

/** A date of the query string. @throws AppError `validation_failed` */
export function queryDate(name: string, text: string): CalendarDate {
  const date = parseDate(text)
  if (!date) throw refused(`?${name}`, 'invalid_date', 'Must be a real calendar date YYYY-MM-DD.')
  return date
}

/** One of some words. (Elysia's `t.UnionEnum` fills in the first one when the parameter is absent.) */
export function oneOf<const T extends string>(...values: T[]): TUnsafe<T> {
  return Type.String({ pattern: `^(${values.join('|')})$`, enum: values }) as unknown as TUnsafe<T>
}
