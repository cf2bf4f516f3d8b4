import type { Word } from '../lib/i18n.ts'

/** The calendar. */
export const calendarEn = {
  'calendar.title': 'Calendar',
} as const satisfies Record<string, Word>

/** The same in Turkish. */
export const calendarTr: Record<keyof typeof calendarEn, Word> = {
  'calendar.title': 'Takvim',
}
