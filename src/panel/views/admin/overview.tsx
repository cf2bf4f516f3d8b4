import type { System } from '../../../http/shapes/admin/system.ts'
import { Problem } from '../../lib/api.ts'
import { ago, money, number, when } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { type Loaded, useGet, useLoad } from '../../lib/load.ts'
import { href } from '../../lib/router.ts'
import type { HouseFigures } from '../../lib/types.ts'
import { Button } from '../../parts/button.tsx'
import { Facts, type Pair } from '../../parts/facts.tsx'
import { Badge, Read } from '../../parts/note.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { STATUSES } from '../bookings/model.ts'
import { StatusBadge } from '../bookings/status.tsx'
import { databasePairs, SystemAlarms } from './system.tsx'
import { ROLES } from './user-fields.tsx'

type Health = { status: string; version: string; uptimeSeconds: number }
/** How the service is, what it has done since its start, and how much of everything there is. */
export function AdminOverview() {
  const health = useGet<Health>('/v1/health')
  const counts = useGet<HouseFigures>('/v1/admin/dashboard')
  const metrics = useLoad(readMetrics, [])
  const system = useGet<System>('/v1/admin/system')
  const all = [health, counts, metrics, system]
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
        <Card title={t('admin.process')} of={metrics} pairsOf={metricPairs} />
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

function healthPairs({ version, uptimeSeconds }: Health): Pair[] {
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

/** The figures of `GET /metrics` that say something to a person, in the order shown. */
const SHOWN = [
  ['admin.requests', 'roomwire_http_requests_total'],
  ['admin.refused', 'roomwire_http_problems_total{class="4xx"}'],
  ['admin.failed', 'roomwire_http_problems_total{class="5xx"}'],
  ['admin.bookingsMade', 'roomwire_bookings_made_total'],
  ['admin.deliveries', 'roomwire_webhook_deliveries_pending'],
  ['admin.endpointsOn', 'roomwire_webhooks{state="on"}'],
  ['admin.endpointsFailing', 'roomwire_webhooks{state="failing"}'],
  ['admin.endpointsOff', 'roomwire_webhooks{state="switched_off"}'],
] as const

/** A figure above nothing here is something to look into. */
const ALARMS: readonly string[] = ['admin.failed', 'admin.endpointsFailing', 'admin.endpointsOff']

function metricPairs(metrics: Map<string, number>): Pair[] {
  const bytes = metrics.get('roomwire_resident_memory_bytes') ?? 0
  const memory = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 } as const
  const shown = SHOWN.map(([word, name]): Pair => {
    const value = metrics.get(name)
    const text = value === undefined ? '' : number(value)
    return [t(word), value && ALARMS.includes(word) ? <Badge tone="warn">{text}</Badge> : text]
  })
  return [[t('admin.memory'), number(bytes / 1_048_576, memory)], ...shown]
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

/** The samples of `GET /metrics` by name and labels. It is text, which the API's client does not read. */
async function readMetrics(signal: AbortSignal): Promise<Map<string, number>> {
  const answer = await fetch('/metrics', { signal }).catch(() => {
    signal.throwIfAborted()
    throw new Problem(0, { code: 'offline' })
  })
  if (!answer.ok) throw new Problem(answer.status, { code: 'unavailable' })
  const lines = (await answer.text()).split('\n').filter((line) => /^[a-z]/.test(line))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}
