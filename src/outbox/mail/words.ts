import { STATUS_WORDS } from '../../domain/bookings/status-words.ts'
import type { Board } from '../../domain/catalog/catalog.ts'
import { CODE_WORDS } from '../../domain/kernel/code-words.ts'
import type { Names } from '../../domain/kernel/content.ts'
import type { Language } from '../../domain/kernel/language.ts'
import { TERMS_WORDS } from '../../domain/rates/terms-words.ts'
import { ACCOUNT_WORDS } from './account-words.ts'
import { DEMAND_WORDS } from './demand-words.ts'
import { GROUP_WORDS } from './group-words.ts'
import { LINK_WORDS } from './link-words.ts'
import { STATEMENT_WORDS } from './statement-words.ts'

/** A text with `{name}` placeholders; two texts if it depends on `{count}`. */
type Word = string | { one: string; other: string }

/** The texts of mails, in English and Turkish. */
const WORDS = {
  ...TERMS_WORDS,
  ...ACCOUNT_WORDS,
  ...DEMAND_WORDS,
  ...STATEMENT_WORDS,
  ...LINK_WORDS,
  ...GROUP_WORDS,
  'subject.confirmation': [
    'Booking confirmed: {hotel}, {code}',
    'Rezervasyonunuz onaylandı: {hotel}, {code}',
  ],
  'subject.change': [
    'Booking changed: {hotel}, {code}',
    'Rezervasyonunuz değişti: {hotel}, {code}',
  ],
  'subject.cancellation': [
    'Booking cancelled: {hotel}, {code}',
    'Rezervasyonunuz iptal edildi: {hotel}, {code}',
  ],
  'subject.reinstatement': [
    'Booking confirmed again: {hotel}, {code}',
    'Rezervasyonunuz yeniden onaylandı: {hotel}, {code}',
  ],
  'subject.readdressed': [
    'E-mail address changed: {hotel}, {code}',
    'E-posta adresi değişti: {hotel}, {code}',
  ],
  'subject.unacked': [
    'Not acknowledged by your system: booking {code}, check-in {date}',
    'Sisteminiz teyit etmedi: rezervasyon {code}, giriş {date}',
  ],
  'title.confirmation': ['Your booking is confirmed', 'Rezervasyonunuz onaylandı'],
  'title.change': ['Your booking has changed', 'Rezervasyonunuz değişti'],
  'title.cancellation': ['Your booking is cancelled', 'Rezervasyonunuz iptal edildi'],
  'title.reinstatement': ['Your booking is confirmed again', 'Rezervasyonunuz yeniden onaylandı'],
  'title.readdressed': [
    'The e-mail address of your booking was changed',
    'Rezervasyonunuzun adresi değişti',
  ],
  'title.unacked': [
    'Your system has not acknowledged this booking',
    'Sisteminiz bu rezervasyonu teyit etmedi',
  ],
  'intro.confirmation': [
    'Thank you for your booking. We look forward to your stay.',
    'Rezervasyonunuz için teşekkür ederiz. Sizi ağırlamaktan mutluluk duyacağız.',
  ],
  'intro.change': [
    'This is your booking as it stands now, with the former details.',
    'Rezervasyonunuzun son durumu, değişen bilgilerin önceki hâliyle birlikte aşağıdadır.',
  ],
  'intro.cancellation': [
    'The booking below is no longer valid.',
    'Aşağıdaki rezervasyon artık geçerli değildir.',
  ],
  'intro.reinstatement': [
    'The booking below is valid again, at its price and on its terms.',
    'Aşağıdaki rezervasyon, fiyatı ve koşullarıyla yeniden geçerlidir.',
  ],
  'intro.readdressed': [
    'Mails about this booking no longer come to this address. If you did not ask for this, please tell the hotel.',
    'Bu rezervasyonla ilgili e-postalar artık bu adrese gönderilmeyecek. Bunu siz istemediyseniz lütfen otele bildirin.',
  ],
  'intro.unacked': [
    'No system connected to your hotel has acknowledged revision {revision} of this booking for 30 minutes. Please enter it by hand, and check the connection.',
    'Otelinize bağlı sistemlerden hiçbiri, bu rezervasyonun {revision}. sürümünü 30 dakika boyunca teyit etmedi. Lütfen rezervasyonu elle işleyin ve bağlantıyı denetleyin.',
  ],
  dear: ['Dear {name},', 'Sayın {name},'],
  dearGuest: ['Dear guest,', 'Sayın konuğumuz,'],
  ...CODE_WORDS,
  state: ['State', 'Durum'],
  'state.pending': STATUS_WORDS.pending,
  'state.confirmed': STATUS_WORDS.confirmed,
  'state.cancelled': STATUS_WORDS.cancelled,
  'state.expired': STATUS_WORDS.expired,
  'state.no_show': STATUS_WORDS.no_show,
  'state.completed': STATUS_WORDS.completed,
  checkin: ['Check-in', 'Giriş'],
  checkout: ['Check-out', 'Çıkış'],
  fromTime: ['{date}, from {time}', '{date}, saat {time} itibarıyla'],
  untilTime: ['{date}, until {time}', '{date}, en geç saat {time}'],
  nights: ['Nights', 'Gece'],
  room: ['Room', 'Oda'],
  rooms: ['{room} × {count}', '{room} × {count}'],
  party: ['Guests', 'Konuklar'],
  adults: [{ one: '{count} adult', other: '{count} adults' }, '{count} yetişkin'],
  children: [{ one: '{count} child', other: '{count} children' }, '{count} çocuk'],
  ages: ['aged {ages}', 'yaş: {ages}'],
  names: ['Further guests', 'Diğer konuklar'],
  moreNames: ['and {count} more', 've {count} kişi daha'],
  arrival: ['Time of arrival', 'Varış saati'],
  company: ['Invoice to', 'Fatura bilgileri'],
  board: ['Board', 'Pansiyon'],
  rate: ['Rate', 'Tarife'],
  total: ['Total', 'Toplam'],
  taxes: ['Taxes in it', 'İçindeki vergi'],
  extras: ['Extras', 'Ek hizmetler'],
  extrasTaxes: ['Taxes in the extras', 'Ek hizmetlerdeki vergi'],
  payable: ['To pay in all', 'Ödenecek tutar'],
  terms: ['Cancellation', 'İptal koşulu'],
  penalty: ['Cancellation fee', 'İptal bedeli'],
  nothing: ['None', 'Yok'],
  reason: ['Reason', 'Neden'],
  requests: ['Special requests', 'Özel istekler'],
  guest: ['Guest', 'Konuk'],
  email: ['E-mail', 'E-posta'],
  phone: ['Telephone', 'Telefon'],
  country: ['Country', 'Ülke'],
  source: ['Booked through', 'Kanal'],
  'source.web': ['Web', 'Web'],
  'source.agency': ['Agency {code}', '{code} acentesi'],
  'source.panel': ['Hotel', 'Otel'],
  made: ['Booked on', 'Rezervasyon tarihi'],
  changed: ['Last change', 'Son değişiklik'],
  externalId: ['Number at your side', 'Sizdeki numara'],
  nightly: ['Prices by night', 'Gecelik fiyatlar'],
  before: ['before: {value}', 'önceki: {value}'],
  open: ['Open in the panel', 'Panelde aç'],
  address: ['Address', 'Adres'],
  footer: [
    'You receive this mail because of booking {code} at {hotel}.',
    'Bu e-posta, {hotel} için yapılan {code} kodlu rezervasyon nedeniyle gönderildi.',
  ],
  'board.RO': ['Room only', 'Yalnız oda'],
  'board.BB': ['Bed and breakfast', 'Oda ve kahvaltı'],
  'board.HB': ['Half board', 'Yarım pansiyon'],
  'board.FB': ['Full board', 'Tam pansiyon'],
  'board.AI': ['All inclusive', 'Her şey dahil'],
  'board.UAI': ['Ultra all inclusive', 'Ultra her şey dahil'],
} as const satisfies Record<string, readonly [en: Word, tr: Word]>

