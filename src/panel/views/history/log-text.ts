import type { AuditEntry } from '../../../client/call.ts'
import { date, money, number } from '../../lib/format.ts'
import { t, type WordKey } from '../../lib/i18n.ts'

/** The part of an audit entry that these sentences need. */
type Entry = Pick<AuditEntry, 'id' | 'after'>

type Extent = { least: number | null; most: number | null }

/** The sum of a field over the nights; a replica that is older than this page sends no `before`. */
type FieldSum = Extent & { nights: number; before?: Extent }

/** The changed days of a room type, or of one of its rates. */
type DaysPart = {
  roomCode: string
  rateCode: string | null
  from: string
  to: string
  nights: number
  fields: Record<string, FieldSum>
}

/** A change of days in a sentence, which is general where several fields or room types changed. */
export function daysSentence(who: string, entry: Entry, currency: string | undefined): string {
  const parts = partsOf(entry)
  const [part] = parts
  const fields = Object.entries(part?.fields ?? {})
  if (!part || parts.length > 1 || moreOf(entry) > 0 || fields.length !== 1)
    return t('history.days.several', { who })
  const [name, sum] = fields[0]!
  const values = { who, room: roomOf(part), days: spanOf(part) }
  if (name === 'closed' && sum.least === sum.most)
    return t(sum.most ? 'history.days.closed' : 'history.days.opened', values)
  return t('history.days.set', {
    ...values,
    field: t(`history.day.${name}` as WordKey),
    value: amountOf(name, sum, currency),
  })
}

/** The lines below the sentence, one for each room type or rate; none where the sentence says everything. */
export function daysLines(entry: Entry, currency: string | undefined): string[] {
  const parts = partsOf(entry)
  const more = moreOf(entry)
  const isComplete = parts.length === 1 && Object.keys(parts[0]!.fields).length === 1
  if (isComplete && more === 0) return []
  const lines = parts.map((part) => {
    const fields = Object.entries(part.fields).map(
      ([name, sum]) => `${t(`history.day.${name}` as WordKey)}: ${amountOf(name, sum, currency)}`,
    )
    return `${roomOf(part)}, ${spanOf(part)} – ${fields.join('; ')}`
  })
  return more > 0 ? [...lines, t('history.days.more', { count: more })] : lines
}

/** An event of a booking in a sentence. */
export const bookingSentence = (who: string, { id, after }: Entry): string =>
  t(`history.booking.${after.what}` as WordKey, {
    who,
    code: id,
    guest: `${after.guest ?? t('bookings.erasedGuest')}`,
  })

const partsOf = ({ after }: Entry) => after.parts as DaysPart[]
const moreOf = ({ after }: Entry) => Number(after.more)

const roomOf = ({ roomCode, rateCode }: DaysPart): string =>
  rateCode === null ? roomCode : `${roomCode} ${rateCode}`

/** `12 Dec – 18 Dec 2026, 7 nights`. */
function spanOf({ from, to, nights: count }: DaysPart): string {
  const nights = t('bookings.nights', { count })
  return from === to ? date(from) : `${date(from)} – ${date(to)}, ${nights}`
}

/** The value of a field of a day. */
export function valueText(
  name: string,
  value: number | boolean | null,
  currency: string | undefined,
): string {
  if (value === null) return t('history.nothing')
  if (name.startsWith('closed')) return t(value ? 'history.yes' : 'history.no')
  return name === 'priceCents' && currency ? money(Number(value), currency) : number(Number(value))
}

/** `₺8,150 → ₺9,000`, each side a range where the nights differ. */
function amountOf(name: string, { before, ...is }: FieldSum, currency: string | undefined): string {
  const span = ({ least, most }: Extent) =>
    [...new Set([least, most])].map((value) => valueText(name, value, currency)).join(' – ')
  return before ? `${span(before)} → ${span(is)}` : span(is)
}
