import type { Consent } from '../../domain/bookings/consent.ts'
import { dueOf, NO_DESK } from '../../domain/bookings/desk.ts'
import { STATUS_WORDS } from '../../domain/bookings/status-words.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { nameIn } from '../../domain/kernel/content.ts'
import type { CsvCell } from '../../domain/kernel/csv.ts'
import { daysBetween } from '../../domain/kernel/date.ts'
import type { Language } from '../../domain/kernel/language.ts'
import type { ExportedBooking } from '../../store/exports/booking-export.ts'
import type { HotelSnapshot } from '../api/context.ts'
import type { Column, RowFormat } from './column.ts'
import { DETAIL_COLUMNS } from './detail-columns.ts'
import { AGREEMENT_WORDS, inLanguage, SOURCE_WORDS } from './words.ts'

/** Columns of the booking export: header and cell. */
const COLUMNS: Column[] = [
  [['Code', 'Kod'], (row) => row.code],
  [['Status', 'Durum'], ({ status }, { language }) => inLanguage(STATUS_WORDS[status], language)],
  [['First name', 'Ad'], (row) => row.firstName],
  [['Last name', 'Soyad'], (row) => row.lastName],
  [['Phone', 'Telefon'], (row) => row.phone],
  [['E-mail', 'E-posta'], (row) => row.email],
  [['Country', 'Ülke'], (row) => row.country],
  [['Check-in', 'Giriş'], (row) => row.checkin],
  [['Check-out', 'Çıkış'], (row) => row.checkout],
  [['Nights', 'Gece'], (row) => daysBetween(row.checkin, row.checkout)],
  [['Room type', 'Oda tipi'], ({ roomCode }, { rooms }) => rooms.get(roomCode) ?? roomCode],
  [['Room type code', 'Oda tipi kodu'], (row) => row.roomCode],
  [['Rate', 'Tarife'], ({ rateCode }, { rates }) => rates.get(rateCode) ?? rateCode],
  [['Board', 'Pansiyon'], (row) => row.boardCode],
  [['Rooms', 'Oda'], (row) => row.rooms],
  [['Room number', 'Oda numarası'], (row) => roomsText(row)],
  [['Adults', 'Yetişkin'], (row) => row.adults],
  [['Children', 'Çocuk'], (row) => row.children],
  [['Ages of children', 'Çocuk yaşları'], ({ childAges }) => listText(childAges)],
  [['Special requests', 'Özel istekler'], (row) => row.specialRequests],
  [['Note', 'Not'], (row) => row.note],
  [['Tags', 'Etiketler'], ({ tags }) => listText(tags)],
  [['Currency', 'Para birimi'], (row) => row.currency],
  [['Total', 'Toplam'], (row, { money }) => money(row.totalPriceCents, row.currency)],
  [['Penalty', 'Ceza'], (row, { money }) => money(row.penaltyCents, row.currency)],
  [['Paid', 'Ödenen'], (row, { money }) => money(row.paidCents ?? 0, row.currency)],
  [
    ['Due', 'Kalan'],
    (row, { money }) =>
      money(dueOf(row, { paidCents: row.paidCents ?? NO_DESK.paidCents }), row.currency),
  ],
  [
    ['Source', 'Kaynak'],
    ({ sourceType }, { language }) => inLanguage(SOURCE_WORDS[sourceType], language),
  ],
  [['Agency', 'Acente'], (row) => row.agencyCode],
  [['Arrived', 'Giriş yaptı'], (row, { clock }) => clock(row.arrivedAtMs)],
  [['Left', 'Çıkış yaptı'], (row, { clock }) => clock(row.leftAtMs)],
  [['Booked', 'Alındı'], (row, { clock }) => clock(row.createdAtMs)],
  [['Changed', 'Değişti'], (row, { clock }) => clock(row.updatedAtMs)],
  [['Cancelled', 'İptal'], (row, { clock }) => clock(row.cancelledAtMs)],
  [['Reason', 'İptal nedeni'], (row) => row.cancelReason],
  [['Number elsewhere', 'Dış numara'], (row) => row.externalId],
  [['Group', 'Grup'], (row) => row.groupCode],
  [['Place in group', 'Gruptaki sırası'], (row) => row.groupPosition],
  ...DETAIL_COLUMNS,
  [
    ['Agreed to', 'Onayladıkları'],
    ({ consents }, { clock, language: reader }) =>
      readConsents(consents)
        .map(({ kind, language, textSha256, atMs }) =>
          [
            inLanguage(AGREEMENT_WORDS[kind], reader),
            `(${language})`,
            clock(atMs),
            ...(textSha256 === null ? [] : [textSha256]),
          ].join(' '),
        )
        .join(', '),
  ],
]

const readConsents = (json: string | null): Consent[] => (json === null ? [] : JSON.parse(json))

/** Returns the header row of the booking export. */
export const bookingHeads = (language: Language): CsvCell[] =>
  COLUMNS.map(([head]) => inLanguage(head, language))

/** Returns a writer of bookings as rows; instants are in the hotel's time zone. */
export function bookingRows({ hotel, rooms, rates }: HotelSnapshot, language: Language) {
  const pen: RowFormat = {
    language,
    rooms: new Map(rooms.map((room) => [room.roomCode, nameIn(room, language)])),
    rates: new Map(rates.map((rate) => [rate.rateCode, nameIn(rate, language)])),
    money: moneyOf(),
    clock: clockOf(hotel),
  }
  return (row: ExportedBooking): CsvCell[] => COLUMNS.map(([, cell]) => cell(row, pen))
}

/** Returns a writer of amounts as cells, with the decimals of their currency. */
export function moneyOf() {
  const digitsOf = new Map<string, number>()
  return (cents: number | null, currency: string): CsvCell => {
    if (cents === null) return null
    let digits = digitsOf.get(currency)
    if (digits === undefined) {
      const format = new Intl.NumberFormat('en', { style: 'currency', currency })
      digits = format.resolvedOptions().maximumFractionDigits ?? 2
      digitsOf.set(currency, digits)
    }
    return { cents, digits }
  }
}

/**
 * Returns a writer of instants as `2026-11-22 14:05` in the hotel's time zone, readable by spreadsheets of any
 * language.
 */
export function clockOf({ timezone: timeZone }: Pick<Hotel, 'timezone'>) {
  // The Swedish format is the ISO format.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  return (atMs: number | null): CsvCell => (atMs === null ? null : format.format(atMs))
}

/** Writes the numbers of a booking's rooms. */
export const roomsText = ({ roomNumber, roomNumbers }: ExportedBooking): CsvCell =>
  roomNumbers === null ? roomNumber : listText(roomNumbers)

/** Writes a list stored as JSON into one cell. */
const listText = (json: string | null): CsvCell =>
  json === null ? null : (JSON.parse(json) as unknown[]).join(', ')
