import type { CalendarDate } from '../../../../domain/kernel/date.ts'

/** The time of the hotel at which options end: the latest on the day of check-in (contract-groups, *Options*). */
export const END = '18:00'

/** The instant at which an option ends that lasts until a day. */
export function optionEnd(day: CalendarDate, timezone: string): string {
  const asUtc = Date.parse(`${day}T${END}Z`)
  return new Date(asUtc - offsetAt(asUtc - offsetAt(asUtc, timezone), timezone)).toISOString()
}

/** The milliseconds by which the clocks of a time zone are ahead of UTC at an instant. */
function offsetAt(atMs: number, timeZone: string): number {
  const options = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const
  // The Swedish format is ISO 8601.
  const text = new Intl.DateTimeFormat('sv-SE', options).format(atMs)
  return Date.parse(`${text.replace(' ', 'T')}Z`) - Math.floor(atMs / 1_000) * 1_000
}
