import { expect, test } from 'bun:test'
import { workerLoops } from '../../src/server/passes.ts'
import type { Store } from '../../src/store/open.ts'
import { eventually } from '../support/http.ts'
import { askMetrics } from '../support/metrics.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

// On PostgreSQL reads that may take long have connections of their own, so that nobody else waits for one (issue 15).

/** Notes whatever is read from now on through what is for long reads. @returns how many times, and begins anew */
function watchLong({ store }: Pick<TestService, 'store'>): () => number {
  let reads = 0
  const db = new Proxy(store.long.db, {
    get(target, name, receiver) {
      reads++
      return Reflect.get(target, name, receiver)
    },
  })
  const handle = { ...store.long, db }
  const snapshot: Store['snapshot'] = (read) => read(handle)
  store.long = { ...handle, snapshot }
  return () => {
    const seen = reads
    reads = 0
    return seen
  }
}

test('lists, figures and metrics are read through connections of their own; pulls, pages and single things are not', async () => {
  await using service = await startService()
  const { admin, manager, agent } = await hireStaff(service)
  const { call, alfa } = service
  const longReads = watchLong(service)
  const range = 'from=2027-04-01&to=2027-04-05'
  const asked = [
    ...['hotels', 'users', 'bookings?q=carla', 'history', 'dashboard'].map(
      (path) => () => admin.call('GET', `/v1/admin/${path}`),
    ),
    ...['bookings', 'dashboard', `dashboard/days?${range}`].map(
      (path) => () =>
        manager.call('GET', `/v1/panel/${path}${path.includes('?') ? '&' : '?'}hotel=alfa`),
    ),
    ...['bookings', 'dashboard'].map((path) => () => agent.call('GET', `/v1/acenta/${path}`)),
    () => admin.call('GET', '/v1/agencies'),
    () => alfa.call('GET', `/bookings?${range}`),
    () => askMetrics(call),
  ]
  for (const [at, ask] of asked.entries()) {
    expect((await ask()).status).toBe(200)
    expect([at, longReads() > 0]).toEqual([at, true])
  }
  const quick = [
    () => alfa.call('GET', `/availability?${range}`),
    () => alfa.call('GET', '/changes'),
    () => alfa.call('GET', '/mapping'),
    () => call('GET', '/v1/hotels/alfa?checkin=2027-04-01&checkout=2027-04-02&adults=2'),
    () => call('GET', '/v1/hotels?checkin=2027-04-01&checkout=2027-04-02&adults=2'),
  ]
  for (const [at, ask] of quick.entries()) {
    expect((await ask()).status).toBe(200)
    expect([at, longReads()]).toEqual([at, 0])
  }
})

test('what the worker looks for is read through them, too', async () => {
  await using service = await startService()
  const longReads = watchLong(service)
  const leave = service.store.lease.join(() => {})
  await eventually(() => service.store.lease.term() !== undefined)
  const loops = workerLoops(service.context, async (_, work) => await work())
  await loops.find(({ name }) => name === 'complete_stays')!.run()
  expect(longReads()).toBeGreaterThan(0)
  await leave()
})
