import type { BookingStatus } from './booking.ts'

/** The names of a booking's statuses in English and Turkish, for the panel, its files and mails. */
export const STATUS_WORDS = {
  pending: ['Held', 'Opsiyonlu'],
  confirmed: ['Confirmed', 'Onaylı'],
  cancelled: ['Cancelled', 'İptal edildi'],
  expired: ['Expired', 'Süresi doldu'],
  no_show: ['No-show', 'No-show'],
  completed: ['Completed', 'Tamamlandı'],
} as const satisfies Record<BookingStatus, readonly [en: string, tr: string]>
