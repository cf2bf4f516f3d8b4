import type { AgencyFigures } from '../../client/call.ts'
import type { Problem } from '../lib/api.ts'
import { date, money, number, percentOf } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useCall } from '../lib/load.ts'
import { useShowsNet } from '../lib/prices-shown.ts'
import { href, setQuery, type ViewProps } from '../lib/router.ts'
import { Facts } from '../parts/facts.tsx'
import { TextField } from '../parts/field.tsx'
import { Badge, Empty, Loading, ProblemNote } from '../parts/note.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { STATUSES } from './bookings/parts/model.ts'
import { StatusBadge } from './bookings/status.tsx'

type Span = { from: string; to: string }

/** Bookings, revenue and commission of the agency in a period. */
export function AcentaOverview({ route }: ViewProps) {
  const span = spanOf(route.query)
  const agency = useCall('getOwnAgency', {})
  const isOwn = useShowsNet()
  const { data, problem, reload } = useCall('getAgencyDashboard', {
    from: span.from || undefined,
    to: span.to || undefined,
  })
  return (
    <>
      <PageHead title={<bdi>{agency.data?.name ?? t('acenta.overview')}</bdi>}>
        {agency.data && isOwn && (
          <span class="dim">
            {t('acenta.rate', { rate: percentOf(agency.data.commissionBasisPoints) })}
          </span>
        )}
        {agency.data?.active === false && <Badge tone="bad">{t('acenta.suspended')}</Badge>}
      </PageHead>
      <ProblemNote problem={agency.problem} onRetry={agency.reload} />
      <Period span={span} problem={problem} />
      <ProblemNote problem={problem} onRetry={reload} />
      {data?.from && data.to && (!span.from || !span.to) && (
        <p class="dim">{t('acenta.span', { from: date(data.from), to: date(data.to) })}</p>
      )}
      {data ? <Figures of={data} /> : !problem && <Loading />}
    </>
  )
}

/** The choice of a period: by its first and last day, or one of the usual ones. */
function Period({ span, problem }: { span: Span; problem: Problem | undefined }) {
  return (
    <div class="filters">
      {(['from', 'to'] as const).map((end) => (
        <TextField
          key={end}
          label={t(`acenta.${end}`)}
          type="date"
          value={span[end]}
          onText={(day) => setQuery({ ...span, [end]: day })}
          problem={problem}
          path={`?${end}`}
        />
      ))}
      <fieldset class="chips">
        <legend class="sr-only">{t('acenta.periods')}</legend>
        {Object.entries(periods(new Date())).map(([name, each]) => (
          <button
            key={name}
            type="button"
            class="chip"
            aria-pressed={each.from === span.from && each.to === span.to}
            onClick={() => setQuery(each)}
          >
            {t(`acenta.${name as 'month'}`)}
          </button>
        ))}
      </fieldset>
    </div>
  )
}

function Figures({ of: { bookings, totals } }: { of: AgencyFigures }) {
  const figures = useFigures()
  return (
    <div class="stack">
      {totals.length === 0 ? (
        <Empty title={t('acenta.noSales')}>{t('acenta.noSalesText')}</Empty>
      ) : (
        totals.map((total) => (
          <Total key={total.currency} total={total} isOnly={totals.length === 1} />
        ))
      )}
      <section class="card">
        <h2>{t('acenta.byStatus')}</h2>
        <ul class="beside tally">
          {STATUSES.map((status) => (
            <li key={status}>
              <a href={href({ view: 'bookings', query: { status } })}>
                <StatusBadge status={status} />
              </a>
              <strong>{number(bookings[status])}</strong>
            </li>
          ))}
        </ul>
      </section>
      <section class="card">
        <h2>{t('acenta.meaning')}</h2>
        <Facts pairs={figures.map((name) => [nameOf(name), t(`acenta.${name}Meaning`)])} />
      </section>
    </div>
  )
}

function Total({ total, isOnly }: { total: AgencyFigures['totals'][number]; isOnly: boolean }) {
  const { currency, bookings, revenueCents, commissionCents } = total
  const figures = useFigures()
  const shown = {
    bookings: number(bookings),
    revenue: money(revenueCents, currency),
    commission: money(commissionCents, currency),
  }
  return (
    <dl class="sums" aria-label={currency}>
      {figures.map((name) => (
        <div key={name} class="card tile">
          <dt>{isOnly ? nameOf(name) : `${nameOf(name)} (${currency})`}</dt>
          <dd>{shown[name]}</dd>
        </div>
      ))}
    </dl>
  )
}

const FIGURES = ['bookings', 'revenue', 'commission'] as const

/** The figures that are shown: a client who looks on sees no commission. */
function useFigures() {
  const isOwn = useShowsNet()
  return FIGURES.filter((name) => isOwn || name !== 'commission')
}

const nameOf = (name: (typeof FIGURES)[number]) =>
  t(name === 'bookings' ? 'bookings.title' : `acenta.${name}`)

/** The period in the address: an empty day is no bound; the default is the last 30 days. */
function spanOf(query: URLSearchParams): Span {
  if (!query.has('from') && !query.has('to')) return periods(new Date()).last30
  return { from: query.get('from') ?? '', to: query.get('to') ?? '' }
}

/** The usual periods, by the reader's calendar. */
function periods(now: Date): Record<'last30' | 'month' | 'lastMonth' | 'year' | 'all', Span> {
  const day = (month: number, date: number) =>
    new Date(Date.UTC(now.getFullYear(), month, date)).toISOString().slice(0, 10)
  const [month, date] = [now.getMonth(), now.getDate()]
  const to = day(month, date)
  return {
    last30: { from: day(month, date - 29), to },
    month: { from: day(month, 1), to },
    lastMonth: { from: day(month - 1, 1), to: day(month, 0) },
    year: { from: day(0, 1), to },
    all: { from: '', to: '' },
  }
}
