import type { CsvCell } from '../../domain/kernel/csv.ts'
import type { Language } from '../../domain/kernel/language.ts'
import type { ExportedBooking } from '../../store/exports/booking-export.ts'
import type { WordPair } from './words.ts'

/** Formatting of the rows of a booking export: language, names by code, amounts and instants. */
export type RowFormat = {
  language: Language
  rooms: ReadonlyMap<string, string>
  rates: ReadonlyMap<string, string>
  money: (cents: number | null, currency: string) => CsvCell
  clock: (atMs: number | null) => CsvCell
}

/** A column of the booking export: header and cell. */
export type Column = [head: WordPair, cell: (row: ExportedBooking, pen: RowFormat) => CsvCell]
