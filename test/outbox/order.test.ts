import { expect, test } from 'bun:test'
import { RETRY_MS } from '../../src/domain/kernel/retry.ts'
import { book, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { courier, endpoint } from '../support/outbox.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService } from '../support/service.ts'

const JITTER_MOST = 1.1

test('confirmed, changed and cancelled arrive in that order though the first fails three times, and no other booking waits (contract §4)', async () => {
  await using service = await startService({ world: { allowPrivateWebhooks: true } })
  let code = ''
  let failed = 0
  await using receiver = startReceiver(({ body }) => {
    const isFirst = JSON.parse(body).data.code === code
    return new Response(null, { status: isFirst && ++failed <= 3 ? 500 : 204 })
  })
  await sell(service)
  await endpoint(service, service.alfa, receiver.url)
  const { call } = service
  const { work, after } = courier(service)
  const told = (own: boolean) =>
    receiver.received
      .filter(({ body }) => (JSON.parse(body).data.code === code) === own)
      .map(({ headers }) => `${headers.get('x-service-event')} ${headers.get('x-service-attempt')}`)

  code = (await book(call)).body.code
  await call('PATCH', `/v1/bookings/${code}`, { body: { ...asGuest(code), rooms: 2 } })
  await call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  await book(call)
  await work()
  expect(told(true)).toEqual(['booking.confirmed 1'])
  expect(told(false)).toEqual(['booking.confirmed 1'])

  await after(5_000 * JITTER_MOST)
  await book(call)
  await after(60_000 * JITTER_MOST)
  expect(told(true)).toEqual(['booking.confirmed 1', 'booking.confirmed 2', 'booking.confirmed 3'])
  expect(told(false)).toEqual(['booking.confirmed 1', 'booking.confirmed 1'])

  await after(300_000 * JITTER_MOST)
  expect(told(true).slice(3)).toEqual([
    'booking.confirmed 4',
    'booking.modified 1',
    'booking.cancelled 1',
  ])
})

test('a revision waits until the one before it is given up, and then is sent (contract §4)', async () => {
  await using service = await startService({ world: { allowPrivateWebhooks: true } })
  await using receiver = startReceiver(({ headers }) => {
    const isFirst = headers.get('x-service-event') === 'booking.confirmed'
    return new Response(null, { status: isFirst ? 422 : 204 })
  })
  await sell(service)
  await endpoint(service, service.alfa, receiver.url)
  const { after, work } = courier(service)
  const { body } = await book(service.call)
  await service.call('POST', `/v1/bookings/${body.code}/cancel`, { body: asGuest(body.code) })
  await work()
  for (const waitMs of RETRY_MS) {
    expect(receiver.taken).toEqual([])
    await after(waitMs)
  }
  // What has failed so often on end is left alone for a moment.
  await after(1_000)
  expect(receiver.received).toHaveLength(12)
  expect(receiver.taken).toHaveLength(1)
  const { t, db } = service.store
  expect(await db.select().from(t.delivery).orderBy(t.delivery.seq)).toMatchObject([
    { state: 'failed', attempts: 11 },
    { state: 'delivered', attempts: 1 },
  ])
})
