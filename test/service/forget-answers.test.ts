import { expect, test } from 'bun:test'
import { forgetAnswers } from '../../src/service/retention.ts'
import { count, DAY_MS, run } from '../support/retention.ts'
import { startService, type TestService } from '../support/service.ts'
import { rowsWritten } from '../support/sql.ts'

const never = new AbortController().signal

async function answered(service: TestService, { many, ageMs }: { many: number; ageMs: number }) {
  await run(
    service,
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${many})
     insert into idempotency (owner, key, request_hash, booking_code, answer, created_at_ms)
     select 'o' || (i % 7), ${ageMs} || '-' || i, 'h', 'C', '{}', ${service.clock.nowMs - ageMs} from n`,
  )
}

async function pushed(service: TestService, { many, ageMs }: { many: number; ageMs: number }) {
  await run(
    service,
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${many})
     insert into push_replay (api_key_id, key, request_hash, push_id, created_at_ms)
     select 'k' || (i % 7), ${ageMs} || '-' || i, 'h', 'p' || i, ${service.clock.nowMs - ageMs} from n`,
  )
}

test('answers to keys of bookings and pushes go after 24 hours, however many, in small transactions (contract §3, contract-counts)', async () => {
  await using service = await startService()
  const { store, deps } = service
  await answered(service, { many: 1_700, ageMs: DAY_MS + 1 })
  await answered(service, { many: 30, ageMs: DAY_MS })
  await pushed(service, { many: 1_100, ageMs: DAY_MS + 1 })
  await pushed(service, { many: 20, ageMs: DAY_MS })
  const written: number[] = []
  const counting: typeof store.tx = (body) =>
    store.tx(async (tx) => {
      const before = await rowsWritten(tx)
      const value = await body(tx)
      written.push((await rowsWritten(tx)) - before)
      return value
    })
  await forgetAnswers({ ...deps, store: { ...store, tx: counting } }, never)
  expect(await count(service, 'idempotency')).toBe(30)
  expect(await count(service, 'push_replay')).toBe(20)
  // Of sessions, places, devices, challenges, shut mailboxes, takes and visits there are none.
  expect(written).toEqual([500, 500, 500, 200, 500, 500, 100, 0, 0, 0, 0, 0, 0, 0])
})

test('it goes no further when the service stops', async () => {
  await using service = await startService()
  await answered(service, { many: 1_700, ageMs: DAY_MS + 1 })
  await pushed(service, { many: 1, ageMs: DAY_MS + 1 })
  const stopping = new AbortController()
  const { tx } = service.store
  const ending: typeof tx = async (body) => {
    const value = await tx(body)
    stopping.abort()
    return value
  }
  await forgetAnswers({ ...service.deps, store: { ...service.store, tx: ending } }, stopping.signal)
  expect(await count(service, 'idempotency')).toBe(1_200)
  expect(await count(service, 'push_replay')).toBe(1)
})
