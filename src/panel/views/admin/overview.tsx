import type { Answer, HouseFigures, System } from '../../../client/call.ts'
import { ago, money, number, when } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { type Loaded, useCall } from '../../lib/load.ts'
import { href } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { Facts, type Pair } from '../../parts/facts.tsx'
import { Badge, Read } from '../../parts/note.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { STATUSES } from '../bookings/parts/model.ts'
import { StatusBadge } from '../bookings/status.tsx'
import { databasePairs, SystemAlarms } from './system.tsx'
import { ROLES } from './user-fields.tsx'

/** The health of the service, its counters since its start, and the size of the catalogue. */
export function AdminOverview() {
  const health = useCall('getHealth', {})
  const counts = useCall('getAdminDashboard', {})
  const system = useCall('getSystem', {})
  const all = [health, counts, system]
  const reload = () => {
    for (const each of all) each.reload()
  }
  return (
    <>
      <PageHead
        title={t('admin.overview')}
        action={
          <Button isBusy={all.some(({ isBusy }) => isBusy)} onClick={reload}>
            {t('admin.readAgain')}
          </Button>
        }
      />
      {system.data && <SystemAlarms system={system.data} />}
      <div class="cards">
        <Card title={t('system.database')} of={system} pairsOf={databasePairs} />
        <Card title={t('admin.health')} of={health} pairsOf={healthPairs} />
        <Card title={t('admin.process')} of={system} pairsOf={processPairs} />
        <Card title={t('admin.house')} of={counts} pairsOf={housePairs} />
        <Card title={t('admin.last30')} of={counts} pairsOf={bookedPairs} />
      </div>
    </>
  )
}

type CardProps<T> = { title: string; of: Loaded<T>; pairsOf: (data: T) => Pair[] }

function Card<T>({ title, of, pairsOf }: CardProps<T>) {
  return (
    <section class="card">
      <h2>
        {title} {of.problem && <Badge tone="bad">{t('admin.down')}</Badge>}
      </h2>
      <Read of={of}>{(data) => <Facts pairs={pairsOf(data)} />}</Read>
    </section>
  )
}

function healthPairs({ version, uptimeSeconds }: Answer<'getHealth'>): Pair[] {
  const since = new Date(Date.now() - uptimeSeconds * 1_000).toISOString()
  return [
    [t('list.state'), <Badge tone="good">{t('admin.up')}</Badge>],
    [t('admin.version'), version],
    [
      t('admin.since'),
      <>
        {when(since)} <span class="dim">{ago(since)}</span>
      </>,
    ],
    [t('admin.readAt'), <span role="status">{when(new Date().toISOString())}</span>],
  ]
}

/** A figure that is marked above zero: somebody should look into it. */
const alarming = (value: number) =>
  value > 0 ? <Badge tone="warn">{number(value)}</Badge> : number(value)

function processPairs({ process, bookingsMade, endpoints }: System): Pair[] {
  const memory = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 } as const
  return [
    [t('admin.memory'), number(process.residentBytes / 1_048_576, memory)],
    [t('admin.requests'), number(process.requests)],
    [t('admin.refused'), number(process.refused)],
    [t('admin.failed'), alarming(process.failed)],
    [t('admin.bookingsMade'), number(bookingsMade)],
    [t('admin.deliveries'), number(endpoints.pending)],
    [t('admin.endpointsOn'), number(endpoints.on)],
    [t('admin.endpointsFailing'), alarming(endpoints.failing)],
    [t('admin.endpointsOff'), alarming(endpoints.switchedOff)],
  ]
}

const housePairs = ({ hotels, users, agencies }: HouseFigures): Pair[] => [
  [<a href={href({ view: 'hotels' })}>{t('admin.hotels')}</a>, splitCount(hotels)],
  [<a href={href({ view: 'agencies' })}>{t('admin.agencies')}</a>, splitCount(agencies)],
  ...ROLES.map(
    (role): Pair => [
      <a href={href({ view: 'users', query: { role } })}>{t(`admin.role.${role}`)}</a>,
      number(users[role]),
    ],
  ),
]

const splitCount = ({ active, suspended }: HouseFigures['hotels']) => (
  <>
    {number(active)}{' '}
    {suspended > 0 && (
      <Badge tone="neutral">{t('admin.suspendedCount', { count: suspended })}</Badge>
    )}
  </>
)

const bookedPairs = ({ asOf, bookings, totals }: HouseFigures): Pair[] => [
  [t('admin.asOf'), when(asOf)],
  ...STATUSES.map((status): Pair => [<StatusBadge status={status} />, number(bookings[status])]),
  ...totals.map(
    ({ currency, revenueCents }): Pair => [
      `${t('acenta.revenue')} ${currency}`,
      money(revenueCents, currency),
    ],
  ),
]
