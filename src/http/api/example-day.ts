import { addDays, type CalendarDate } from '../../domain/kernel/date.ts'

/**
 * Returns a placeholder for a date some days from today in an example of the document, which is built once and served for
 * months. `dateExamples` fills it in.
 */
export const exampleDay = (days: number) =>
  `{today${days < 0 ? '' : '+'}${days}}` as unknown as CalendarDate

/** Replaces the placeholders of dates in a text. */
export const dateExamples = (text: string, today: CalendarDate): string =>
  text.replace(/\{today([+-]\d+)\}/g, (_, days: string) => addDays(today, Number(days)))
