import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Night, Scene } from './oversold.ts'
import { until } from './process.ts'

/** How long before its push the careful client has read the feed to its end. */
const CAREFUL_MS = 20

/** Guests book one night after the other until it is sold out; a client that misses nothing pushes all the time. */
export async function sellUnderCarefulClient(
  nights: Night[],
  { partner }: Scene,
  rooms: number,
): Promise<void> {
  const { roomCode } = nights[0]!
  let isOpen = true
  const client = async () => {
    const sold = new Map<string, number>()
    let cursor = (await partner('GET', '/changes?cursor=latest')).body.nextCursor
    while (isOpen) {
      for (let hasMore = true; hasMore; ) {
        const { body } = await partner('GET', `/changes?cursor=${cursor}`)
        for (const { type, booking } of body.changes)
          if (type === 'booking' && booking.roomCode === roomCode)
            sold.set(booking.checkin, (sold.get(booking.checkin) ?? 0) + booking.rooms)
        cursor = body.nextCursor
        hasMore = body.hasMore
      }
      const updates = nights.map(({ date }) => ({
        roomCode,
        date,
        available: Math.max(0, rooms - (sold.get(date) ?? 0)),
      }))
      await Bun.sleep(CAREFUL_MS)
      await partner('PUT', '/availability', { body: { updates } })
    }
  }
  const guests = async () => {
    let guest = 0
    // A booking every 15 to 45 ms.
    for (const night of nights)
      while (await night.book(1)) await Bun.sleep(15 + ((guest++ * 7) % 31))
    isOpen = false
  }
  await Promise.all([client(), guests()])
}

/** Lets every hold run out as the clock would, and waits until the service has seen it. */
export async function runOut({ folder }: Scene): Promise<void> {
  using database = new Database(join(folder, 'data/roomwire.db'))
  database.run('pragma busy_timeout = 5000')
  database.run(`update booking set hold_expires_at_ms = 1 where status = 'pending'`)
  const pending = `select count(*) as holds from booking where status = 'pending'`
  await until(
    'the holds have run out',
    () => database.query<{ holds: number }, []>(pending).get()!.holds === 0,
  )
}
