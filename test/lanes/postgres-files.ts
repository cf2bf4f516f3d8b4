/**
 * Files that PostgreSQL never runs, for no engine can change them: they refuse, describe and pack before a query, or keep
 * what they count in memory; of the outbox, the files that open no database.
 */
export const NEVER = [
  ...['answer-headers', 'auth-timing', 'bad-bodies', 'bad-elements', 'bad-queries', 'body-limits'],
  ...['errors', 'errors-socket', 'framework', 'limits-address', 'limits-key', 'limits-wait'],
  ...['llms', 'openapi', 'openapi-lint', 'openapi-problems', 'push-dates', 'search-queries'],
  ...['patterns', 'raw-sockets', 'session-forgeries', 'socket', 'unknown-page'],
]
  .map((name) => `http/${name}.test.ts`)
  .concat(
    ['connection', 'deliver', 'guard', 'mail-numbers', 'mail-text', 'sign', 'smtp'].map(
      (name) => `outbox/${name}.test.ts`,
    ),
  )
