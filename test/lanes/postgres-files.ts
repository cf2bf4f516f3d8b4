/** Files that no engine can change: they refuse, describe and pack before a query, or keep what they count in memory. */
const SAME_ON_BOTH = [
  ...['answer-headers', 'auth-timing', 'bad-bodies', 'bad-elements', 'bad-queries', 'body-limits'],
  ...[
    'errors',
    'errors-socket',
    'framework',
    'limits-address',
    'limits-key',
    'limits-wait',
    'llms',
  ],
  ...['openapi', 'openapi-lint', 'openapi-problems', 'push-dates', 'search-queries'],
  ...['session-forgeries', 'socket', 'unknown-page'],
]

/** Files with no statement but those of files that run each time. */
export const BY_TURNS = [
  ...['admin-access', 'admin-keys', 'admin-metrics', 'admin-rooms', 'agency', 'auth'],
  ...['auth-change', 'auth-limits', 'auth-session', 'booking-access', 'booking-offer'],
  ...['booking-running', 'booking-suspended', 'booking-terms', 'certification-bookings'],
  ...['certification-calls', 'errors-defect', 'exports', 'factor-required', 'forgotten-password'],
  ...['general', 'hotel-rates', 'key-addresses', 'long-reads', 'manual-price', 'member-roles'],
  ...['panel-availability', 'panel-booking', 'panel-booking-change', 'panel-changes'],
  ...['panel-history', 'panel-keys', 'panel-nights', 'panel-openapi', 'panel-patch', 'panel-rooms'],
  ...['panel-webhooks', 'partner-availability', 'partner-bookings', 'partner-changes'],
  ...['partner-changes-wait', 'partner-history', 'partner-mapping', 'patch-counts', 'pull-etag'],
  ...['pull-freshness', 'push-cap', 'push-guards', 'push-modes', 'push-on-stale', 'push-report'],
  ...['push-rules', 'push-same-request', 'rate-history', 'rate-rules', 'rates-booking'],
  ...['rates-change', 'rates-party', 'rates-penalty', 'roles', 'scopes', 'scopes-webhooks'],
  ...['search', 'search-ages', 'search-cities', 'search-currencies', 'search-hotel'],
  ...['search-many-rates', 'search-openapi', 'search-pages', 'seen-lists', 'seen-through-panel'],
  ...['shared-rooms', 'supplements', 'taxes', 'texts', 'unknown-parameters', 'unseen-bookings'],
  ...['unseen-kept-rooms', 'vendor-isolation', 'vendors', 'webhooks', 'webhooks-holds'],
  ...['webhooks-openapi'],
].map(pathOf)

/** Files of `test/http` that PostgreSQL never runs. */
export const NEVER = SAME_ON_BOTH.map(pathOf)

function pathOf(name: string): string {
  return `http/${name}.test.ts`
}
