import { date, money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import type { Pages } from '../../lib/load.ts'
import { useList } from '../../lib/load.ts'
import { useShowsNet } from '../../lib/prices-shown.ts'
import { href, type ViewProps } from '../../lib/router.ts'
import { textColumn } from '../../parts/columns.tsx'
import { Badge, Empty } from '../../parts/note.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { type Column, PagedTable } from '../../parts/table.tsx'
import { monthText, placeOf, type Side, type Statement } from './model.ts'
import { MonthOfStatements } from './month.tsx'
import { OneStatement } from './statement.tsx'

const LIMIT = 50

/** The address of all of an agency's statements, which are no statement's number. */
const ALL = 'all'

/** The hotel's statements of agencies, or one of them. */
export const PanelStatements = (props: ViewProps) => <View {...props} side="hotel" List={OfHotel} />

/** The agency's month, all of its statements, or one of them; nothing while a client looks over the shoulder. */
export function AcentaStatements(props: ViewProps) {
  if (!useShowsNet())
    return (
      <>
        <PageHead title={t('statements.title')} />
        <Empty title={t('statements.forClient')}>{t('statements.forClientText')}</Empty>
      </>
    )
  if (props.route.rest.length === 0) return <MonthOfStatements route={props.route} />
  return <View {...props} side="agency" List={OfAgency} />
}

/** The statements of all agencies at all hotels, or one of them. */
export const AdminStatements = (props: ViewProps) => <View {...props} side="admin" List={OfAll} />

type ListProps = Pick<ViewProps, 'hotel' | 'route'>

function View({
  side,
  List,
  route,
  hotel,
}: ViewProps & { side: Side; List: (props: ListProps) => preact.JSX.Element }) {
  const [number] = route.rest
  if (number === undefined || number === ALL)
    return (
      <>
        <PageHead title={t('statements.title')} />
        <List hotel={hotel} route={route} />
      </>
    )
  const of = (name: string) => route.query.get(name) ?? undefined
  const place = { number, hotel: of('of'), agency: of('agency'), currency: of('currency') }
  return <OneStatement key={number} {...{ side, place, hotel }} />
}

/** The hotel's statements, or those of the agency in the address. */
function OfHotel({ hotel, route }: ListProps) {
  const agency = route.query.get('agency') || undefined
  const read = { hotel: hotel.slug, agency, limit: LIMIT }
  return (
    <>
      {agency && (
        <p>
          <a href={href({})}>{t('statements.every')}</a>
        </p>
      )}
      <Table side="hotel" pages={useList('listPanelStatements', read)} />
    </>
  )
}
const OfAgency = () => (
  <Table side="agency" pages={useList('listAgencyStatements', { limit: LIMIT })} />
)
const OfAll = () => <Table side="admin" pages={useList('listAllStatements', { limit: LIMIT })} />

const TONES = { open: 'info', closing: 'warn', closed: 'good' } as const

function Table({ side, pages }: { side: Side; pages: Pages<Statement> }) {
  const amount = (head: string, of: (row: Statement) => number): Column<Statement> =>
    textColumn(head, (row) => money(of(row), row.currency), { isNumber: true, isTold: true })
  const columns: Column<Statement>[] = [
    { head: t('statements.month'), isName: true, cell: (row) => <Opening row={row} side={side} /> },
    textColumn(t('statements.number'), ({ number }) => number ?? '–'),
    ...(side === 'hotel'
      ? []
      : [textColumn(t('statements.hotel'), (row: Statement) => <bdi>{row.hotelName}</bdi>)]),
    ...(side === 'agency'
      ? []
      : [textColumn(t('statements.agency'), (row: Statement) => <bdi>{row.agencyName}</bdi>)]),
    textColumn(t('statements.state'), ({ status }) => (
      <Badge tone={TONES[status]}>{t(`statements.${status}`)}</Badge>
    )),
    amount(t('statements.gross'), ({ sums }) => sums.baseCents + sums.extrasCents),
    amount(t('statements.commission'), ({ sums }) => sums.commissionCents),
    amount(t('statements.owed'), ({ sums }) => sums.owedCents),
    amount(t('statements.paidSince'), ({ paidSinceCents }) => paidSinceCents),
    textColumn(t('statements.due'), ({ dueOn }) => (dueOn ? date(dueOn) : '–')),
  ]
  return (
    <PagedTable
      caption={t('statements.title')}
      columns={columns}
      pages={pages}
      keyOf={(row) => JSON.stringify(placeOf(row))}
      empty={<Empty title={t('statements.none')}>{t('statements.noneText')}</Empty>}
    />
  )
}

/** The name of a row, which opens its statement. */
function Opening({ row, side }: { row: Statement; side: Side }) {
  const { number, hotel, agency, currency } = placeOf(row)
  const query = {
    ...{ agency: side === 'agency' ? undefined : agency, currency },
    of: side === 'hotel' ? undefined : hotel,
  }
  return (
    <a class="opens" href={href({ rest: [number], query })}>
      {monthText(row.month)}
    </a>
  )
}
