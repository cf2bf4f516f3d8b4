import type { ComponentChildren } from 'preact'
import type { System } from '../../../client/call.ts'
import { BACKLOG_ALARM_MS } from '../../../domain/dashboards/dashboard.ts'
import { CLOCK_WARN_MS } from '../../../domain/kernel/clock-limits.ts'
import { ago, number, when } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { href } from '../../lib/router.ts'
import { Copy } from '../../parts/copy.tsx'
import type { Pair } from '../../parts/facts.tsx'
import { Badge, type Tone } from '../../parts/note.tsx'

/** Free disk space below this raises an alarm, as does less than the size of the database, which a backup takes. */
const FREE_BYTES_MIN = 1_000_000_000
/** The age at which a backup is too old: one is made each day, and takes an hour at most. */
const BACKUP_MS_MAX = 25 * 60 * 60 * 1_000
/** A search reads fewer bookings by itself, so that nobody waits for their words. From here on their number is a bound. */
const UNINDEXED_MIN = 20_000

/** A trouble of the service, and the remedy for it. */
type Alarm = { key: string; tone: Tone; text: ComponentChildren; action: ComponentChildren }

/** The alarms of the whole service, with hotels by name, each with its remedy. */
export function SystemAlarms({ system }: { system: System }) {
  const alarms = [...placeAlarms(system), ...webhookAlarms(system), ...mailAlarms(system)]
  return (
    <section class="card alarms" aria-labelledby="alarms">
      <h2 id="alarms">{t('today.alarms')}</h2>
      {alarms.length === 0 ? (
        <p>
          <Badge tone="good">{t('today.allWell')}</Badge>
        </p>
      ) : (
        <ul>
          {alarms.map(({ key, tone, text, action }) => (
            <li key={key} class="beside">
              <Badge tone={tone}>{text}</Badge> {action}
            </li>
          ))}
        </ul>
      )}
      {!system.webhooksComplete && <p class="dim">{t('system.more')}</p>}
    </section>
  )
}

/** The database and its backup, for a card of facts. */
export const databasePairs = ({ database, worker, mails }: System): Pair[] => [
  [t('system.engine'), database.engine],
  [t('system.size'), bytes(database.sizeBytes)],
  [
    t('system.free'),
    database.freeBytes === null ? t('system.elsewhere') : bytes(database.freeBytes),
  ],
  [
    t('system.backup'),
    database.backedUpAt
      ? `${when(database.backedUpAt)} (${ago(database.backedUpAt)})${
          database.backupBytes === null
            ? ''
            : `, ${t('system.checked', { size: bytes(database.backupBytes) })}`
        }`
      : t(database.backupKnown ? 'system.never' : 'system.unknown'),
  ],
  [t('system.worker'), worker.here ? t('system.here') : (worker.holder ?? t('system.nobody'))],
  [t('system.mailsWaiting'), number(mails.waiting)],
  [t('system.lateIndexes'), database.lateIndexes.join(', ')],
  [
    t('system.unindexed'),
    database.bookingsUnindexed < UNINDEXED_MIN
      ? ''
      : t('system.atMost', { count: number(database.bookingsUnindexed) }),
  ],
]

