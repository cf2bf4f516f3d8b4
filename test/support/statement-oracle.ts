// Works statements out anew, from the API alone: it imports nothing of the service.

type Call = (
  method: string,
  path: string,
  init?: { body?: unknown },
) => Promise<{ status: number; body: any }>

type Item = Record<string, any>

/** The callers by whom the oracle reads: the hotel's people, and the agency. */
export type OracleReaders = { hotel: Call; agency: Call }

/** A line as the law has it (contract-agencies, *Statement*). */
export type OracleLine = {
  bookingCode: string
  baseCents: number
  extrasCents: number
  commissionCents: number
  paidCents: number
  owedCents: number
}

/** Reads all items of a list of the API. */
export async function readAll(call: Call, path: string, name = 'items'): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const more: string = cursor === null ? '' : `${path.includes('?') ? '&' : '?'}cursor=${cursor}`
    const { status, body } = await call('GET', `${path}${more}`)
    if (status !== 200) throw new Error(`${path} answered ${status}`)
    items.push(...body[name])
    cursor = body.nextCursor
  } while (cursor !== null)
  return items
}

/**
 * Works out the lines of an agency's bookings at a hotel that checked out, or would have, in a month: by code.
 *
 * @param untilMs payments after it do not count
 */
export async function recomputeMonth(
  { hotel, agency }: OracleReaders,
  { slug, month, untilMs }: { slug: string; month: string; untilMs: number },
): Promise<OracleLine[]> {
  const lines: OracleLine[] = []
  for (const booking of await readAll(agency, '/v1/acenta/bookings?limit=100')) {
    const { code, status, checkout, hotelSlug } = booking
    const isMeant = hotelSlug === slug && checkout.slice(0, 7) === month
    if (!isMeant || !['completed', 'cancelled', 'no_show'].includes(status)) continue
    const { body } = await hotel('GET', `/v1/panel/bookings/${code}`)
    const line = lineOf(booking, body.desk.payments, untilMs)
    if (Object.values(line).some((each) => typeof each === 'number' && each !== 0)) lines.push(line)
  }
  return lines.toSorted((a, b) => (a.bookingCode < b.bookingCode ? -1 : 1))
}

/** Works out the line of an ended booking. */
export function lineOf(booking: Item, payments: Item[], untilMs: number): OracleLine {
  const { code, status, totalPriceCents, penaltyCents, payableCents, commissionBp } = booking
  const base = status === 'completed' ? totalPriceCents : penaltyCents
  const extras = payableCents - base
  // Halves are rounded up.
  const commission = Math.floor((base * commissionBp) / 10_000 + 0.5)
  const paid = payments
    .filter(({ at }) => Date.parse(at) <= untilMs)
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  const byAgency = booking.payment.collect === 'agency'
  return {
    ...{ bookingCode: code, baseCents: base, extrasCents: extras, commissionCents: commission },
    ...{ paidCents: paid, owedCents: (byAgency ? base + extras - paid : 0) - commission },
  }
}

/** The line of an adjustment, as it was sent. */
export const recomputeAdjustment = (
  sent: { bookingCode: string; baseCents: number; commissionCents: number },
  collect: string,
): OracleLine => ({
  ...{ ...sent, extrasCents: 0, paidCents: 0 },
  owedCents: (collect === 'agency' ? sent.baseCents : 0) - sent.commissionCents,
})

/** The figures of shown lines, and of what they must add up to, in one order. */
export const figuresOf = (lines: readonly Item[]): OracleLine[] =>
  lines
    .map((line) => ({
      ...{
        bookingCode: line.bookingCode,
        baseCents: line.baseCents,
        extrasCents: line.extrasCents,
      },
      ...{ commissionCents: line.commissionCents, paidCents: line.paidCents },
      owedCents: line.owedCents,
    }))
    .toSorted((a, b) => (a.bookingCode < b.bookingCode ? -1 : 1))

/** The sums of lines. */
export const sumsOf = (lines: readonly OracleLine[]) => {
  const sum = (name: Exclude<keyof OracleLine, 'bookingCode'>) =>
    lines.reduce((total, line) => total + line[name], 0)
  return {
    ...{ baseCents: sum('baseCents'), extrasCents: sum('extrasCents') },
    ...{ commissionCents: sum('commissionCents'), paidCents: sum('paidCents') },
    owedCents: sum('owedCents'),
  }
}
