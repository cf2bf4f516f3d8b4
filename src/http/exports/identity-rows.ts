import type { GuestIdentity } from '../../domain/bookings/identity.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import type { CsvCell } from '../../domain/kernel/csv.ts'
import { addDays, type CalendarDate, dateIn } from '../../domain/kernel/date.ts'
import type { Language } from '../../domain/kernel/language.ts'
import { openIdentities } from '../../service/bookings/identities.ts'
import { listIdentities } from '../../store/bookings/identities.ts'
import type { Handle } from '../../store/engine/engine.ts'
import type { Vault } from '../../store/engine/vault.ts'
import { type ExportedBooking, readBookingExport } from '../../store/exports/booking-export.ts'
import { clockOf, roomsText } from './booking-rows.ts'
import { DOCUMENT_WORDS, GENDER_WORDS, inLanguage, type WordPair } from './words.ts'

/** Lists of the daily identity report: guests in house, or arrivals. */
export const IDENTITY_LISTS = ['in_house', 'arrivals'] as const

type Report = {
  hotel: Pick<Hotel, 'id' | 'timezone'>
  date: CalendarDate
  list: (typeof IDENTITY_LISTS)[number]
  language: Language
}

const HEADS: WordPair[] = [
  ['Room number', 'Oda numarası'],
  ['First name', 'Ad'],
  ['Last name', 'Soyad'],
  ['Nationality', 'Uyruk'],
  ['Document', 'Belge türü'],
  ['Document number', 'Belge numarası'],
  ['Date of birth', 'Doğum tarihi'],
  ['Gender', 'Cinsiyet'],
  ['Arrived', 'Giriş yaptı'],
  ['Left', 'Çıkış yaptı'],
  ['Check-in', 'Giriş'],
  ['Check-out', 'Çıkış'],
  ['Code', 'Kod'],
  ['Guests without identity data', 'Kimliği girilmeyen konuk'],
]

/** Returns the header row of the identity report. */
export const identityHeads = (language: Language): CsvCell[] =>
  HEADS.map((head) => inLanguage(head, language))

/** Yields the identity report in slices: a row per guest, and a nameless row per booking with missing guests. */
export async function* identityRows(
  handle: Handle,
  vault: Vault,
  { hotel, date, list, language }: Report,
): AsyncGenerator<CsvCell[][]> {
  const { timezone } = hotel
  const dayOf = (atMs: number | null) => atMs !== null && dateIn(timezone, atMs)
  const isMeant = ({ arrivedAtMs, leftAtMs }: ExportedBooking) => {
    const [arrived, left] = [dayOf(arrivedAtMs), dayOf(leftAtMs)]
    if (!arrived || list === 'arrivals') return arrived === date
    return arrived <= date && (!left || left > date)
  }
  const row = rowsOf(language, clockOf(hotel))
  const stays = readBookingExport(handle, {
    ...{ hotelId: hotel.id, field: 'stay', status: ['confirmed', 'completed'], words: [] },
    // A guest after midnight arrives on the day after the check-in day.
    ...{ from: list === 'arrivals' ? addDays(date, -1) : date, to: date },
  })
  for await (const part of stays) {
    const meant = part.filter(isMeant)
    const sealed = await listIdentities(
      handle,
      hotel.id,
      meant.map(({ id }) => id),
    )
    const rows = meant.map(async (stay) => {
      const found = sealed.get(stay.id)
      return row(stay, (found && (await openIdentities(vault, stay.code, found.sealed))) ?? [])
    })
    yield (await Promise.all(rows)).flat()
  }
}

function rowsOf(language: Language, clock: ReturnType<typeof clockOf>) {
  return (stay: ExportedBooking, guests: GuestIdentity[]): CsvCell[][] => {
    const missing = Math.max(0, stay.adults + stay.children - guests.length)
    const about = (lacks: number | null): CsvCell[] => [
      ...[clock(stay.arrivedAtMs), clock(stay.leftAtMs), stay.checkin, stay.checkout, stay.code],
      lacks,
    ]
    const rows = guests.map((guest) => [
      ...[roomsText(stay), guest.firstName, guest.lastName, guest.nationality],
      ...[inLanguage(DOCUMENT_WORDS[guest.documentKind], language), guest.documentNumber],
      ...[guest.birthDate, guest.gender && inLanguage(GENDER_WORDS[guest.gender], language)],
      ...about(null),
    ])
    const noGuest = Array<CsvCell>(7).fill(null)
    return missing > 0 ? [...rows, [roomsText(stay), ...noGuest, ...about(missing)]] : rows
  }
}
