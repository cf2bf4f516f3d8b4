import { type Static, type TObject, Type } from 'typebox'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import {
  type CalendarDate,
  dateIn,
  endOfDay,
  instantAt,
  instantText,
} from '../../domain/kernel/date.ts'
import { type Flaw, flaw } from '../../domain/kernel/errors.ts'
import { BOOKINGS_PULL_DAYS_MAX } from '../../domain/kernel/limits.ts'
import { DateParameter, oneOf, queryFlaws } from '../api/query.ts'
import { readRange } from '../api/range.ts'
import { InstantText, identifier, patternText, readInstant } from '../api/texts.ts'

export const DATE_FIELDS = ['checkin', 'checkout', 'stay', 'created', 'updated'] as const

/** Describes the reservation pull. */
export const aboutPulls = `Lists reservations whose \`dateField\` (default \`checkin\`) lies in the range, both ends included, at most 366 days; \`stay\` matches any night; \`created\` and \`updated\` use days in the hotel’s time zone. Cancelled reservations are included. Holds are listed only by status: \`status=pending\` lists open holds, \`status=expired\` expired ones; a hold cancelled before confirmation is never listed, \`status=cancelled\` lists reservations alone. The order is by that date (for \`stay\` by check-in), so that paging by \`cursor\` neither repeats nor skips; only a reservation whose date changes meanwhile may be repeated or skipped, and it appears with \`dateField=updated\` and in the feed. \`unacked=true\`: only reservations whose newest revision is not acknowledged.

\`updatedSince=2027-03-10T14:05:00Z\` instead of \`from\` and \`to\` lists everything made or changed at or after that instant, by \`updatedAt\`, then \`code\`; it is open-ended, so a change during paging appears again at the end. An acknowledgement does not change \`updatedAt\`. Next time ask since your newest \`updatedAt\` **less one minute**: an earlier change may become visible later; recognise repeats by \`code\` and \`revision\`. With \`status\` or \`unacked\` a page may be short or empty, because it scans at most 50,000: continue while there is a \`nextCursor\`.

\`externalId=PMS-4711\` instead of either finds what was acknowledged under that id, at any date and in any status, holds included; \`from\` and \`to\` of the answer are the first and last check-in of the page, or today if it is empty.`

/** Parameters that select the reservations of a pull. */
export const rangeOfPull = {
  from: Type.Optional({
    ...DateParameter,
    description: 'First day; required without `updatedSince` or `externalId`.',
  }),
  to: Type.Optional({ ...DateParameter, description: 'Last day, included.' }),
  dateField: { ...oneOf(...DATE_FIELDS), default: 'checkin' },
  // An unescaped plus in an address is read as a space.
  updatedSince: Type.Optional({
    ...patternText(
      InstantText.pattern!.replace('[+-]', '[ +-]'),
      `${InstantText.description}, such as 2027-03-10T14:05:00Z`,
    ),
    example: '2027-03-10T14:05:00Z',
  }),
  externalId: Type.Optional(identifier(200)),
}

type RangeQuery = Static<TObject<typeof rangeOfPull>>

/**
 * Reads the selection of a pull: `echo` is repeated in the answer, `range` filters. For `updatedSince` the echoed days
 * run from that instant until today.
 *
 * @throws AppError `validation_failed`
 */
export function readPull(query: RangeQuery, { url }: Request, { timezone }: Hotel, nowMs: number) {
  const { from, to, updatedSince, externalId } = query
  const others = { from, to, dateField: /[?&]dateField=/.exec(url)?.[0] }
  if (externalId !== undefined) {
    refuseBeside('externalId', { ...others, updatedSince })
    return rangeOfEveryDay(dateIn(timezone, nowMs))
  }
  const { dateField } = query
  if (updatedSince !== undefined) {
    refuseBeside('updatedSince', {
      ...others,
      dateField: OTHER_DATE_FIELD.test(url) ? dateField : undefined,
    })
    return readSince(updatedSince, timezone, nowMs)
  }
  if (from === undefined || to === undefined)
    throw queryFlaws([...missing('from', from), ...missing('to', to)])
  const range = readRange({ from, to }, BOOKINGS_PULL_DAYS_MAX)
  const fromMs = instantAt(from, '00:00', timezone)
  const untilMs = endOfDay(to, timezone)
  return { echo: { ...range, dateField }, range: { ...range, fromMs, untilMs }, dateField }
}

const LAST_DAY_MS = Date.UTC(9999, 11, 30)
const OTHER_DATE_FIELD = /[?&]dateField=(?!updated(&|$))/

function readSince(updatedSince: string, timezone: string, nowMs: number) {
  const fromMs = readInstant('?updatedSince', updatedSince.replace(' ', '+'))
  // Of later instants the day may have five digits of the year.
  const fromDay = Math.min(fromMs, LAST_DAY_MS)
  const from = dateIn(timezone, fromDay)
  const to = dateIn(timezone, Math.max(fromDay, nowMs))
  const since = instantText(fromMs)
  return {
    echo: { from, to, dateField: 'updated' as const, updatedSince: since },
    // Independent of today, because a cursor is bound to its filter.
    range: { from, to: from, fromMs, untilMs: Number.MAX_SAFE_INTEGER },
    dateField: 'since' as const,
  }
}

/** Returns the range of all days, for bookings found by another key. */
function rangeOfEveryDay(today: CalendarDate) {
  const range = { from: '0000-01-01' as CalendarDate, to: '9999-12-31' as CalendarDate }
  return {
    echo: { from: today, to: today, dateField: 'checkin' as const },
    range: { ...range, fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER },
    dateField: 'checkin' as const,
  }
}

/** Refuses parameters that conflict with `name`. @throws AppError `validation_failed` */
function refuseBeside(name: string, others: Record<string, unknown>): void {
  const flaws = Object.entries(others)
    .filter(([, value]) => value !== undefined)
    .map(([other]) => flaw(`/${other}`, 'conflicting_fields', `Conflicts with ${name}.`))
  if (flaws.length > 0) throw queryFlaws(flaws)
}

const missing = (name: string, value: unknown): Flaw[] =>
  value === undefined
    ? [
        flaw(
          `/${name}`,
          'required',
          'This parameter is required without updatedSince or externalId.',
        ),
      ]
    : []
