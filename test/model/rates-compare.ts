import type { Answer } from '../support/matchers.ts'
import type { Hotel } from './rates-oracle.ts'
import { taxParts } from './rates-oracle.ts'
import type { Refusal, searchOf } from './rates-oracle-answers.ts'
import type { Booking } from './rates-oracle-penalty.ts'
import type { Quote, Reason } from './rates-oracle-quote.ts'

/** How two values differ; undefined when they do not. Fields that are undefined are not looked at. */
export function difference(what: string, found: unknown, expected: unknown): string | undefined {
  if (Bun.deepEquals(found, expected)) return undefined
  return `${what} is ${JSON.stringify(found)}, the oracle has ${JSON.stringify(expected)}`
}

/** How the rates on a page differ from those of the oracle. */
export function ratesDiffer(found: any[] | undefined, expected: Quote[]): string | undefined {
  return difference('rates', found?.map(shownRate), expected.map(quoteWritten))
}

/** What a page says of a rate; where it cannot be had, no price is looked at. */
const shownRate = (rate: any) => ({
  rateCode: rate.rateCode,
  name: rate.name,
  boardCode: rate.boardCode,
  cancellation: rate.cancellation,
  totalPriceCents: rate.totalPriceCents,
  ...(rate.totalPriceCents !== null && pick(rate, ['nightly', 'taxes', 'netCents'])),
  reason: rate.reason && pick(rate.reason, ['code', 'dates']),
  reasons: rate.reasons?.map((reason: Reason) => pick(reason, ['code', 'dates'])),
})

const quoteWritten = ({ nightly, taxes, netCents, reasons, ...rate }: Quote) => ({
  ...rate,
  ...(nightly && { nightly, taxes, netCents }),
  reason: reasons[0] ?? null,
  reasons,
})

/** How what a search says of a hotel differs. */
export function searchDiffers(found: any, expected: ReturnType<typeof searchOf>) {
  if (!found || !expected) return difference('search', found?.slug ?? null, expected)
  const { lowest, ...totals } = expected
  const isOne = lowest.some(({ totalCents: _, ...one }) => Bun.deepEquals(one, found.lowest))
  if (!isOne) return difference('lowest', found.lowest, lowest)
  return difference('search', pick(found, ['fromTotalCents', 'lowestTotalCents']), totals)
}

/** How the answer to a refused request differs from a refusal. */
export function refusalDiffers({ status, body }: Answer, refusal: Refusal): string | undefined {
  const codes = body.errors?.map(({ code }: { code: string }) => code)
  const found =
    status === 422
      ? { status, code: codes.includes(refusal.code) ? refusal.code : codes }
      : { status, code: body.code, dates: body.dates }
  return difference('the refusal', found, refusal)
}

/** How a record differs from a booking of the oracle. */
export function recordDiffers(
  record: any,
  booking: Booking,
  { rates }: Hotel,
  penaltyCents: number | null = null,
): string | undefined {
  const { isHold: _, taxes, ...expected } = booking
  const rateName = rates.find(({ rateCode }) => rateCode === booking.rateCode)!.name
  const fields = {
    ...expected,
    ...taxParts(booking.totalPriceCents, taxes),
    rateName,
    penaltyCents,
  }
  return difference('the record', pick(record, Object.keys(fields)), fields)
}

const pick = (from: any, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]))
