import { numberOf } from '../lib/decimal.ts'
import type { Kind } from './kinds.ts'

/**
 * A latitude or longitude as the body has it, with the decimal sign of either language: none has thousands, and maps
 * give a point in all. Null of an emptied field; what is none goes out as it was written.
 */
export const degreesOf = (text: string) => numberOf(text, /^-?\d{1,3}([.,]\d{1,15})?$/)

/** A latitude or longitude in a form. */
export const DEGREES: Kind = { control: { inputMode: 'decimal' }, read: degreesOf }
