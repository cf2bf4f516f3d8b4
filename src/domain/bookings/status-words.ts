import type { BookingStatus } from './booking.ts'

/** What a booking's status is called in English and Turkish, in the panel, its files and mails alike. */
export const STATUS_WORDS = {
  pending: ['Held', 'Opsiyonlu'],
  confirmed: ['Confirmed', 'Onaylı'],
  cancelled: ['Cancelled', 'İptal edildi'],
  expired: ['Expired', 'Süresi doldu'],
  no_show: ['No-show', 'No-show'],
  completed: ['Completed', 'Tamamlandı'],
} as const satisfies Record<BookingStatus, readonly [en: string, tr: string]>
