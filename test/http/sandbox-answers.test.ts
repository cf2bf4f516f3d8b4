import { expect, test } from 'bun:test'
import { push } from '../support/http.ts'
import { breachesOf, type Document, operationsOf } from '../support/openapi.ts'
import { bookTest, groupTest, openSandbox } from '../support/sandbox.ts'
import { startService, type TestHotel, type TestService } from '../support/service.ts'
import { SAVER, SUITE } from '../support/set-up.ts'
import { addWebhook, attemptAll, deliveries, queueEvents } from '../support/webhooks.ts'

const RANGE = 'from=2027-04-01&to=2027-04-03'
const GOOD = { roomCode: 'DBL', date: '2027-04-01', available: 4, priceCents: 12_900 }
const STAY = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-02', adults: 2 }
const updates = (...elements: unknown[]) => ({ updates: elements })
const ACK = { code: '{code}', revision: 1, externalId: 'PMS-1' }
const GONE = { code: 'ZZZZZZZZZZ', revision: 1 }
const AT = '/v1/partner'

/** Calls of every partner operation with a test key: status, query, body. A new operation fails until it has a row. */
const CALLS: Record<string, [status: number, query?: string, body?: unknown][]> = {
  'GET /allotments': [[200, `?${RANGE}`]],
  'GET /availability': [[200, `?${RANGE}`], [422]],
  'PUT /availability': [
    [200, '', updates(GOOD)],
    [207, '', updates(GOOD, {})],
    [422, '', updates({})],
    [422, '', { ...updates(GOOD), currency: 'JPY' }],
  ],
  'PATCH /availability': [
    [200, '', updates(GOOD)],
    [207, '', updates(GOOD, {})],
  ],
  'GET /availability/history': [[200, '?roomCode=DBL&date=2027-04-01']],
  'GET /rates': [[200, `?${RANGE}`]],
  'POST /rates': [
    [201, '', SAVER],
    [409, '', SAVER],
  ],
  'PATCH /rates/{rateCode}': [[200, '', { name: 'Flex' }]],
  'GET /hotel': [[200]],
  'PATCH /hotel': [
    [200, '', { checkinTime: '15:00' }],
    [422, '', { name: 'x' }],
  ],
  'GET /hotels': [[200]],
  'GET /rooms': [[200]],
  'POST /rooms': [
    [201, '', SUITE],
    [409, '', SUITE],
  ],
  'PATCH /rooms/{roomCode}': [[200, '', { name: 'Double' }]],
  'GET /photos': [[200]],
  'POST /photos': [[415, '', {}]],
  'PATCH /photos/{id}': [[404, '', { position: 1 }]],
  'PUT /photos/{id}/widths': [[415, '', {}]],
  'DELETE /photos/{id}': [[404]],
  'GET /boards': [[200]],
  'GET /mapping': [[200]],
  'PUT /extras/{extraCode}': [
    [200, '', { name: 'Spa', per: 'stay', priceCents: 1, max: 1 }],
    [422, '', {}],
  ],
  'GET /extras': [[200]],
  'GET /limits': [[200]],
  'GET /bookings': [[200, `?${RANGE}`], [422]],
  'GET /bookings/{code}': [[200]],
  'GET /booking-groups/{code}': [[200]],
  'POST /bookings/{code}/ack': [
    [200, '', { revision: 1 }],
    [422, '', {}],
  ],
  'POST /bookings/ack': [
    [200, '', { acks: [ACK] }],
    [207, '', { acks: [ACK, GONE, {}] }],
  ],
  'PATCH /bookings/{code}': [
    [200, '', { roomCode: 'DBL', simulate: true }],
    [409, '', { roomCode: 'DBL', revision: 9 }],
    [409, '', { roomCode: 'SGL' }],
  ],
  'POST /bookings/{code}/no-show': [[409, '', { force: true }]],
  'POST /bookings/{code}/cancel': [
    [200, '', { reason: 'Rain', simulate: true }],
    [409, '', { reason: 'Rain', charge: true, expectedPenaltyCents: 1 }],
  ],
  'GET /changes': [[200], [422, '?cursor=x']],
  'POST /changes/read': [
    [200, '', { hotels: [{ hotel: 'alfa' }] }],
    [422, '', { hotels: [] }],
  ],
  'GET /webhooks': [[200]],
  'POST /webhooks': [
    [201, '', { url: 'https://hooks.example.com/2' }],
    [409, '', { url: 'https://hooks.example.com/2' }],
  ],
  'GET /webhooks/{id}': [[200]],
  'PATCH /webhooks/{id}': [[200, '', { description: 'PMS' }]],
  'POST /webhooks/{id}/test': [
    [202, '', { event: 'booking.held' }],
    [422, '', { event: 'x' }],
  ],
  'POST /webhooks/{id}/rotate-secret': [[200]],
  'GET /webhooks/{id}/deliveries': [[200]],
  'GET /webhooks/{id}/deliveries/{deliveryId}': [[200]],
  'POST /webhooks/{id}/deliveries/{deliveryId}/redeliver': [[202]],
  'POST /webhooks/{id}/replay': [[202, '', { since: '2027-03-01T00:00:00Z' }]],
  'POST /sandbox/bookings': [
    [201, '', { ...STAY, hold: true }],
    [409, '', { ...STAY, checkin: '2027-09-01', checkout: '2027-09-02' }],
  ],
  'PATCH /sandbox/bookings/{code}': [[200, '', { adults: 1 }]],
  'POST /sandbox/bookings/{code}/confirm': [[200]],
  'POST /sandbox/bookings/{code}/expire': [[409]],
  'POST /sandbox/bookings/{code}/cancel': [[200, '', { reason: 'Rain' }]],
  'POST /sandbox/bookings/{code}/no-show': [[409, '', {}]],
  'POST /sandbox/booking-groups': [
    [201, '', { stays: [STAY], hold: true }],
    [409, '', { stays: [{ ...STAY, checkin: '2027-09-01', checkout: '2027-09-02' }] }],
  ],
  'PATCH /sandbox/booking-groups/{code}': [[200, '', { arrivalTime: '23:30' }]],
  'POST /sandbox/booking-groups/{code}/confirm': [[200]],
  'POST /sandbox/booking-groups/{code}/expire': [[409]],
  'POST /sandbox/booking-groups/{code}/cancel': [[200, '', { reason: 'Rain' }]],
  'POST /sandbox/faults': [[201, '', { operation: 'getHotel', status: 503, times: 1 }]],
  'GET /sandbox/faults': [[200]],
  'DELETE /sandbox/faults/{id}': [[404]],
  'GET /sandbox/certification': [[200]],
  // Of vendors.
  'GET /vendor-webhooks': [[403]],
  'POST /vendor-webhooks': [[403]],
  'GET /vendor-webhooks/{id}': [[403]],
  'PATCH /vendor-webhooks/{id}': [[403]],
  'DELETE /vendor-webhooks/{id}': [[403]],
  'POST /vendor-webhooks/{id}/test': [[403]],
  'POST /vendor-webhooks/{id}/rotate-secret': [[403]],
  'GET /vendor-webhooks/{id}/deliveries': [[403]],
  'GET /vendor-webhooks/{id}/deliveries/{deliveryId}': [[403]],
  'POST /vendor-webhooks/{id}/deliveries/{deliveryId}/redeliver': [[403]],
  'POST /vendor-webhooks/{id}/replay': [[403]],
  'DELETE /webhooks/{id}': [[204], [404]],
  'POST /sandbox/reset': [[204]],
}

