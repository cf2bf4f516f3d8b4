import { calendarEn } from './calendar.ts'
import { shellEn } from './shell.ts'
import { todayEn } from './today.ts'

/** Every text in English; its keys are those of all languages. */
export const en = { ...shellEn, ...todayEn, ...calendarEn }
