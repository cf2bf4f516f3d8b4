import { expect, test } from 'bun:test'
import { EVENTS } from '../../src/domain/webhooks/webhook.ts'
import { withAnotherKey } from '../support/api-keys.ts'
import { book, events, sell } from '../support/bookings.ts'
import { breaches, type Document } from '../support/openapi.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { addWebhook, deliveries, startSending, startSendingService } from '../support/webhooks.ts'

const SINCE = { since: '2027-03-01T00:00:00Z' }

test('a test sends the example of any event to this one webhook: whole, as documented, and marked (contract §2, §4)', async () => {
  await using service = await startSendingService()
  await using receiver = startReceiver()
  await using other = startReceiver()
  await using _ = startSending(service)
  const { alfa } = service
  const document = (await service.call('GET', '/openapi.json')).body as Document & {
    'x-webhooks': Record<string, any>
  }
  // Not told of the events that are opt-in.
  const { id } = await addWebhook(alfa, { url: receiver.url })
  await addWebhook(alfa, { url: other.url, events: [...EVENTS] })

  for (const event of EVENTS) {
    const { status, body } = await alfa.call('POST', `/webhooks/${id}/test`, { body: { event } })
    expect([event, status, body]).toMatchObject([
      event,
      200,
      { event, cause: 'test', state: 'delivered', bookingCode: null },
    ])
    const { headers, body: text } = receiver.received.at(-1)!
    expect([headers.get('x-service-event'), text]).toEqual([event, body.body])
    const sent = JSON.parse(text)
    expect(sent).toMatchObject({ event, hotelSlug: 'alfa', test: true, data: { test: true } })
    const { schema, example } =
      document['x-webhooks'][event].post.requestBody.content['application/json']
    expect([event, breaches(document, schema, sent)]).toEqual([event, []])
    // The document shows what is sent, of another hotel on another day.
    expect([...Object.keys(example.data), 'test']).toEqual(Object.keys(sent.data))
    expect(text).not.toContain('sea-view')
  }
  expect(receiver.received).toHaveLength(EVENTS.length)
  expect(other.received).toEqual([])
})

test('the example of a booking has every field of one, in its order, with sums that are right and a code that none has (contract §3, §4)', async () => {
  await using service = await startSendingService()
  await using receiver = startReceiver()
  await using _ = startSending(service)
  const { alfa } = service
  const { id } = await addWebhook(alfa, { url: receiver.url })
  await sell(service)
  await book(service.call)
  const [real] = await events(service)

  for (const event of EVENTS.filter((name) => !/^availability|oversold$|erased$/.test(name))) {
    const { body } = await alfa.call('POST', `/webhooks/${id}/test`, { body: { event } })
    const { data } = JSON.parse(body.body)
    const { changes, previous, ...record } = data
    expect(Object.keys(record)).toEqual([...Object.keys(real!.data), 'test'])
    const cents = data.nightly.map(({ priceCents }: { priceCents: number }) => priceCents)
    expect(cents.reduce((sum: number, each: number) => sum + each) * data.rooms).toBe(
      data.totalPriceCents,
    )
    expect(data.netCents + data.taxes[0].amountCents).toBe(data.totalPriceCents)
    expect(data.code).toMatch(/[01ILO]/)
    expect((await alfa.call('GET', `/bookings/${data.code}`)).status).toBe(404)
    expect(Boolean(changes && previous)).toBe(event === 'booking.modified')
  }
})

test('an example is no event: no replay sends it, nothing in the feed (contract §2)', async () => {
  await using service = await startSendingService()
  await using receiver = startReceiver()
  await using _ = startSending(service)
  const { alfa } = service
  const { id } = await addWebhook(alfa, { url: receiver.url, events: [...EVENTS] })
  for (const event of EVENTS) await alfa.call('POST', `/webhooks/${id}/test`, { body: { event } })
  const replayed = await alfa.call('POST', `/webhooks/${id}/replay`, { body: SINCE })
  expect(replayed.body.queued).toBe(0)
  expect((await alfa.call('GET', '/changes')).body.changes).toEqual([])
  // It can be seen, and sent again as what it is.
  const [last] = (await deliveries(alfa, id, `?event=${EVENTS.at(-1)}`)).body.items
  await alfa.call('POST', `/webhooks/${id}/deliveries/${last.id}/redeliver`)
  await receiver.until(EVENTS.length + 1)
  expect(receiver.received.at(-1)!.body).toBe(receiver.received.at(-2)!.body)
})

test('what is no event is refused at /event, in the panel too; a key tests with nothing that it may not read (contract §2, §8)', async () => {
  await using service = await startService({ stopping: AbortSignal.abort() })
  const { alfa } = service
  const { manager } = await hireStaff(service)
  const { id } = await addWebhook(alfa)
  const panel = (body: object) => manager.call('POST', `/v1/panel/webhooks/${id}/test`, { body })
  const partner = (body: object) => alfa.call('POST', `/webhooks/${id}/test`, { body })
  for (const send of [partner, panel]) {
    for (const event of ['booking.made', 'BOOKING.CONFIRMED', '']) {
      const refused = await send({ event })
      expect(refused).toBeProblem(422, 'validation_failed')
      expect(refused.body.errors).toMatchObject([{ path: '/event', code: 'unknown_event' }])
    }
    expect((await send({ event: 7 })).body.errors).toMatchObject([{ path: '/event' }])
    expect((await send({ name: 'ping' })).body.errors).toMatchObject([{ path: '/name' }])
    for (const [body, event] of [
      [{}, 'ping'],
      [{ event: 'ping' }, 'ping'],
      [{ event: 'booking.held' }, 'booking.held'],
    ] as const)
      expect((await send(body)).body.event).toBe(event)
  }
  const key = await withAnotherKey(service, alfa, { scopes: ['webhooks', 'bookings:read'] })
  const days = { body: { event: 'availability.changed' } }
  const refused = await key.call('POST', `/webhooks/${id}/test`, days)
  expect(refused).toBeProblem(403, 'scope_missing')
})
