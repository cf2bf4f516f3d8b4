import { numberOf } from '../lib/decimal.ts'
import type { Kind } from './kinds.ts'

/**
 * Parses a latitude or longitude. It takes the decimal sign of either language, since coordinates have no thousands and
 * maps write a point in all languages. An empty field is null; an invalid text is sent as it is.
 */
export const degreesOf = (text: string) => numberOf(text, /^-?\d{1,3}([.,]\d{1,15})?$/)

/** The text of a latitude or longitude in a form. */
export const DEGREES: Kind = { control: { inputMode: 'decimal' }, read: degreesOf }
