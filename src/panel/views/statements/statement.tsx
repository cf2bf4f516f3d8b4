import type { ComponentChildren } from 'preact'
import { call } from '../../lib/api.ts'
import { date, money, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction, useLoad } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import type { ViewProps } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Read } from '../../parts/note.tsx'
import { Back, PageHead } from '../../parts/page-head.tsx'
import { sayWrong } from '../../parts/toast.tsx'
import { askAdjust, askClose, askDrop } from './acts.tsx'
import { Lines, LinesTable, TotalRow } from './lines.tsx'
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
  return (
    <>
      <Back to={{}}>{t('statements.back')}</Back>
      <Read of={read}>
        {(statement) => (
          <article class="stack statement">
            <Head {...{ side, statement, hotel, params, onDone: read.reload }} />
            <Sums statement={statement} />
            <LinesTable>
              <Lines
                {...{ statement, actsOf: actsOf(side, statement, hotel, read.reload) }}
                view={side === 'admin' ? undefined : 'bookings'}
              />
              <tfoot>
                <TotalRow {...statement} />
              </tfoot>
            </LinesTable>
            <p class="dim">{t('statements.foot')}</p>
          </article>
        )}
      </Read>
    </>
  )
}

type HeadProps = Pick<OneProps, 'side' | 'hotel'> & {
  statement: WholeStatement
  params: Place
  onDone: () => void
}

/** The head of a statement: its file, its print, and its closing by the hotel once the month has ended. */
function Head({ side, statement, hotel, params, onDone }: HeadProps) {
  const file = useAction(() => saveLines(side, params).catch(sayWrong))
  const isClosable = canClose(side, statement, hotel)
  return (
    <PageHead
      title={`${statement.number ?? t('statements.open')} · ${monthText(statement.month)}`}
      action={
        <>
          <Button isBusy={file.isBusy} onClick={() => void file.run()}>
            <Icon name="download" />
            {t('statements.csv')}
          </Button>
          <Button kind={isClosable ? 'plain' : 'primary'} onClick={() => print()}>
            <Icon name="print" />
            {t('statements.print')}
          </Button>
          {isClosable && (
            <Button
              kind="primary"
              onClick={() => askClose(statement, { hotel: hotel.slug, onDone })}
            >
              {t('statements.close')}
            </Button>
          )}
        </>
      }
    />
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

/** The buttons of a line: its adjustment, once its statement is closed, and the way back from one that is open. */
function actsOf(
  side: Side,
  statement: WholeStatement,
  hotel: OneProps['hotel'],
  onDone: () => void,
): (line: Line) => ComponentChildren {
  if (side !== 'hotel' || !may(hotel, 'revenue')) return () => null
  const act = { hotel: hotel.slug, onDone }
  return (line) => {
    if (statement.status === 'closed' && !line.adjustment)
      return (
        <Button kind="quiet" onClick={() => askAdjust(statement, line, act)}>
          {t('statements.adjust')}
        </Button>
      )
    if (statement.status === 'open' && line.adjustment)
      return (
        <Button kind="quiet" onClick={() => askDrop(line, act)}>
          {t('statements.drop')}
        </Button>
      )
    return null
  }
}
