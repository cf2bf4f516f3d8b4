import { addDays, type CalendarDate } from '../../domain/kernel/date.ts'

/**
 * A date in an example of the document, some days from today: a mark in its place, for the document is put together
 * once and served for months. See `dateExamples`.
 */
export const exampleDay = (days: number) =>
  `{today${days < 0 ? '' : '+'}${days}}` as unknown as CalendarDate

/** A text with the dates of its examples. */
export const dateExamples = (text: string, today: CalendarDate): string =>
  text.replace(/\{today([+-]\d+)\}/g, (_, days: string) => addDays(today, Number(days)))