function placeAlarms({ database, worker, process: { clockAheadMs } }: System): Alarm[] {
  const { sizeBytes, freeBytes, backedUpAt, backupKnown, backupCommand } = database
  const alarms: Alarm[] = []
  if (!worker.here && !worker.holder)
    alarms.push({
      key: 'worker',
      tone: 'bad',
      text: t('system.alarm.worker'),
      action: t('system.alarm.workerDo'),
    })
  if (Math.abs(clockAheadMs) > CLOCK_WARN_MS)
    alarms.push({
      key: 'clock',
      tone: 'bad',
      text: t(clockAheadMs > 0 ? 'system.alarm.clockFast' : 'system.alarm.clockSlow', {
        seconds: number(Math.round(Math.abs(clockAheadMs) / 1_000)),
      }),
      action: t('system.alarm.clockDo'),
    })
  if (freeBytes !== null && freeBytes < Math.max(sizeBytes, FREE_BYTES_MIN))
    alarms.push({
      key: 'free',
      tone: 'bad',
      text: t('system.alarm.free', { free: bytes(freeBytes) }),
      action: t('system.alarm.freeDo', { size: bytes(sizeBytes) }),
    })
  if (database.backupFailure)
    alarms.push({
      key: 'backup failed',
      tone: 'bad',
      text: t('system.alarm.backupFailed'),
      action: <bdi class="dim">{database.backupFailure}</bdi>,
    })
  const isOld = !backedUpAt || Date.now() - Date.parse(backedUpAt) > BACKUP_MS_MAX
  if (backupKnown && isOld)
    alarms.push({
      key: 'backup',
      tone: 'warn',
      text: backedUpAt
        ? t('system.alarm.backup', { ago: ago(backedUpAt) })
        : t('system.alarm.noBackup'),
      action: <Command text={backupCommand} />,
    })
  return alarms
}

const webhookAlarms = ({ webhooks }: System): Alarm[] =>
  webhooks.map(({ hotelSlug, hotelName, vendor, ...counts }) => {
    const { failing, switchedOff, pending, oldestPendingAt } = counts
    return {
      key: `webhooks ${hotelSlug ?? vendor?.id}`,
      tone: failing + switchedOff > 0 ? 'bad' : 'warn',
      text: `${hotelName ?? vendor?.name}: ${[
        switchedOff > 0 && t('system.alarm.switchedOff', { count: switchedOff }),
        failing > 0 && t('system.alarm.failing', { count: failing }),
        pending > 0 && t('system.alarm.pending', { count: pending, ago: ago(oldestPendingAt!) }),
      ]
        .filter(Boolean)
        .join(', ')}`,
      action: vendor ? (
        <a href="/admin#/vendors">{t('system.alarm.vendorDo', { name: vendor.name })}</a>
      ) : (
        <a href={panelOf(hotelSlug!, 'channel/webhooks')}>
          {t('system.alarm.webhooksDo', { name: hotelName! })}
        </a>
      ),
    }
  })

function mailAlarms({ mails: { waiting, oldestDueAt, refused } }: System): Alarm[] {
  const isLate = oldestDueAt && Date.now() - Date.parse(oldestDueAt) > BACKLOG_ALARM_MS
  return [
    ...(isLate
      ? [
          {
            key: 'mails',
            tone: 'bad' as const,
            text: t('system.alarm.mailsLate', { count: waiting, ago: ago(oldestDueAt) }),
            action: <Command text="roomwire doctor" />,
          },
        ]
      : []),
    ...refused.map(({ hotelSlug, hotelName, mails: count, answer }): Alarm => {
      const name = hotelName ?? t('system.accounts')
      return {
        key: `mails ${hotelSlug}`,
        tone: 'warn',
        text: t('system.alarm.refused', { name, count }),
        action: (
          <>
            {answer && <bdi class="dim">{answer}</bdi>}{' '}
            <a href={hotelSlug ? panelOf(hotelSlug, 'mail') : href({ view: 'users' })}>
              {t('system.alarm.refusedDo', { name })}
            </a>
          </>
        ),
      }
    }),
  ]
}

/** A command to type where the service runs. */
const Command = ({ text }: { text: string }) => (
  <span class="beside">
    <code>{text}</code> <Copy text={text} />
  </span>
)

const panelOf = (slug: string, view: string) => `/panel#/${encodeURIComponent(slug)}/${view}`

/** A number of bytes in the largest unit that it fills. */
function bytes(size: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(size, 1)) / 3), UNITS.length - 1)
  return number(size / 1_000 ** power, {
    style: 'unit',
    unit: UNITS[power]!,
    maximumFractionDigits: power > 2 ? 1 : 0,
  })
}
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']
