import type { BookingStatus, SourceType } from '../../domain/booking.ts'
import type { Language } from '../../domain/mail.ts'

/** A text in English and in Turkish. */
export type Both = readonly [en: string, tr: string]

/** What a text is in a language. */
export const inLanguage = ([en, tr]: Both, language: Language): string =>
  language === 'tr' ? tr : en

/** What can be exported, as its file is named. */
export const FILE_NAMES = {
  bookings: ['bookings', 'rezervasyonlar'],
  arrivals: ['arrivals', 'girisler'],
  departures: ['departures', 'cikislar'],
  calendar: ['calendar', 'takvim'],
} as const satisfies Record<string, Both>

/** One of these. */
export type Exported = keyof typeof FILE_NAMES

export const YES_NO: readonly [yes: Both, no: Both] = [
  ['yes', 'evet'],
  ['no', 'hayır'],
]

export const STATUS_WORDS: Record<BookingStatus, Both> = {
  pending: ['On hold', 'Opsiyonlu'],
  confirmed: ['Confirmed', 'Onaylandı'],
  cancelled: ['Cancelled', 'İptal edildi'],
  expired: ['Hold ran out', 'Opsiyon süresi doldu'],
  no_show: ['No-show', 'No-show'],
  completed: ['Stayed', 'Konakladı'],
}

export const SOURCE_WORDS: Record<SourceType, Both> = {
  web: ['Website', 'Web sitesi'],
  agency: ['Agency', 'Acente'],
  panel: ['Hotel', 'Otel'],
}
