import type { ComponentChildren } from 'preact'
import { Problem } from '../../lib/api.ts'
import { ago, money, number, when } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { type Loaded, useGet, useLoad } from '../../lib/load.ts'
import { href } from '../../lib/router.ts'
import type { HouseFigures } from '../../lib/types.ts'
import { Button } from '../../parts/button.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Badge, Read } from '../../parts/note.tsx'
import { STATUSES } from '../bookings/model.ts'
import { StatusBadge } from '../bookings/status.tsx'
import { ROLES } from './user-fields.tsx'

type Health = { status: string; version: string; uptimeSeconds: number }
/** How the service is, what it has done since its start, and how much of everything there is. */
export function AdminOverview() {
  const health = useGet<Health>('/v1/health')
  const counts = useGet<HouseFigures>('/v1/admin/dashboard')
  const metrics = useLoad(readMetrics, [])
  const all = [health, counts, metrics]
  const reload = () => {
    for (const each of all) each.reload()
  }
  return (
    <>
      <div class="view-head">
        <h1>{t('admin.overview')}</h1>
        <Button isBusy={all.some(({ isBusy }) => isBusy)} onClick={reload}>
          {t('admin.readAgain')}
        </Button>
      </div>
      <div class="cards">
        <Card title={t('admin.health')} of={health}>
          {(data) => <HealthPairs {...data} />}
        </Card>
        <Card title={t('admin.process')} of={metrics}>
          {(data) => <Metrics metrics={data} />}
        </Card>
        <Card title={t('admin.house')} of={counts}>
          {(data) => <House {...data} />}
        </Card>
        <Card title={t('admin.last30')} of={counts}>
          {(data) => <Booked {...data} />}
        </Card>
      </div>
    </>
  )
}

function Card<T>({
  title,
  of,
  children,
}: {
  title: string
  of: Loaded<T>
  children: (data: T) => ComponentChildren
}) {
  return (
    <section class="card">
      <h2>
        {title} {of.problem && <Badge tone="bad">{t('admin.down')}</Badge>}
      </h2>
      <Read of={of}>{(data) => <Facts>{children(data)}</Facts>}</Read>
    </section>
  )
}

function HealthPairs({ version, uptimeSeconds }: Health) {
  const since = new Date(Date.now() - uptimeSeconds * 1_000).toISOString()
  return (
    <>
      <Fact name={t('list.state')}>
        <Badge tone="good">{t('admin.up')}</Badge>
      </Fact>
      <Fact name={t('admin.version')}>{version}</Fact>
      <Fact name={t('admin.since')}>
        {when(since)} <span class="dim">{ago(since)}</span>
      </Fact>
      <Fact name={t('admin.readAt')}>
        <span role="status">{when(new Date().toISOString())}</span>
      </Fact>
    </>
  )
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

function Metrics({ metrics }: { metrics: Map<string, number> }) {
  const bytes = metrics.get('roomwire_resident_memory_bytes') ?? 0
  const memory = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 } as const
  return (
    <>
      <Fact name={t('admin.memory')}>{number(bytes / 1_048_576, memory)}</Fact>
      {SHOWN.map(([word, name]) => {
        const value = metrics.get(name)
        if (value === undefined) return null
        const isAlarm = value > 0 && ALARMS.includes(word)
        return (
          <Fact key={word} name={t(word)}>
            {isAlarm ? <Badge tone="warn">{number(value)}</Badge> : number(value)}
          </Fact>
        )
      })}
    </>
  )
}

function House({ hotels, users, agencies }: HouseFigures) {
  return (
    <>
      <Fact name={<a href={href({ view: 'hotels' })}>{t('admin.hotels')}</a>}>
        <SplitCount {...hotels} />
      </Fact>
      <Fact name={<a href={href({ view: 'agencies' })}>{t('admin.agencies')}</a>}>
        <SplitCount {...agencies} />
      </Fact>
      {ROLES.map((role) => (
        <Fact
          key={role}
          name={<a href={href({ view: 'users', query: { role } })}>{t(`admin.role.${role}`)}</a>}
        >
          {number(users[role])}
        </Fact>
      ))}
    </>
  )
}

function SplitCount({ active, suspended }: HouseFigures['hotels']) {
  return (
    <>
      {number(active)}{' '}
      {suspended > 0 && (
        <Badge tone="neutral">{t('admin.suspendedCount', { count: suspended })}</Badge>
      )}
    </>
  )
}

function Booked({ asOf, bookings, totals }: HouseFigures) {
  return (
    <>
      <Fact name={t('admin.asOf')}>{when(asOf)}</Fact>
      {STATUSES.map((status) => (
        <Fact key={status} name={<StatusBadge status={status} />}>
          {number(bookings[status])}
        </Fact>
      ))}
      {totals.map(({ currency, revenueCents }) => (
        <Fact key={currency} name={`${t('acenta.revenue')} ${currency}`}>
          {money(revenueCents, currency)}
        </Fact>
      ))}
    </>
  )
}

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
