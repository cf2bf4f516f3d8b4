/** Series by which an alert must fire, or must be silent, as `promtool test rules` writes them, a value a minute. */
type AlertCase = { at: string; fires: Record<string, string>; silent: Record<string, string>[] }

const A = 'job="roomwire",instance="a"'
const B = 'job="roomwire",instance="b"'
/** A series of replica `a`. */
const of = (metric: string, labels = '') => `roomwire_${metric}{${A}${labels && `,${labels}`}}`
/** An alert about one metric alone. */
const simple = (metric: string, at: string, fires: string, silent: string): AlertCase => ({
  at,
  fires: { [of(metric)]: fires },
  silent: [{ [of(metric)]: silent }],
})
/** A histogram of two buckets, with so many more in each a minute. */
const buckets = (metric: string, le: [number, number], labels: string, more: [number, number]) => ({
  [of(`${metric}_bucket`, `${labels}le="${le[0]}"`)]: `0+${more[0]}x40`,
  [of(`${metric}_bucket`, `${labels}le="${le[1]}"`)]: `0+${more[1]}x40`,
  [of(`${metric}_bucket`, `${labels}le="+Inf"`)]: `0+${more[1]}x40`,
})
const slow = (area: string, inTime: number) =>
  buckets('http_answer_seconds', [1, 2.5], `area="${area}",`, [inTime, 60])

/** Every alert of the kit. */
export const ALERT_CASES: Record<string, AlertCase> = {
  RoomwireDown: {
    at: '3m',
    fires: { [`up{${A}}`]: '0x10' },
    silent: [{ [`up{${A}}`]: '1x10' }, { [`up{${A}}`]: '1 0 1 1 1 1' }],
  },
  RoomwireRestarts: simple('uptime_seconds', '12m', '60 1 60 1 60 1 60 1 60 1 60 1x5', '0+60x20'),
  RoomwireDatabaseDown: simple('database_up', '2m', '0x10', '1x10'),
  RoomwireErrors: {
    at: '15m',
    fires: {
      [of('http_problems_total', 'class="5xx"')]: '0+60x20',
      [of('http_requests_total')]: '0+600x20',
    },
    silent: [
      {
        [of('http_problems_total', 'class="5xx"')]: '0+6x20',
        [of('http_requests_total')]: '0+6000x20',
      },
      {
        [of('http_problems_total', 'class="4xx"')]: '0+600x20',
        [of('http_requests_total')]: '0+600x20',
      },
    ],
  },
  // A long poll waits on purpose.
  RoomwireSlow: {
    at: '20m',
    fires: slow('Bookings', 50),
    silent: [slow('Changes', 0), slow('Bookings', 60)],
  },
  RoomwireLoopLag: {
    at: '20m',
    fires: buckets('event_loop_lag_seconds', [0.25, 0.5], '', [500, 600]),
    silent: [buckets('event_loop_lag_seconds', [0.25, 0.5], '', [600, 600])],
  },
  RoomwireWebhooksStuck: {
    at: '6m',
    fires: { [of('webhook_overdue_seconds')]: '5x10', [of('outbox_age_seconds')]: '90x10' },
    silent: [{ [of('webhook_overdue_seconds')]: '100x10', [of('outbox_age_seconds')]: '5x10' }],
  },
  RoomwireWebhooksFail: {
    at: '70m',
    fires: { [of('webhooks', 'state="failing"')]: '1x90' },
    silent: [
      { [of('webhooks', 'state="failing"')]: '1x30 0x60' },
      { [of('webhooks', 'state="on"')]: '9x90' },
    ],
  },
  RoomwireMailsStuck: simple('mail_overdue_seconds', '6m', '700x10', '500x10'),
  RoomwireMailsRefused: {
    at: '35m',
    fires: {
      [of('mail_attempts_total', 'result="refused"')]: '0+2x40',
      [of('mail_attempts_total', 'result="sent"')]: '7x40',
    },
    silent: [
      {
        [of('mail_attempts_total', 'result="refused"')]: '0+2x40',
        [of('mail_attempts_total', 'result="sent"')]: '0+1x40',
      },
    ],
  },
  RoomwireNeverBackedUp: {
    at: '25h',
    fires: { [of('database_log_bytes')]: '4096x1600' },
    silent: [
      { [of('database_log_bytes')]: '4096x1600', [of('backup_age_seconds')]: '60x1600' },
      // PostgreSQL has no such log.
      { [of('database_bytes')]: '4096x1600' },
    ],
  },
  RoomwireBackupOld: simple('backup_age_seconds', '11m', '95000x20', '90000x20'),
  RoomwireJournalBehind: simple('journal_age_seconds', '5m', '0+60x10', '3x10'),
  RoomwireLogGrows: simple('database_log_bytes', '16m', '600000000x20', '30000000x20'),
  RoomwireDiskFills: {
    at: '40m',
    fires: { [of('disk_free_bytes')]: '50000000000-100000000x60' },
    silent: [{ [of('disk_free_bytes')]: '50000000000-1000000x60' }],
  },
  RoomwireNoWorker: {
    at: '2m',
    fires: { [of('worker')]: '0x10', [`roomwire_worker{${B}}`]: '0x10' },
    silent: [{ [of('worker')]: '0x10', [`roomwire_worker{${B}}`]: '1x10' }],
  },
  RoomwireConnectionsAwaited: {
    at: '6m',
    fires: { [of('database_connections_awaited', 'pool="requests"')]: '2x10' },
    silent: [{ [of('database_connections_awaited', 'pool="requests"')]: '2 0 3 0 2 0 2 0' }],
  },
  RoomwireNoticesLost: simple('database_notice_age_seconds', '3m', '30x10', '2x10'),
  RoomwireClockWrong: simple('clock_ahead_seconds', '6m', '-8x10', '-3x10'),
  RoomwireUnusualDemand: simple('hotels_in_unusual_demand', '1m', '2x10', '0x10'),
  RoomwireLoginsGuessed: {
    at: '25m',
    fires: { [of('login_refusals_total', 'bound="address"')]: '0+120x40' },
    silent: [{ [of('login_refusals_total', 'bound="address"')]: '0+6x40' }],
  },
}
