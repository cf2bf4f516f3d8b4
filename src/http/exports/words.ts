import type { SourceType } from '../../domain/bookings/booking.ts'
import type { GuestIdentity } from '../../domain/bookings/identity.ts'
import type { Language } from '../../domain/kernel/language.ts'

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
  identities: ['identities', 'kimlikler'],
} as const satisfies Record<string, Both>

/** One of these. */
export type Exported = keyof typeof FILE_NAMES

export const YES_NO: readonly [yes: Both, no: Both] = [
  ['yes', 'evet'],
  ['no', 'hayır'],
]

export const SOURCE_WORDS: Record<SourceType, Both> = {
  web: ['Website', 'Web sitesi'],
  agency: ['Agency', 'Acente'],
  panel: ['Hotel', 'Otel'],
}

export const DOCUMENT_WORDS: Record<GuestIdentity['documentKind'], Both> = {
  identity_card: ['Identity card', 'Kimlik kartı'],
  passport: ['Passport', 'Pasaport'],
  driving_licence: ['Driving licence', 'Sürücü belgesi'],
  residence_permit: ['Residence permit', 'İkamet izni'],
  other: ['Other', 'Diğer'],
}

export const GENDER_WORDS: Record<NonNullable<GuestIdentity['gender']>, Both> = {
  female: ['Female', 'Kadın'],
  male: ['Male', 'Erkek'],
}
