import { payableOf } from '../../domain/bookings/booking-record.ts'
import { STATUS_WORDS } from '../../domain/bookings/status-words.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { nameIn } from '../../domain/kernel/content.ts'
import type { CsvCell } from '../../domain/kernel/csv.ts'
import { daysBetween } from '../../domain/kernel/date.ts'
import type { Language } from '../../domain/kernel/language.ts'
import type { ExportedBooking } from '../../store/exports/booking-export.ts'
import type { HotelSnapshot } from '../api/context.ts'
import { clockOf, moneyOf } from './booking-rows.ts'
import type { Column, RowFormat } from './column.ts'
import { DETAIL_COLUMNS } from './detail-columns.ts'
import { inLanguage } from './words.ts'

type AgencyFormat = RowFormat & { hotel: Pick<Hotel, 'name'> }
type AgencyColumn = [head: Column[0], cell: (row: ExportedBooking, pen: AgencyFormat) => CsvCell]

/** Columns of an agency's bookings: header and cell; what the hotel's desk notes is not the agency's to read. */
const COLUMNS: AgencyColumn[] = [
  [['Code', 'Kod'], (row) => row.code],
  [['Group', 'Grup'], (row) => row.groupCode],
  [['Hotel', 'Otel'], (_, { hotel }) => hotel.name],
  [['Status', 'Durum'], ({ status }, { language }) => inLanguage(STATUS_WORDS[status], language)],
  [['First name', 'Ad'], (row) => row.firstName],
  [['Last name', 'Soyad'], (row) => row.lastName],
  [['Phone', 'Telefon'], (row) => row.phone],
  [['E-mail', 'E-posta'], (row) => row.email],
  [['Check-in', 'Giriş'], (row) => row.checkin],
  [['Check-out', 'Çıkış'], (row) => row.checkout],
  [['Nights', 'Gece'], (row) => daysBetween(row.checkin, row.checkout)],
  [['Room type', 'Oda tipi'], ({ roomCode }, { rooms }) => rooms.get(roomCode) ?? roomCode],
  [['Rate', 'Tarife'], ({ rateCode }, { rates }) => rates.get(rateCode) ?? rateCode],
  [['Board', 'Pansiyon'], (row) => row.boardCode],
  [['Rooms', 'Oda'], (row) => row.rooms],
  [['Adults', 'Yetişkin'], (row) => row.adults],
  [['Children', 'Çocuk'], (row) => row.children],
  [['Special requests', 'Özel istekler'], (row) => row.specialRequests],
  [['Currency', 'Para birimi'], (row) => row.currency],
  [['Total', 'Toplam'], (row, { money }) => money(row.totalPriceCents, row.currency)],
  [['Penalty', 'Ceza'], (row, { money }) => money(row.penaltyCents, row.currency)],
  [['Paid', 'Ödenen'], (row, { money }) => money(row.paidCents ?? 0, row.currency)],
  [
    ['Net of commission', 'Komisyonsuz tutar'],
    (row, { money }) => money(payableOf(row) - (row.commissionCents ?? 0), row.currency),
  ],
  [['Booked', 'Alındı'], (row, { clock }) => clock(row.createdAtMs)],
  [['Cancelled', 'İptal'], (row, { clock }) => clock(row.cancelledAtMs)],
  [['Reason', 'İptal nedeni'], (row) => row.cancelReason],
  ...DETAIL_COLUMNS,
]

/** Returns the header row of an agency's bookings. */
export const agencyHeads = (language: Language): CsvCell[] =>
  COLUMNS.map(([head]) => inLanguage(head, language))

/** Returns a writer of an agency's bookings as rows; instants are in each hotel's time zone. */
export function agencyRows(
  hotelOf: (hotelId: number) => HotelSnapshot | Promise<HotelSnapshot>,
  language: Language,
) {
  const pens = new Map<number, AgencyFormat>()
  const money = moneyOf()
  const penOf = async (hotelId: number): Promise<AgencyFormat> => {
    const { hotel, rooms, rates } = await hotelOf(hotelId)
    return {
      ...{ language, money, hotel, clock: clockOf(hotel) },
      rooms: new Map(rooms.map((room) => [room.roomCode, nameIn(room, language)])),
      rates: new Map(rates.map((rate) => [rate.rateCode, nameIn(rate, language)])),
    }
  }
  return async (row: ExportedBooking): Promise<CsvCell[]> => {
    const pen = pens.get(row.hotelId) ?? (await penOf(row.hotelId))
    pens.set(row.hotelId, pen)
    return COLUMNS.map(([, cell]) => cell(row, pen))
  }
}
