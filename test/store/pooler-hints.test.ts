import { expect, test } from 'bun:test'
import { explainError } from '../../src/store/postgres/look.ts'

test.each([
  ['unsupported startup parameter: lock_timeout', 'behind a pooler set DATABASE_PREPARE=0'],
  ['SASL authentication failed', 'check the password in this address'],
  ['query_wait_timeout', 'the pooler has too few connections'],
  ['no more connections allowed (max_client_conn)', 'the pooler has too few connections'],
  ['server login has been failing, try again later', 'the server was away from the pooler'],
  ['transaction blocks not allowed in statement pooling mode', 'set pool_mode = transaction'],
  ['pgbouncer cannot say', undefined],
])('an error of a pooler (%s) is told with what to do about it, or as it is', (message, hint) => {
  const error = Object.assign(new Error(message), {
    code: 'ERR_POSTGRES_SERVER_ERROR',
    errno: '08P01',
  })
  const told = explainError(error)
  if (hint === undefined) expect(told).toBe(message)
  else expect(told).toStartWith(`${message}; ${hint}`)
})