/** A sandbox with days, a booking and a webhook that was told of it. @returns it, and what stands for names of paths */
async function fill(service: TestService): Promise<[TestHotel, Record<string, string>]> {
  const sandbox = await openSandbox(service)
  const dates = ['2027-04-01', '2027-04-02', '2027-04-03']
  await push(
    sandbox,
    dates.map((date) => ({ ...GOOD, date })),
  )
  const { id } = await addWebhook(sandbox)
  const { code } = (await bookTest(sandbox)).body
  const { code: groupCode } = (await groupTest(sandbox, [{}, {}])).body
  await queueEvents(service)
  await attemptAll(service, id)
  const deliveryId = (await deliveries(sandbox, id)).body.items[0].id
  return [
    sandbox,
    { code, groupCode, id, deliveryId, roomCode: 'DBL', rateCode: 'STD', extraCode: 'SPA' },
  ]
}

test('every answer to a test key keeps its documented schema, member for member, and says that it is one (contract §2, Sandbox)', async () => {
  await using service = await startService({ stopping: AbortSignal.abort() })
  const document = (await service.call('GET', '/openapi.json')).body as Document
  const operations = operationsOf(document)
  const [sandbox, known] = await fill(service)
  const names = [...operations.keys()].filter((name) => name.includes(AT))
  expect(names.map((name) => name.replace(AT, '')).toSorted()).toEqual(
    Object.keys(CALLS).toSorted(),
  )

  const filled = (text: string) =>
    text
      .replace('booking-groups/{code}', 'booking-groups/{groupCode}')
      .replaceAll(/\{(\w+)\}/g, (_, name) => known[name]!)
  for (const [name, calls] of Object.entries(CALLS))
    for (const [status, query = '', body] of calls) {
      const [method = '', path = ''] = name.split(' ')
      const init = body === undefined ? {} : { body: JSON.parse(filled(JSON.stringify(body))) }
      const answer = await sandbox.call(method, filled(path) + query, init)
      const operation = operations.get(name.replace(' ', ` ${AT}`))!
      const found = breachesOf(document, operation, answer)
      expect([name, query, answer.status, found]).toEqual([name, query, status, []])
      if (status !== 204) expect([name, answer.body.test]).toEqual([name, true])
    }
})

test('what is refused by the key, and a fault on purpose, is as documented, too (contract §2, Sandbox)', async () => {
  await using service = await startService()
  const document = (await service.call('GET', '/openapi.json')).body as Document
  const [sandbox] = await fill(service)
  const operation = operationsOf(document).get(`GET ${AT}/hotel`)!
  const fault = { operation: operation.operationId, times: 1 }
  for (const status of [429, 500, 503]) {
    await sandbox.call('POST', '/sandbox/faults', { body: { ...fault, status } })
    const answer = await sandbox.call('GET', '/hotel')
    expect([answer.status, answer.body.onPurpose, answer.body.test]).toEqual([status, true, true])
    expect(breachesOf(document, operation, answer)).toEqual([])
  }
})
