import {
  type Month,
  monthAfter,
  monthBefore,
  monthOf,
  parseMonth,
} from '../../../domain/kernel/month.ts'
import { callForFile } from '../../lib/api.ts'
import { date, HERE, money, todayIn } from '../../lib/format.ts'
import { language, t } from '../../lib/i18n.ts'
import { useAction, useLoad } from '../../lib/load.ts'
import { href, type Route } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Empty, Read } from '../../parts/note.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { sayWrong } from '../../parts/toast.tsx'
import { GroupHead, Lines, LinesTable, TotalRow } from './lines.tsx'
import {
  addressOf,
  commonDueOf,
  monthText,
  readMonth,
  type Statement,
  totalsOf,
  type WholeStatement,
} from './model.ts'

/** Hotels that have their own part of the strip; those of more are in the table alone. */
const STRIP_MAX = 6

/** The month that ended last, in the reader's time zone. */
export const lastMonth = (): Month => monthBefore(monthOf(todayIn(HERE)))

/** An agency's month: what it owes each hotel and in all, line by line, to be printed. */
export function MonthOfStatements({ route }: { route: Route }) {
  const month = parseMonth(route.query.get('month') ?? '') ?? lastMonth()
  const read = useLoad((signal) => readMonth(month, signal), [month])
  const acts = <MonthActs month={month} />
  return (
    <article class="stack statement">
      <PageHead title={t('statements.one')} action={<span class="head-acts beside">{acts}</span>}>
        <MonthSteps month={month} />
      </PageHead>
      <Read of={read}>
        {(statements) =>
          statements.length === 0 ? (
            <Empty title={t('statements.noneOf', { month: monthText(month) })}>
              {t('statements.noneText')}
            </Empty>
          ) : (
            <>
              <Strip {...{ month, statements }} />
              <MonthTable statements={statements} />
              <p class="dim">{t('statements.foot')}</p>
            </>
          )
        }
      </Read>
      <p class="every">
        <a href={href({ rest: ['all'] })}>{t('statements.every')}</a>
      </p>
      <div class="deed-bar foot-acts">{acts}</div>
    </article>
  )
}

/** The shown month between the one before and the one after. */
const MonthSteps = ({ month }: { month: Month }) => (
  <span class="month-steps beside">
    <a
      class="button"
      aria-label={t('statements.earlier')}
      href={href({ query: { month: monthBefore(month) } })}
    >
      <Icon name="back" />
    </a>
    <strong>{monthText(month)}</strong>
    <a
      class="button"
      aria-label={t('statements.later')}
      href={href({ query: { month: monthAfter(month) } })}
    >
      <Icon name="forth" />
    </a>
  </span>
)

function MonthActs({ month }: { month: Month }) {
  const file = useAction(async () => {
    const asked = { month, language: language.get() }
    await callForFile('exportAgencyStatements', asked).then(saveFile, sayWrong)
  })
  return (
    <>
      <Button isBusy={file.isBusy} onClick={() => void file.run()}>
        <Icon name="download" />
        {t('statements.csv')}
      </Button>
      <Button kind="primary" onClick={() => print()}>
        <Icon name="print" />
        {t('statements.print')}
      </Button>
    </>
  )
}

type MonthProps = { statements: readonly WholeStatement[] }

/** The sums owed for the month, in all and at each hotel. */
function Strip({ month, statements }: MonthProps & { month: Month }) {
  const totals = totalsOf(statements)
  const dueOn = commonDueOf(statements)
  const due = dueOn && t('statements.dueOn', { date: date(dueOn, DAY) })
  const count = statements.length
  return (
    <dl class="sums statement-strip">
      <div>
        <dt>{t('statements.owedFor', { month: monthText(month) })}</dt>
        {totals.map(({ currency, sums }) => (
          <dd key={currency} class="figure">
            {money(sums.owedCents, currency)}
          </dd>
        ))}
        <dd class="dim">{[t('statements.toHotels', { count }), due].filter(Boolean).join(', ')}</dd>
      </div>
      {count > 1 &&
        count <= STRIP_MAX &&
        statements.map((statement) => (
          <div key={addressOf(statement)}>
            <dt>
              <bdi>{statement.hotelName}</bdi>
            </dt>
            <dd class="figure">{money(statement.sums.owedCents, statement.currency)}</dd>
            <dd class="dim">{stateText(statement)}</dd>
          </div>
        ))}
    </dl>
  )
}

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }

/** The number of a statement and the day it is due, what was paid since; or that it is open. */
export function stateText({ number, status, dueOn, ...since }: Statement): string {
  if (number === null || dueOn === null) return t(`statements.${status}`)
  const closed = `${number}, ${t('statements.dueOn', { date: date(dueOn, DAY) })}`
  if (since.paidSinceCents === 0) return closed
  const amount = money(since.paidSinceCents, since.currency)
  return `${closed}, ${t('statements.sinceThen', { amount })}`
}

const MonthTable = ({ statements }: MonthProps) => (
  <LinesTable>
    {statements.map((statement) => (
      <Lines
        key={addressOf(statement)}
        statement={statement}
        view="bookings"
        head={<GroupHead statement={statement} opens={addressOf(statement)} />}
      />
    ))}
    <tfoot>
      {totalsOf(statements).map((total) => (
        <TotalRow key={total.currency} {...total} />
      ))}
    </tfoot>
  </LinesTable>
)
