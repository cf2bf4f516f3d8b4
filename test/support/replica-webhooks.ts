import { expect } from 'bun:test'
import type { SQL } from 'bun'
import { EVENTS } from '../../src/domain/webhooks/webhook.ts'
import { good } from './oversold.ts'
import { until } from './process.ts'
import type { Replicas } from './processes.ts'
import type { Receiver } from './receiver.ts'
import type { KeyedHotel } from './replica-hotels.ts'

/** Creates a webhook endpoint of a hotel for all events. */
export async function tell(
  { next }: Replicas,
  { secret: key, slug }: KeyedHotel,
  { url }: Receiver,
): Promise<void> {
  const body = { url: `${url}/${slug}`, events: EVENTS }
  good(await next().call('POST', '/v1/partner/webhooks', { key, body }))
}

/** Waits until the outbox is empty. @throws Error if the number of pending deliveries stops falling */
export async function untilTold({ sql }: Replicas): Promise<void> {
  for (let left = await waiting(sql); left > 0; ) {
    await until(`fewer than ${left} events wait`, async () => (await waiting(sql)) < left)
    left = await waiting(sql)
  }
}

async function waiting(sql: SQL): Promise<number> {
  const [row] = await sql`
    select (select count(*) from outbox where queued_at_ms is null)
      + (select count(*) from delivery where state = 'pending') as waiting`
  return Number(row.waiting)
}

/**
 * Every delivery came once, and of each booking in the order of its revisions; nothing that was to be told is missing.
 *
 * @returns how many came
 */
export async function checkTold({ sql }: Replicas, { received }: Receiver): Promise<number> {
  const times = Map.groupBy(received, ({ path, headers }) => `${path} ${headers.get('webhook-id')}`)
  const again = [...times].filter(([, all]) => all.length !== 1).map(([id]) => id)
  expect(again).toEqual([])
  const owed = await sql`
    select count(*) as owed from outbox join webhook using (hotel_id)
    where outbox.cause_key_id is null or outbox.cause_key_id is distinct from webhook.api_key_id`
  expect(received.length).toBe(Number(owed[0].owed))
  const last = new Map<string, number>()
  for (const { path, body } of received) {
    const { event, data } = JSON.parse(body)
    if (!event.startsWith('booking.') || event === 'booking.oversold') continue
    const booking = `${path} ${data.code}`
    expect([booking, data.revision]).toEqual([booking, (last.get(booking) ?? 0) + 1])
    last.set(booking, data.revision)
  }
  return received.length
}
