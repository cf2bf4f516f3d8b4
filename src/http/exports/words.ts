import type { SourceType } from '../../domain/bookings/booking.ts'
import type { Collector, GUARANTEE_TYPES } from '../../domain/bookings/booking-details.ts'
import type { Consent } from '../../domain/bookings/consent.ts'
import type { GuestIdentity } from '../../domain/bookings/identity.ts'
import type { Language } from '../../domain/kernel/language.ts'

/** A text in English and in Turkish. */
export type WordPair = readonly [en: string, tr: string]

/** Returns the text in a language. */
export const inLanguage = ([en, tr]: WordPair, language: Language): string =>
  language === 'tr' ? tr : en

/** File names of the exports, by kind. */
export const FILE_NAMES = {
  bookings: ['bookings', 'rezervasyonlar'],
  arrivals: ['arrivals', 'girisler'],
  departures: ['departures', 'cikislar'],
  calendar: ['calendar', 'takvim'],
  identities: ['identities', 'kimlikler'],
} as const satisfies Record<string, WordPair>

/** Kind of an export. */
export type ExportName = keyof typeof FILE_NAMES

export const YES_NO: readonly [yes: WordPair, no: WordPair] = [
  ['yes', 'evet'],
  ['no', 'hayır'],
]

export const SOURCE_WORDS: Record<SourceType, WordPair> = {
  web: ['Website', 'Web sitesi'],
  agency: ['Agency', 'Acente'],
  panel: ['Hotel', 'Otel'],
}

export const COLLECTOR_WORDS: Record<Collector, WordPair> = {
  hotel: ['Hotel', 'Otel'],
  agency: ['Agency', 'Acente'],
}

export const GUARANTEE_WORDS: Record<(typeof GUARANTEE_TYPES)[number], WordPair> = {
  none: ['None', 'Yok'],
  deposit: ['Deposit', 'Kapora'],
  reference: ['Reference', 'Referans'],
}

export const AGREEMENT_WORDS: Record<Consent['kind'], WordPair> = {
  terms: ['terms', 'şartlar'],
  privacy: ['privacy', 'gizlilik'],
}

export const DOCUMENT_WORDS: Record<GuestIdentity['documentKind'], WordPair> = {
  identity_card: ['Identity card', 'Kimlik kartı'],
  passport: ['Passport', 'Pasaport'],
  driving_licence: ['Driving licence', 'Sürücü belgesi'],
  residence_permit: ['Residence permit', 'İkamet izni'],
  other: ['Other', 'Diğer'],
}

export const GENDER_WORDS: Record<NonNullable<GuestIdentity['gender']>, WordPair> = {
  female: ['Female', 'Kadın'],
  male: ['Male', 'Erkek'],
}
