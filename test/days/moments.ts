/** A moment at which the suite is run, with what is special about it. */
export type Moment = { name: string; atMs: number }

const YEAR_MS = 365 * 86_400_000

/**
 * The moments by number, from 1. A run takes less than the half hour that there is before each midnight. Istanbul, where
 * the demo's two hotels with log-ins are, is three hours ahead of UTC all year.
 */
export const MOMENTS: Moment[] = [
  at('2027-01-31T18:00Z', 'the last day of a month before a shorter one'),
  at('2027-02-27T20:30Z', 'before midnight in Istanbul'),
  at('2027-02-27T21:02Z', 'past midnight in Istanbul, where the last day of February has begun'),
  at('2027-02-28T23:30Z', 'before midnight in UTC, when March has begun in Istanbul'),
  at('2027-03-01T00:02Z', 'past midnight in UTC'),
  at('2027-03-28T00:55Z', 'summer time begins in Europe'),
  at('2027-10-31T00:55Z', 'summer time ends in Europe'),
  at('2027-12-31T20:30Z', 'the last evening of a year'),
  at('2027-12-31T21:02Z', 'the new year has begun in Istanbul'),
  at('2028-02-28T12:00Z', 'the day before a leap day'),
  at('2028-02-29T12:00Z', 'a leap day'),
  { name: 'a year ahead', atMs: Date.now() + YEAR_MS },
]

function at(instant: string, name: string): Moment {
  return { name, atMs: Date.parse(instant) }
}
