import { lineOf, type OracleLine, sumsOf } from './statement-oracle.ts'

// The rules of statements, written anew from contract-agencies (*Statement*): which line falls into which month.

/** An agency and a currency, which have one statement a month. */
type Account = { agency: string; currency: string }

/** A booking as its agency is shown it, with its payments and the statement that has its line. */
type Stated = {
  agency: string
  shown: Record<string, any>
  payments: { at: string; amountCents: number }[]
  statement?: ClosedStatement
}

/** An adjustment that the hotel wrote, and the statement that has its line. */
type ModelAdjustment = Account & {
  id: string
  month: string
  line: OracleLine
  statement?: ClosedStatement
}

/** A closed statement with its lines as they stood at the closing. */
export type ClosedStatement = Account & {
  month: string
  /** The number that it was first shown with. */
  number?: string
  lines: OracleLine[]
  bookings: Stated[]
}

/** A statement as the hotel's list must have it. */
export type ListedStatement = Account & {
  month: string
  isClosed: boolean
  lineCount: number
  sums: ReturnType<typeof sumsOf>
  paidSinceCents: number
}

const ENDED = ['completed', 'cancelled', 'no_show']
const monthAfter = (month: string): string =>
  Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString()
const isAnything = ({ bookingCode: _, ...figures }: OracleLine): boolean =>
  Object.values(figures).some((cents) => cents !== 0)

/** Bookings, adjustments and statements of one hotel. */
export class StatementModel {
  readonly bookings = new Map<string, Stated>()
  adjustments: ModelAdjustment[] = []
  readonly closed: ClosedStatement[] = []
  /** The last month that closed by itself. */
  through: string

  constructor(through: string) {
    this.through = through
  }

  /** Finds the closed statement of a month. */
  find({ agency, currency }: Account, month: string): ClosedStatement | undefined {
    return this.closed.find(
      (each) => each.agency === agency && each.currency === currency && each.month === month,
    )
  }

  /** Closes a month by the hotel. @returns false if it has no line */
  close(account: Account, month: string): boolean {
    const bookings = this.#bookingsOf(account, month)
    const adjustments = this.#adjustmentsOf(account, month)
    const lines = this.linesOf(account, month)
    if (lines.length === 0) return false
    const statement = { ...account, month, lines, bookings }
    for (const each of [...bookings, ...adjustments]) each.statement = statement
    this.closed.push(statement)
    return true
  }

  /** Closes by themselves all months to one. */
  passClock(month: string): void {
    if (month <= this.through) return
    for (const { isClosed, month: open, ...account } of this.list())
      if (!isClosed && open <= month) this.close(account, open)
    this.through = month
  }

  /** Returns the lines that an open month has. */
  linesOf(account: Account, month: string): OracleLine[] {
    return [
      ...this.#bookingsOf(account, month).map(lineNow),
      ...this.#adjustmentsOf(account, month).map(({ line }) => line),
    ]
  }

  /** Lists all statements with their sums. */
  list(): ListedStatement[] {
    const open = this.#openMonths().map(({ month, ...account }) => {
      const lines = this.linesOf(account, month)
      const sums = { lineCount: lines.length, sums: sumsOf(lines), paidSinceCents: 0 }
      return { ...account, month, isClosed: false, ...sums }
    })
    const closed = this.closed.map(({ agency, currency, month, lines, bookings }) => {
      const paid = bookings.reduce((sum, each) => sum + lineNow(each).paidCents, 0)
      const paidSinceCents = paid - sumsOf(lines).paidCents
      const sums = { lineCount: lines.length, sums: sumsOf(lines), paidSinceCents }
      return { agency, currency, month, isClosed: true, ...sums }
    })
    return [...open, ...closed]
  }

  #openMonths(): (Account & { month: string })[] {
    const all = [
      ...this.#openBookings(),
      ...this.adjustments.filter((each) => !each.statement),
    ].map((each) => {
      const { agency } = each
      const currency: string = 'shown' in each ? each.shown.currency : each.currency
      return { agency, currency, month: this.#monthOf(each) }
    })
    return [...new Map(all.map((each) => [Object.values(each).join(' '), each])).values()]
  }

  /** Lists the bookings that have a line, in no closed statement. */
  #openBookings(): Stated[] {
    return [...this.bookings.values()].filter(
      (each) => !each.statement && ENDED.includes(each.shown.status) && isAnything(lineNow(each)),
    )
  }

  #bookingsOf({ agency, currency }: Account, month: string): Stated[] {
    return this.#openBookings().filter(
      (each) =>
        each.agency === agency && each.shown.currency === currency && this.#monthOf(each) === month,
    )
  }

  #adjustmentsOf({ agency, currency }: Account, month: string): ModelAdjustment[] {
    return this.adjustments.filter(
      (each) =>
        !each.statement &&
        each.agency === agency &&
        each.currency === currency &&
        this.#monthOf(each) === month,
    )
  }

  /** Returns the first month that is not closed, from that of a booking or an adjustment on. */
  #monthOf(each: Stated | ModelAdjustment): string {
    const [account, first] =
      'shown' in each
        ? [
            { agency: each.agency, currency: each.shown.currency },
            each.shown.checkout.slice(0, 7) as string,
          ]
        : [each, each.month]
    let month = first
    while (month <= this.through || this.find(account, month)) month = monthAfter(month)
    return month
  }
}

/** The line of a booking with all payments so far. */
const lineNow = ({ shown, payments }: Stated): OracleLine =>
  lineOf(shown, payments, Number.POSITIVE_INFINITY)
