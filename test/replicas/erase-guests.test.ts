import { expect, setDefaultTimeout, test } from 'bun:test'
import { SQL } from 'bun'
import { eraseGuest } from '../../src/service/bookings/erase-guests.ts'
import { indexNext } from '../../src/store/bookings/word-index.ts'
import type { Tx } from '../../src/store/engine/engine.ts'
import { book, sell } from '../support/bookings.ts'
import { GUEST, NEEDLES } from '../support/guest-life.ts'
import { asGuest } from '../support/manage.ts'
import { columnsWith } from '../support/needles.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { until } from '../support/process.ts'
import { startService } from '../support/service.ts'

// An erasure beside the worker, which adds bookings to the index of words without their hotel's lock (issue 37 item 6).

setDefaultTimeout(120_000)

test('the words of a guest who is erased while the index of words reads the booking do not come back', async () => {
  await using server = await startPostgres()
  const { url } = server
  await using service = await startService({ target: { url, directUrl: url, prepare: true } })
  await sell(service)
  const { code } = (await book(service.call, { guest: GUEST })).body
  await service.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  const { store, deps, alfa } = service

  const [hasRead, mayWrite] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const indexing = store.tx((tx) =>
    indexNext(
      pausing(tx, async () => {
        hasRead.resolve()
        await mayWrite.promise
      }),
      deps.nowMs(),
    ),
  )
  await hasRead.promise
  const by = { codes: [code] }
  const erasing = eraseGuest(deps, { type: 'system', id: 'clock' }, { hotelId: alfa.id, by })
  await using own = new SQL({ url, max: 1 })
  await until('the erasure waits for the index', async () => {
    const waiting = await own`select 1 from pg_locks where not granted`
    return waiting.length > 0
  })
  mayWrite.resolve()
  await Promise.all([indexing, erasing])
  expect(await columnsWith(service, NEEDLES)).toEqual([])
})

/** A transaction that waits once, before it inserts. */
function pausing(tx: Tx, pause: () => Promise<void>): Tx {
  const { run } = tx.dialect
  let paused: Promise<void> | undefined
  const dialect: Tx['dialect'] = {
    ...tx.dialect,
    run: async (...asked) => {
      paused ??= pause()
      await paused
      return await run(...asked)
    },
  }
  return { ...tx, dialect }
}
