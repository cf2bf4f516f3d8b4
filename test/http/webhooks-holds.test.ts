import { expect, test } from 'bun:test'
import { EVENTS, EVENTS_DEFAULT } from '../../src/domain/webhooks/webhook.ts'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { book, CARLA, events, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { startService } from '../support/service.ts'
import { addWebhook, attemptAll, deliveries, queueEvents } from '../support/webhooks.ts'

const OPT_IN = [
  ...['booking.held', 'booking.released', 'booking.oversold', 'availability.changed'],
  'guest.erased',
]
const SPOKEN = ['code', 'roomCode', 'checkin', 'checkout', 'totalPriceCents']

test('holds, oversold nights and changed days are told only to webhooks that ask (contract §4)', async () => {
  await using service = await startService()
  const { alfa } = service
  const plain = await addWebhook(alfa)
  const asking = await addWebhook(alfa, { url: 'https://hooks.example.com/asking', events: OPT_IN })
  expect(EVENTS.filter((event) => !EVENTS_DEFAULT.includes(event)).toSorted()).toEqual(
    OPT_IN.toSorted() as (typeof EVENTS)[number][],
  )
  expect(plain.events).toEqual([...EVENTS_DEFAULT])
  expect(asking.events).toEqual(OPT_IN)
  await sell(service)
  await book(service.call, { hold: true })
  service.clock.advance(15 * 60_000)
  await expireHolds(service.deps)
  await queueEvents(service)

  expect((await deliveries(alfa, plain.id)).body.items).toEqual([])
  const { items } = (await deliveries(alfa, asking.id, '?event=booking.released')).body
  expect(items).toHaveLength(1)
  expect((await deliveries(alfa, asking.id, '?event=booking.held')).body.items).toHaveLength(1)
})

test('a hold and its end are told with the fields of specification §2.4 first, then the record (contract §3, §4)', async () => {
  await using service = await startService()
  await sell(service)
  const { body: hold } = await book(service.call, { hold: true })
  service.clock.advance(15 * 60_000)
  await expireHolds(service.deps)
  await expireHolds(service.deps)

  const told = await events(service)
  expect(told.map(({ event, data }) => [event, data.status, data.revision])).toEqual([
    ['booking.held', 'pending', 1],
    ['booking.released', 'expired', 2],
  ])
  for (const { data } of told) expect(Object.keys(data).slice(0, 5)).toEqual(SPOKEN)
  expect(told[0]!.data).toEqual(hold)
  const path = `/v1/bookings/${hold.code}?email=${CARLA}`
  expect({ ...told[1]!.data, payment: null }).toEqual((await service.call('GET', path)).body)
})

test('the confirmation of a hold waits for its booking.held to arrive (contract §4)', async () => {
  await using service = await startService()
  const { alfa } = service
  const hook = await addWebhook(alfa, { events: ['booking.confirmed', 'booking.held'] })
  await sell(service)
  const { code } = (await book(service.call, { hold: true })).body
  await service.call('POST', `/v1/bookings/${code}/confirm`, { body: asGuest(code) })
  await queueEvents(service)
  const states = async () =>
    (await deliveries(alfa, hook.id)).body.items.map(({ event, state }: any) => [event, state])

  expect(await attemptAll(service, hook.id)).toBe(1)
  expect(await states()).toEqual([
    ['booking.confirmed', 'pending'],
    ['booking.held', 'delivered'],
  ])
  expect(await attemptAll(service, hook.id)).toBe(1)
  expect((await states())[0]).toEqual(['booking.confirmed', 'delivered'])
})
