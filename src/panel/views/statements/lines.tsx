import type { ComponentChildren } from 'preact'
import { amount, money, rangeText } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { href } from '../../lib/router.ts'
import { Badge } from '../../parts/note.tsx'
import { nameOf } from '../bookings/parts/model.ts'
import { type Amounts, columnOf, type Line, type WholeStatement } from './model.ts'

/** The columns of amounts, each with what it shows of a line or of sums. */
const COLUMNS = [
  ['gross', ({ baseCents, extrasCents }) => baseCents + extrasCents],
  ['commission', ({ commissionCents }) => commissionCents],
  ['net', ({ commissionCents, ...of }) => of.baseCents + of.extrasCents - commissionCents],
  ['paid', ({ paidCents }) => paidCents],
  ['owed', ({ owedCents }) => owedCents],
] as const satisfies readonly (readonly [string, (of: Amounts) => number])[]

/** The table of a statement's lines, or of those of several statements. */
export const LinesTable = ({ children }: { children: ComponentChildren }) => (
  <div class="table-box">
    <table class="table statement-lines">
      <caption class="sr-only">{t('statements.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('bookings.guest')}</th>
          <th scope="col">{t('list.code')}</th>
          <th scope="col">{t('statements.stay')}</th>
          <th scope="col">{t('statements.state')}</th>
          {COLUMNS.map(([name]) => (
            <th key={name} scope="col" class="number">
              {t(`statements.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  </div>
)

type RowsProps = {
  statement: WholeStatement
  /** The first row, over the lines of one of several statements. */
  head?: ComponentChildren
  /** The buttons of a line. */
  actsOf?: (line: Line) => ComponentChildren
  /** The name of a booking's page; left out where the reader has none. */
  view?: string | undefined
}

/** The lines of one statement. */
export const Lines = ({ statement, head, actsOf, view }: RowsProps) => (
  <tbody>
    {head}
    {statement.lines.map((line) => (
      <tr key={line.bookingCode + (line.adjustment?.id ?? '')} class="is-line">
        <th scope="row">
          <bdi>{nameOf(line)}</bdi>
        </th>
        <td class="code">
          {view ? (
            <a href={href({ view, rest: [line.bookingCode] })}>{line.bookingCode}</a>
          ) : (
            line.bookingCode
          )}
        </td>
        <td class="stay unbroken">{rangeText(line.checkin, line.checkout)}</td>
        <td class="state">
          <StateOf line={line} currency={statement.currency} />
          {actsOf?.(line)}
        </td>
        <Cells of={line} write={(cents) => inColumn(cents, statement)} />
      </tr>
    ))}
  </tbody>
)

type GroupHeadProps = { statement: WholeStatement; opens: string }

/** The head of one of several statements: its hotel, which opens it, its number, and its sums. */
export const GroupHead = ({ statement, opens }: GroupHeadProps) => (
  <tr class="is-head">
    <th scope="rowgroup" colSpan={4}>
      <a href={opens}>
        <bdi>{statement.hotelName}</bdi>
      </a>{' '}
      <span class="dim">
        {statement.number === null
          ? t(`statements.${statement.status}`)
          : t('statements.numbered', { number: statement.number })}
      </span>
    </th>
    <Cells of={statement.sums} write={(cents) => inColumn(cents, statement)} />
  </tr>
)

type TotalProps = { sums: Amounts; lineCount: number; currency: string }

/** The last row: the sums of all lines of a currency. */
export const TotalRow = ({ sums, lineCount, currency }: TotalProps) => (
  <tr class="is-total">
    <th scope="row" colSpan={4}>
      {t('statements.total')} <span class="dim">{t('statements.lines', { count: lineCount })}</span>
    </th>
    <Cells of={sums} write={(cents) => money(cents, currency, columnOf(sums))} />
  </tr>
)

const Cells = ({ of, write }: { of: Amounts; write: (cents: number) => string }) => (
  <>
    {COLUMNS.map(([name, read]) => (
      <td key={name} class={`number in-${name}`} data-label={t(`statements.${name}`)}>
        {name === 'paid' && read(of) === 0 ? '–' : write(read(of))}
      </td>
    ))}
  </>
)

/** Writes an amount with as many decimals as the others of its statement. */
const inColumn = (cents: number, { lines, currency, sums }: WholeStatement) =>
  amount(cents, currency, [...columnOf(sums), ...lines.flatMap(columnOf)])

/** The state of a line: a stay, a fee or an adjustment, and who paid how much of it. */
function StateOf({ line, currency }: { line: Line; currency: string }) {
  const { status, collect, adjustment, baseCents, extrasCents, paidCents, paidSinceCents } = line
  if (adjustment)
    return (
      <>
        <Badge tone="warn">{t('statements.adjusts', { number: adjustment.statementNumber })}</Badge>{' '}
        <span class="dim">{adjustment.note}</span>
      </>
    )
  const isFee = status !== 'completed' && baseCents > 0
  const state = t(`bookings.${status}`)
  const more = [
    extrasCents !== 0 && t('statements.withExtras', { amount: money(extrasCents, currency) }),
    collect === 'hotel' && t('statements.byHotel'),
    collect === 'agency' && paidCents !== 0 && line.owedCents > 0 && t('statements.inPart'),
    paidSinceCents !== 0 && t('statements.sinceThen', { amount: money(paidSinceCents, currency) }),
  ].filter((text) => text !== false)
  return (
    <span class="dim">
      {isFee ? <Badge tone="warn">{t('statements.fee', { state })}</Badge> : state}
      {more.map((text) => `, ${text}`)}
    </span>
  )
}
