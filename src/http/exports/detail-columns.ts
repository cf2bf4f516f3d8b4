import type { BookingDetails, GuestName } from '../../domain/bookings/booking-details.ts'
import { payableOf } from '../../domain/bookings/booking-record.ts'
import { extrasTaxesOf } from '../../domain/extras/extra-lines.ts'
import type { ExportedBooking } from '../../store/exports/booking-export.ts'
import type { Column } from './column.ts'
import { COLLECTOR_WORDS, GUARANTEE_WORDS, inLanguage, type WordPair } from './words.ts'

const CHILD: WordPair = ['child', 'çocuk']

/** Columns of what a PMS needs of a booking (contract-groups), after those of before. */
export const DETAIL_COLUMNS: Column[] = [
  [['Arrival time', 'Varış saati'], (row) => row.arrivalTime],
  [
    ['Further guests', 'Diğer konuklar'],
    ({ guestNames }, { language }) =>
      readJson<GuestName[]>(guestNames, [])
        .map(({ firstName, lastName, isChild }) =>
          [firstName, lastName, ...(isChild ? [`(${inLanguage(CHILD, language)})`] : [])].join(' '),
        )
        .join(', '),
  ],
  [['Company', 'Firma'], (row) => companyOf(row)?.name ?? null],
  [['Tax number', 'Vergi numarası'], (row) => companyOf(row)?.taxNumber ?? null],
  [['Tax office', 'Vergi dairesi'], (row) => companyOf(row)?.taxOffice ?? null],
  [['Company address', 'Firma adresi'], (row) => companyOf(row)?.address ?? null],
  [['Company e-mail', 'Firma e-postası'], (row) => companyOf(row)?.email ?? null],
  [
    ['Extras', 'Ekstralar'],
    ({ extras }) =>
      readJson<BookingDetails['extras']>(extras, [])
        .map(({ quantity, name }) => `${quantity} × ${name}`)
        .join(', '),
  ],
  [
    ['Extras total', 'Ekstralar toplamı'],
    (row, { money }) => money(row.extrasTotalCents, row.currency),
  ],
  [['Payable', 'Ödenecek'], (row, { money }) => money(payableOf(row), row.currency)],
  [
    ['Collected by', 'Tahsil eden'],
    ({ collect }, { language }) => inLanguage(COLLECTOR_WORDS[collect], language),
  ],
  [
    ['Guarantee', 'Garanti'],
    (row, { language }) => {
      const guarantee = guaranteeOf(row)
      return guarantee && inLanguage(GUARANTEE_WORDS[guarantee.type], language)
    },
  ],
  [['Guarantee reference', 'Garanti referansı'], (row) => guaranteeOf(row)?.reference ?? null],
  [
    ['Guaranteed amount', 'Garanti tutarı'],
    (row, { money }) => money(guaranteeOf(row)?.amountCents ?? null, row.currency),
  ],
  [['Commission', 'Komisyon'], (row, { money }) => money(row.commissionCents, row.currency)],
  [
    ['Held until', 'Opsiyon bitişi'],
    ({ status, holdExpiresAtMs }, { clock }) =>
      clock(status === 'pending' ? holdExpiresAtMs : null),
  ],
  [
    ['Commission in per cent', 'Komisyon yüzdesi'],
    ({ commissionBasisPoints: cents }) => (cents === null ? null : { cents, digits: 2 }),
  ],
  [
    ['Taxes in extras', 'Ekstralardaki vergiler'],
    ({ extras, currency }, { money }) => money(taxesIn(readJson(extras, [])), currency),
  ],
]

/** Returns the sum of the taxes in the lines of extras. */
const taxesIn = (lines: BookingDetails['extras']): number =>
  extrasTaxesOf(lines).reduce((sum, { amountCents }) => sum + amountCents, 0)

const companyOf = ({ company }: ExportedBooking) =>
  readJson<BookingDetails['company']>(company, null)

const guaranteeOf = ({ guarantee }: ExportedBooking) =>
  readJson<BookingDetails['guarantee']>(guarantee, null)

/** Reads a column of JSON. */
const readJson = <T>(json: string | null, empty: T): T =>
  json === null ? empty : (JSON.parse(json) as T)
