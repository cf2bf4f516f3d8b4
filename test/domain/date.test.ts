import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  addDays,
  type CalendarDate,
  dateIn,
  datesBetween,
  daysBetween,
  endOfDay,
  instantAt,
  instantText,
  parseDate,
} from '../../src/domain/kernel/date.ts'
import { realDeps } from '../../src/service/real-deps.ts'

/** Zones with summer time at odd hours, odd offsets, both edges of the date line, and one that skipped a day. */
const ZONES = [
  'UTC',
  'Europe/Istanbul',
  'Europe/Lisbon',
  'America/New_York',
  'America/St_Johns',
  'America/Havana',
  'America/Asuncion',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]
const HOUR_MS = 3_600_000

const zone = fc.constantFrom(...ZONES)
const instantMs = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2060, 0, 1) })
const date = fc
  .integer({ min: Date.UTC(1600, 0, 1) / 86_400_000, max: Date.UTC(2400, 11, 31) / 86_400_000 })
  .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10) as CalendarDate)

/** Text that is a date, nearly one, or anything. */
const dateLike = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 9_999 }), fc.nat(15), fc.nat(35))
    .map(([year, month, day]) => [String(year).padStart(4, '0'), two(month), two(day)].join('-')),
  fc.tuple(date, fc.nat(9), fc.string({ maxLength: 2 })).map(([text, at, change]) => {
    return text.slice(0, at) + change + text.slice(at + 1)
  }),
  fc.constantFrom(
    '2027-1-1',
    '20270310',
    '2027-W10-3',
    '+002027-03-10',
    '-000001-01-01',
    '2027-069',
  ),
  fc.constantFrom(
    '2027-03-10T00:00',
    '2027-03-10\n',
    ' 2027-03-10',
    '２０２７-03-10',
    '2027–03–10',
  ),
  fc.string(),
)

const two = (n: number) => String(n).padStart(2, '0')

/** What Temporal takes for a date and writes the same way; it also reads other forms of ISO 8601. */
function isDateToTemporal(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text
  } catch {
    return false
  }
}

test('a text is a date exactly when Temporal takes it for one and writes it the same (contract §1)', () => {
  fc.assert(
    fc.property(dateLike, (text) => {
      const isWritten = /^[0-9]{4}-/.test(text) && isDateToTemporal(text)
      expect(parseDate(text)).toBe(isWritten ? (text as CalendarDate) : undefined)
    }),
    { numRuns: 5_000 },
  )
})

test.each([
  '2027-02-30',
  '2027-02-29',
  '1900-02-29',
  '2027-04-31',
  '2027-13-01',
  '2027-00-10',
  '2027-01-00',
  '2027-1-1',
  '',
])('%p is no date (contract §1)', (text) => expect(parseDate(text)).toBeUndefined())

test.each(['2028-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%p is a date', (text) =>
  expect<string | undefined>(parseDate(text)).toBe(text),
)

test('adding days and counting them undo each other, as in Temporal', () => {
  fc.assert(
    fc.property(date, fc.integer({ min: -5_000, max: 5_000 }), (from, days) => {
      const to = addDays(from, days)
      expect<string>(to).toBe(Temporal.PlainDate.from(from).add({ days }).toString())
      expect(daysBetween(from, to)).toBe(days)
      expect(addDays(to, -days)).toBe(from)
      expect(parseDate(to)).toBe(to)
      expect(to < from).toBe(days < 0)
    }),
    { numRuns: 2_000 },
  )
})

test('the dates of a range go up one by one from its first to its last, and a reversed range has none', () => {
  fc.assert(
    fc.property(date, fc.integer({ min: -30, max: 800 }), (from, days) => {
      const dates = datesBetween(from, addDays(from, days))
      expect(dates).toEqual(
        Array.from({ length: Math.max(0, days + 1) }, (_, index) => addDays(from, index)),
      )
    }),
    { numRuns: 300 },
  )
})

test('the date in a zone is the one its wall calendar shows, in summer time and out of it (contract §1)', () => {
  const calendars = new Map(
    ZONES.map((timeZone) => [
      timeZone,
      new Intl.DateTimeFormat('en-CA', {
        timeZone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      }),
    ]),
  )
  fc.assert(
    fc.property(zone, instantMs, (timeZone, atMs) => {
      expect<string>(dateIn(timeZone, atMs)).toBe(calendars.get(timeZone)!.format(atMs))
    }),
    { numRuns: 3_000 },
  )
})

test.each([
  ['Europe/Lisbon', '2027-03-27T23:59:59.999Z', '2027-03-27'],
  ['Europe/Lisbon', '2027-03-28T22:59:59.999Z', '2027-03-28'],
  ['Europe/Lisbon', '2027-03-28T23:00:00.000Z', '2027-03-29'],
  ['America/New_York', '2027-11-07T03:59:59.999Z', '2027-11-06'],
  ['America/New_York', '2027-11-08T04:59:59.999Z', '2027-11-07'],
  ['America/New_York', '2027-11-08T05:00:00.000Z', '2027-11-08'],
  ['Pacific/Kiritimati', '2027-12-31T10:00:00.000Z', '2028-01-01'],
  ['Pacific/Pago_Pago', '2028-01-01T10:59:59.999Z', '2027-12-31'],
  ['Pacific/Apia', '2011-12-30T09:59:59.999Z', '2011-12-29'],
  ['Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-31'],
])('in %p the date at %p is %p', (timeZone, instant, expected) => {
  expect<string>(dateIn(timeZone, Date.parse(instant))).toBe(expected)
})

test('today is right however the clock moves, though it is reckoned once a day (contract §1)', () => {
  const move = fc.record({ zone, byMs: fc.integer({ min: -30 * HOUR_MS, max: 50 * HOUR_MS }) })
  fc.assert(
    fc.property(instantMs, fc.array(move, { maxLength: 40, size: 'max' }), (startMs, moves) => {
      let nowMs = startMs
      const { today } = realDeps({ nowMs: () => nowMs })
      for (const { zone, byMs } of moves) {
        nowMs += byMs
        expect(today(zone)).toBe(dateIn(zone, nowMs))
      }
    }),
    { numRuns: 400 },
  )
})

test('an instant is written in UTC with milliseconds (contract §1)', () => {
  expect(instantText(Date.UTC(2027, 2, 10, 9))).toBe('2027-03-10T09:00:00.000Z')
})

test('dates end where four digits of a year do: what is reckoned past them is the last one (contract §1)', () => {
  const [first, last] = ['0000-01-01', '9999-12-31'] as CalendarDate[]
  expect([addDays(last!, 1), addDays(last!, 400), addDays(last!, -1)]).toEqual([
    last!,
    last!,
    '9999-12-30' as CalendarDate,
  ])
  expect([addDays(first!, -90), addDays(first!, 1)]).toEqual([first!, '0000-01-02' as CalendarDate])
  fc.assert(
    fc.property(date, fc.integer({ min: -4_000_000, max: 4_000_000 }), (from, days) => {
      expect(parseDate(addDays(from, days))).toBeDefined()
    }),
  )
})

test('a day is over where the next one begins, in every zone, on the last date there is too (contract §1)', () => {
  fc.assert(
    fc.property(date, zone, (day, zone) => {
      expect(endOfDay(day, zone)).toBe(instantAt(addDays(day, 1), '00:00', zone))
    }),
  )
  expect(endOfDay('9999-12-31' as CalendarDate, 'UTC')).toBe(Date.UTC(10_000, 0, 1))
})
