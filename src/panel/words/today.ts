import type { Word } from '../lib/i18n.ts'

/** The page Today. */
export const todayEn = {
  'today.title': 'Today',
} as const satisfies Record<string, Word>

/** The same in Turkish. */
export const todayTr: Record<keyof typeof todayEn, Word> = {
  'today.title': 'Bugün',
}