export type MailWord = keyof typeof WORDS

const LOCALES: Record<Language, string> = { en: 'en-GB', tr: 'tr-TR' }

/** Returns the formatters of a language for texts, dates, numbers and money. */
export function speaker(language: Language) {
  const locale = LOCALES[language]
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options)
  const dates = format({
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const word = (key: MailWord, values: Record<string, string | number> = {}): string => {
    const text: Word = WORDS[key][language === 'en' ? 0 : 1]
    const plural = new Intl.PluralRules(locale).select(Number(values.count ?? 0))
    const chosen = typeof text === 'string' ? text : text[plural === 'one' ? 'one' : 'other']
    return chosen.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name] ?? ''
      return typeof value === 'number' ? value.toLocaleString(locale) : value
    })
  }
  return {
    word,
    /** Formats a calendar date. */
    date: (day: string) => dates.format(Date.parse(day)),
    /** Formats an instant on the wall clock of a time zone. */
    instant: (text: string, timeZone: string) =>
      format({ timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date(text)),
    percent: (basisPoints: number) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
        basisPoints / 10_000,
      ),
    money(cents: number, currency: string): string {
      const numbers = new Intl.NumberFormat(locale, { style: 'currency', currency })
      const digits = numbers.resolvedOptions().maximumFractionDigits ?? 2
      return numbers.format(cents / 10 ** digits)
    },
    /** Returns the name of a country by its ISO 3166-1 code. */
    country: (code: string) =>
      new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(code) ?? code,
    /** Returns the translated name in this language, else the stored name. */
    kept: (named: Names | undefined, kept: string): string =>
      named?.translations[language].name ?? kept,
    /** Returns a board's name: translated, else the usual word, else the stored name, else its code. */
    board(code: string, board: Board | undefined): string {
      const usual = `board.${code}` in WORDS ? word(`board.${code}` as MailWord) : undefined
      return board?.translations[language].name ?? usual ?? board?.name ?? code
    },
  }
}

export type Speaker = ReturnType<typeof speaker>
