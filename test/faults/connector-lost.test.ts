import { expect, test } from 'bun:test'
import { join } from 'node:path'

// The connector that is there to be copied, after a failover that lost commits (contract-counts, Errors).

/** A module of it: its types are made of the document by whoever copies it, and are not here. */
const load = (name: string) => import(join(import.meta.dir, '../connector', `${name}.ts`))

const stay = (code: string, revision: number) => ({
  ...{ code, revision, status: 'confirmed', confirmedAt: '2027-03-10T09:00:00Z', rooms: 1 },
  ...{ roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-02', ackedRevision: 0 },
})

/** A Roomwire that has lost what came after revision 1 of one booking. */
function startLossy() {
  const expired = {
    ...{ code: 'cursor_expired', detail: 'lost', reason: 'history_lost' },
    ...{ cursor: 'before', oldestCursor: 'oldest' },
  }
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    routes: {
      '/v1/partner/changes': () => Response.json(expired, { status: 410 }),
      '/v1/partner/bookings': Response.json({ bookings: [stay('KEPT', 1)], nextCursor: null }),
      '/v1/partner/availability': Response.json({ rooms: [] }),
    },
  })
}

test('a connector whose cursor was lost pulls everything, forgets what is no more, and reads on from the cursor it is told', async () => {
  const [{ createApi }, { openMirror }, { openPms }, { createSync }] = await Promise.all(
    ['api', 'mirror', 'pms', 'sync'].map(load),
  )
  await using roomwire = startLossy()
  const log = () => {}
  const api = createApi({ url: roomwire.url.href, key: 'key', log })
  const mirror = openMirror(':memory:')
  const pms = openPms(mirror.database)
  const sync = createSync({ api, mirror, pms, log, days: 3, timezone: 'Europe/Istanbul' })
  mirror.replace([], [stay('KEPT', 2), stay('LOST', 1)], 'lost')

  await sync.follow()

  expect(mirror.cursor()).toBe('before')
  expect(mirror.bookings()).toMatchObject([{ code: 'KEPT', revision: 1 }])
  const nights = mirror.database.prepare('select code from night').all()
  expect(nights).toMatchObject([{ code: 'KEPT' }])
})
