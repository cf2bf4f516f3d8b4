import { expect, test } from 'bun:test'
import { createLog } from '../../src/log.ts'
import { createClockDoubt } from '../../src/server/clock-doubt.ts'
import { completeStays } from '../../src/service/bookings/booking-passes.ts'
import { findMeta } from '../../src/store/engine/meta.ts'
import { book, sell } from '../support/bookings.ts'
import { count, DAY_MS, prune } from '../support/retention.ts'
import { startService, type TestService } from '../support/service.ts'

// A wall clock that is far ahead neither deletes nor ends anything before it has stood there for an hour.

const HOUR_MS = 3_600_000

/** A start of the service as far as its passes go. @returns a pass, which answers whether it was made */
async function started(service: TestService) {
  const { store, clock } = service
  const lines: Record<string, unknown>[] = []
  const unlessDoubted = await createClockDoubt({
    store,
    log: createLog('debug', (line) => void lines.push(JSON.parse(line))),
    nowMs: () => clock.nowMs,
    monotonicMs: () => clock.monotonicMs,
  })
  let passes = 0
  const pass = async () => {
    const before = passes
    await unlessDoubted(service, async () => void passes++)
    return passes > before
  }
  return { lines, pass, unlessDoubted }
}

/** The same after an earlier start, and so long off; `aheadMs` is what the clock has come to be wrong by. */
async function restarted(service: TestService, { offMs = 0, aheadMs = 0 }) {
  await (await started(service)).pass()
  service.clock.nowMs += offMs + aheadMs
  service.clock.monotonicMs = 0
  return await started(service)
}

test('a start with a clock 400 days ahead loses no event and ends no stay', async () => {
  await using service = await startService()
  await sell(service)
  await book(service.call)
  const { unlessDoubted } = await restarted(service, { aheadMs: 400 * DAY_MS })
  await unlessDoubted(service, () => prune(service))
  await unlessDoubted(service, () => completeStays(service.deps))
  expect(await count(service, 'outbox')).toBe(1)
  expect(await count(service, 'change')).toBeGreaterThan(0)
  expect(await count(service, `booking where status = 'confirmed'`)).toBe(1)
})

test('such a clock is told of once, and believed when it has stood there for an hour', async () => {
  await using service = await startService()
  const seenLast = new Date(service.clock.nowMs).toISOString()
  const { pass, lines } = await restarted(service, { aheadMs: 31 * DAY_MS })
  expect(await pass()).toBeFalse()
  service.clock.advance(HOUR_MS - 1)
  expect(await pass()).toBeFalse()
  expect(lines).toMatchObject([{ event: 'clock_doubted', level: 'warn', seenLast }])
  service.clock.advance(1)
  expect([await pass(), await pass()]).toEqual([true, true])
  expect(lines).toHaveLength(1)

  const next = await restarted(service, { offMs: HOUR_MS })
  expect(await next.pass()).toBeTrue()
})

test('when it is put right before, passes are made at once, and again it must stand for an hour', async () => {
  await using service = await startService()
  const { pass } = await restarted(service, { aheadMs: 400 * DAY_MS })
  expect(await pass()).toBeFalse()
  service.clock.advance(HOUR_MS / 2)
  service.clock.nowMs -= 400 * DAY_MS
  expect(await pass()).toBeTrue()
  service.clock.advance(HOUR_MS / 2)
  service.clock.nowMs += 400 * DAY_MS
  expect(await pass()).toBeFalse()
})

test('one that jumps again is not believed for the time it stood elsewhere', async () => {
  await using service = await startService()
  const { pass, lines } = await restarted(service, { aheadMs: 10 * DAY_MS })
  expect(await pass()).toBeFalse()
  service.clock.nowMs += 10 * DAY_MS
  service.clock.advance(HOUR_MS - 1)
  expect(await pass()).toBeFalse()
  service.clock.advance(HOUR_MS - 1)
  expect(await pass()).toBeFalse()
  expect(lines).toHaveLength(2)
})

test('a service that was off for two days, or has run for months, does its work at once', async () => {
  await using service = await startService()
  const { pass, lines } = await restarted(service, { offMs: 2 * DAY_MS })
  expect(await pass()).toBeTrue()
  for (let days = 0; days < 100; days += 10) {
    service.clock.advance(10 * DAY_MS)
    expect(await pass()).toBeTrue()
  }
  expect(lines).toEqual([])
})

test('a clock that is set while the service runs is doubted as well', async () => {
  await using service = await startService()
  const { pass } = await started(service)
  expect(await pass()).toBeTrue()
  service.clock.nowMs += 2 * DAY_MS
  expect(await pass()).toBeTrue()
  service.clock.nowMs += 2 * DAY_MS + 1
  expect(await pass()).toBeFalse()
})

test('a machine that starts in 1970 and then asks for the time is believed when it has it', async () => {
  await using service = await startService()
  const { nowMs } = service.clock
  const { pass, lines } = await restarted(service, { aheadMs: -nowMs })
  expect(await pass()).toBeTrue()
  expect(await findMeta(service.store, 'clock_seen_at')).toBe(new Date(nowMs).toISOString())
  service.clock.advance(60_000)
  service.clock.nowMs += nowMs
  expect(await pass()).toBeTrue()
  expect(lines).toEqual([])
})

test('where the clock was seen is written down at a start and once an hour', async () => {
  await using service = await startService()
  const { clock, store } = service
  const { pass } = await started(service)
  const seen = async () => Date.parse((await findMeta(store, 'clock_seen_at'))!)
  const first = clock.nowMs
  await pass()
  clock.advance(HOUR_MS - 1)
  await pass()
  expect(await seen()).toBe(first)
  clock.advance(1)
  await pass()
  expect(await seen()).toBe(first + HOUR_MS)
})
