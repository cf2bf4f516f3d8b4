import { call } from '../../lib/api.ts'
import { date, money, rangeText, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction, useLoad } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import type { ViewProps } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Badge, Read } from '../../parts/note.tsx'
import { Back, PageHead } from '../../parts/page-head.tsx'
import { sayWrong } from '../../parts/toast.tsx'
import { askAdjust, askClose, askDrop } from './acts.tsx'
import {
  type Line,
  monthText,
  type Place,
  READS,
  readWhole,
  type Side,
  saveLines,
  type WholeStatement,
} from './model.ts'

type OneProps = { side: Side; place: Place; hotel: ViewProps['hotel'] }

/** One statement: its sums, its lines, print and file; the hotel's people close and adjust. */
export function OneStatement({ side, place, hotel }: OneProps) {
  const { number, ...of } = place
  const own = side === 'hotel' ? { ...of, hotel: hotel.slug } : of
  const params = { ...own, number }
  const read = useLoad(
    (signal) =>
      readWhole((cursor, limit) =>
        call(READS[side] as 'getPanelStatement', { ...params, cursor, limit }, { signal }),
      ),
    [side, JSON.stringify(params)],
  )
  const file = useAction(() => saveLines(side, params).catch(sayWrong))
  return (
    <>
      <Back to={{}}>{t('statements.back')}</Back>
      <Read of={read}>
        {(statement) => (
          <article class="stack statement">
            <PageHead
              title={`${statement.number ?? t('statements.open')} · ${monthText(statement.month)}`}
              action={
                <>
                  <Button isBusy={file.isBusy} onClick={() => void file.run()}>
                    {t('statements.csv')}
                  </Button>
                  <Button onClick={() => print()}>{t('statements.print')}</Button>
                  {canClose(side, statement, hotel) && (
                    <Button
                      kind="primary"
                      onClick={() =>
                        askClose(statement, { hotel: hotel.slug, onDone: read.reload })
                      }
                    >
                      {t('statements.close')}
                    </Button>
                  )}
                </>
              }
            />
            <Sums statement={statement} />
            <Lines {...{ side, statement, hotel, onDone: read.reload }} />
            <p class="dim">{t('statements.foot')}</p>
          </article>
        )}
      </Read>
    </>
  )
}

/** True if the caller may close a statement: its month has ended. */
const canClose = (
  side: Side,
  { status, month, lineCount }: WholeStatement,
  hotel: OneProps['hotel'],
) =>
  side === 'hotel' &&
  status === 'open' &&
  lineCount > 0 &&
  may(hotel, 'revenue') &&
  month < todayIn(hotel.timezone).slice(0, 7)

function Sums({ statement }: { statement: WholeStatement }) {
  const { hotelName, agencyName, sums, currency, dueOn, paidSinceCents } = statement
  return (
    <Facts
      isCard
      pairs={[
        [t('statements.hotel'), <bdi>{hotelName}</bdi>],
        [t('statements.agency'), <bdi>{agencyName}</bdi>],
        [t('statements.owed'), <strong>{money(sums.owedCents, currency)}</strong>],
        [t('statements.paidSince'), paidSinceCents !== 0 && money(paidSinceCents, currency)],
        [t('statements.due'), dueOn && date(dueOn)],
      ]}
    />
  )
}

const AMOUNTS = ['baseCents', 'extrasCents', 'commissionCents', 'paidCents', 'owedCents'] as const
const HEADS = ['gross', 'extras', 'commission', 'paid', 'owed'] as const

type LinesProps = Omit<OneProps, 'place'> & { statement: WholeStatement; onDone: () => void }

function Lines({ side, statement, hotel, onDone }: LinesProps) {
  const { lines, currency, sums, lineCount, status } = statement
  const mayAct = side === 'hotel' && may(hotel, 'revenue')
  const act = { hotel: hotel.slug, onDone }
  const amounts = (of: Pick<Line, (typeof AMOUNTS)[number]>) =>
    AMOUNTS.map((name) => (
      <td key={name} class="number">
        {money(of[name], currency)}
      </td>
    ))
  return (
    <div class="table-box">
      <table class="table">
        <caption class="sr-only">{t('statements.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('bookings.guest')}</th>
            <th scope="col">{t('list.code')}</th>
            <th scope="col">{t('statements.stay')}</th>
            <th scope="col">{t('statements.state')}</th>
            {HEADS.map((name) => (
              <th key={name} scope="col" class="number">
                {t(`statements.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.bookingCode + (line.adjustment?.id ?? '')}>
              <th scope="row">
                <bdi>{`${line.guest.firstName} ${line.guest.lastName}`}</bdi>
              </th>
              <td>{line.bookingCode}</td>
              <td>{rangeText(line.checkin, line.checkout)}</td>
              <td>
                <StateOf line={line} />
                {mayAct && status === 'closed' && !line.adjustment && (
                  <Button onClick={() => askAdjust(statement, line, act)}>
                    {t('statements.adjust')}
                  </Button>
                )}
                {mayAct && status === 'open' && line.adjustment && (
                  <Button onClick={() => askDrop(line, act)}>{t('statements.drop')}</Button>
                )}
              </td>
              {amounts(line)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('statements.total')}</th>
            <td colSpan={3}>{t('statements.lines', { count: lineCount })}</td>
            {amounts(sums)}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function StateOf({ line: { status, collect, adjustment } }: { line: Line }) {
  if (adjustment)
    return (
      <>
        <Badge tone="warn">{t('statements.adjusts', { number: adjustment.statementNumber })}</Badge>{' '}
        {adjustment.note}
      </>
    )
  const state = t(`bookings.${status}`)
  return <>{collect === 'hotel' ? `${state}, ${t('statements.byHotel')}` : state}</>
}
