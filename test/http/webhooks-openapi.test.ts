import { expect, test } from 'bun:test'
import { EVENTS, VENDOR_EVENTS } from '../../src/domain/webhooks/webhook.ts'
import { signedHeaders } from '../../src/outbox/sign.ts'
import { completeStays, expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { markNoShow } from '../../src/service/bookings/mark-no-show.ts'
import { publishUnacked } from '../../src/service/bookings/unacked.ts'
import { book, events, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { breaches, type Document } from '../support/openapi.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, signInAgain } from '../support/staff.ts'
import { addWebhook } from '../support/webhooks.ts'

/** The events are an extension, which OpenAPI 3.0 has no word for. */
type WithHooks = Document & { 'x-webhooks': Record<string, { post: Hook }> }

type Hook = {
  summary: string
  description: string
  parameters: { $ref: string }[]
  requestBody: { content: Record<string, { schema: { $ref: string }; example: any }> }
}

const documentOf = async ({ call }: TestService): Promise<WithHooks> =>
  (await call('GET', '/openapi.json')).body

/** The events of a document: `[name, what is sent]`. */
const hooksOf = (document: WithHooks): [string, Hook][] =>
  Object.entries(document['x-webhooks']).map(([event, { post }]) => [event, post])

test('the document has every event, and ping: a body that keeps its schema, when it is sent, all headers (issue 4)', async () => {
  await using service = await startService()
  const document = await documentOf(service)
  const hooks = hooksOf(document)
  expect(hooks.map(([event]) => event)).toEqual([...VENDOR_EVENTS, 'ping'])
  const message = { id: 'e1', event: 'ping', attempt: 1, atMs: 1, body: '{}' }
  const sent = signedHeaders(message, ['whsec_AAAA'], { brand: 'service', version: '0.1.0' })
  const own = Object.keys(sent).filter((name) => !/^(content-type|user-agent)$/.test(name))
  for (const [event, { description, parameters, requestBody }] of hooks) {
    const { schema, example } = requestBody.content['application/json']!
    expect([event, breaches(document, schema, example)]).toEqual([event, []])
    expect(example.event).toBe(event)
    expect(description).not.toBe('')
    expect(parameters.map(({ $ref }) => $ref.replace(/^.*\//, ''))).toEqual(own)
    for (const name of own)
      expect(document.components.parameters[name]).toMatchObject({ name, in: 'header' })
  }
  const { description } = document.tags.find(({ name }) => name === 'Webhooks')!
  for (const word of ['webhook-id', 'x-service-signature', '410', 'Retry-After', 'order'])
    expect(description).toContain(word)
  expect(description).not.toContain('<brand>')
})

test('events as they are sent keep their documented schemas, member for member (contract §4)', async () => {
  await using service = await startService()
  const { alfa, call, deps, clock } = service
  const document = await documentOf(service)
  await addWebhook(alfa, { events: [...EVENTS] })
  await sell(service)
  const { code } = (await book(call)).body
  await call('PATCH', `/v1/bookings/${code}`, { body: { ...asGuest(code), adults: 1 } })
  await call('POST', `/v1/bookings/${code}/cancel`, { body: { ...asGuest(code), reason: 'x' } })
  const gone = (await book(call)).body.code
  await book(call, { hold: true })
  await book(call, { checkout: '2027-04-02' })
  // Two are sold of 1 April.
  const { manager } = await hireStaff(service)
  await manager.call('PATCH', '/v1/panel/rooms/DBL', {
    body: { totalRooms: 1, expected: { totalRooms: null } },
  })
  clock.advance(31 * 60_000)
  await publishUnacked(deps)
  await expireHolds(deps)
  clock.nowMs = Date.parse('2027-04-02T12:00:00Z')
  await markNoShow(deps, gone, { type: 'user', id: 'u' }, { isForced: false })
  const { call: callAgain } = await signInAgain(service, manager)
  await callAgain('POST', `/v1/panel/bookings/${gone}/reinstate`)
  await completeStays(deps)
  await callAgain('POST', '/v1/panel/guests/erase', { body: { codes: [code] } })

  const schemas = new Map(
    hooksOf(document).map(([event, hook]) => [
      event,
      hook.requestBody.content['application/json']!.schema,
    ]),
  )
  const told = await events(service)
  expect(told.map(({ data }) => data.reinstated).filter(Boolean)).toEqual([true])
  expect(new Set(told.map(({ event }) => event))).toEqual(new Set(EVENTS))
  for (const event of told) {
    const found = breaches(document, schemas.get(event.event)!, event)
    expect([event.event, found]).toEqual([event.event, []])
    const fields = ['code', 'roomCode', 'checkin', 'checkout', 'totalPriceCents']
    // Those of the specification stand first.
    if (!/^availability|oversold$|^guest/.test(event.event))
      expect(Object.keys(event.data).slice(0, 5)).toEqual(fields)
  }
})
