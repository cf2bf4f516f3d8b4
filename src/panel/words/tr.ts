import type { Words } from '../lib/i18n.ts'
import { calendarTr } from './calendar.ts'
import { shellTr } from './shell.ts'
import { todayTr } from './today.ts'

/** Every text in Turkish. */
export const tr: Words = { ...shellTr, ...todayTr, ...calendarTr }
