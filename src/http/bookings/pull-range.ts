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
import { coded, InstantText, line, readInstant } from '../api/texts.ts'

export const DATE_FIELDS = ['checkin', 'checkout', 'stay', 'created', 'updated'] as const

/** A pull in words. */
export const aboutPulls = `Reservations whose \`dateField\` (default \`checkin\`) lies in the range, both ends included, at most 366 days; \`stay\`: a night of it does; \`created\` and \`updated\` go by days of the hotel’s time zone. Cancelled ones are included. Holds are not, unless asked for: \`status=pending\` gives those that stand, \`status=expired\` those that ran out; one that was cancelled before it was confirmed is never listed, \`status=cancelled\` gives reservations alone. In the order of that date (of a stay: its check-in), so that a walk by \`cursor\` neither repeats nor skips; only a reservation whose date is changed during the walk may come twice or not at all, and comes with \`dateField=updated\` and in the feed. \`unacked=true\`: only those whose newest revision was not acknowledged.

\`updatedSince=2027-03-10T14:05:00Z\` in place of \`from\` and \`to\` gives all that was made or changed at that instant or later, in the order of \`updatedAt\`, then \`code\`; it has no end, so that what changes during the walk comes once more at the end of it. Acknowledging changes no \`updatedAt\`. Next time ask since the newest \`updatedAt\` that you have **less one minute**: replicas have clocks of their own, and a change that began earlier may become visible later; what comes again you know by \`code\` and \`revision\`. With \`status\` or \`unacked\` a page may be short, empty even, for it looks through 50,000 at most: go on as long as there is a \`nextCursor\`.

\`externalId=PMS-4711\` in place of either finds what was acknowledged under that id, whenever it is and whatever became of it, holds too; \`from\` and \`to\` of the answer are the check-ins of the first and the last of the page, today where there is none.`

/** Parameters of which reservations a pull is. */
export const rangeOfPull = {
  from: Type.Optional({
    ...DateParameter,
    description: 'First day; needed unless `updatedSince` or `externalId` is there.',
  }),
  to: Type.Optional({ ...DateParameter, description: 'Last day, included.' }),
  dateField: { ...oneOf(...DATE_FIELDS), default: 'checkin' },
  // A plus that stands in an address as it is is read as a space.
  updatedSince: Type.Optional({
    ...coded(
      InstantText.pattern!.replace('[+-]', '[ +-]'),
      `${InstantText.description}, such as 2027-03-10T14:05:00Z`,
    ),
    example: '2027-03-10T14:05:00Z',
  }),
  externalId: Type.Optional(line(200)),
}

type RangeQuery = Static<TObject<typeof rangeOfPull>>

/**
 * What a pull asks for: what the answer says of it, and its range. Of `updatedSince` the days are those from that instant
 * until today.
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
  return { asked: { ...range, dateField }, range: { ...range, fromMs, untilMs }, dateField }
}

const OTHER_DATE_FIELD = /[?&]dateField=(?!updated(&|$))/

function readSince(updatedSince: string, timezone: string, nowMs: number) {
  const fromMs = readInstant('?updatedSince', updatedSince.replace(' ', '+'))
  const from = dateIn(timezone, fromMs)
  const to = dateIn(timezone, Math.max(fromMs, nowMs))
  const since = instantText(fromMs)
  return {
    asked: { from, to, dateField: 'updated' as const, updatedSince: since },
    // Nothing of today, for a cursor is good for what it was made with.
    range: { from, to: from, fromMs, untilMs: Number.MAX_SAFE_INTEGER },
    dateField: 'since' as const,
  }
}

/** Every day there is; of bookings that are found otherwise. */
function rangeOfEveryDay(today: CalendarDate) {
  const range = { from: '0000-01-01' as CalendarDate, to: '9999-12-31' as CalendarDate }
  return {
    asked: { from: today, to: today, dateField: 'checkin' as const },
    range: { ...range, fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER },
    dateField: 'checkin' as const,
  }
}

/** @throws AppError `validation_failed` for what cannot stand beside a parameter */
function refuseBeside(name: string, others: Record<string, unknown>): void {
  const flaws = Object.entries(others)
    .filter(([, value]) => value !== undefined)
    .map(([other]) => flaw(`/${other}`, 'conflicting_fields', `Not together with ${name}.`))
  if (flaws.length > 0) throw queryFlaws(flaws)
}

const missing = (name: string, value: unknown): Flaw[] =>
  value === undefined
    ? [
        flaw(
          `/${name}`,
          'required',
          'This parameter is required, or updatedSince or externalId in its place.',
        ),
      ]
    : []
