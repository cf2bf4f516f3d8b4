import { expect, test } from 'bun:test'
import { workerLoops } from '../../src/server/passes.ts'
import type { Store } from '../../src/store/open.ts'
import { eventually } from '../support/http.ts'
import { askMetrics } from '../support/metrics.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

// On PostgreSQL reads that may take long, and those of the worker, have connections of their own, so that nobody else
// waits for one (issue 15).

/** Notes what is read from now on through some connections. @returns how many times, and begins anew */
function watch({ store }: Pick<TestService, 'store'>, of: 'long' | 'ofWorker'): () => number {
  let reads = 0
  const db = new Proxy(store[of].db, {
    get(target, name, receiver) {
      reads++
      return Reflect.get(target, name, receiver)
    },
  })
  const snapshot: Store['snapshot'] = (read) => read({ ...store.long, db })
  Object.assign(store, { [of]: { ...store[of], db, snapshot } })
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
  const longReads = watch(service, 'long')
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

test('what the worker looks for is read through its own', async () => {
  await using service = await startService()
  const ownReads = watch(service, 'ofWorker')
  const leave = service.store.lease.join(() => {})
  await eventually(() => service.store.lease.term() !== undefined)
  const loops = workerLoops(service.context, async (_, work) => await work())
  await loops.find(({ name }) => name === 'complete_stays')!.run()
  expect(ownReads()).toBeGreaterThan(0)
  await leave()
})
