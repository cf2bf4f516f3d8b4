import { expect, test } from 'bun:test'
import { insertRoomType } from '../../src/store/catalog/catalog.ts'
import { book, bookGroup, sell } from '../support/bookings.ts'
import { recordLog } from '../support/http.ts'
import type { Answer } from '../support/matchers.ts'
import { breaches, breachesOf, type Document, operationsOf } from '../support/openapi.ts'
import { jpeg } from '../support/pictures.ts'
import { room, startService, type TestService } from '../support/service.ts'
import { SAVER, SUITE } from '../support/set-up.ts'
import { addWebhook, attemptAll, deliveries, queueEvents } from '../support/webhooks.ts'

const DATE = '2027-04-01'
const RANGE = `from=${DATE}&to=2027-04-03`
const GOOD = { roomCode: 'DBL', date: DATE, available: 4, priceCents: 12900, closed: false }
const RANGED = { roomCode: 'DBL', dateFrom: DATE, dateTo: '2027-04-09', priceCents: 12900 }
/** A cursor of Alfa's feed that names a change which never was. */
const AHEAD = Buffer.from('[1,999999,0,1]').toString('base64url')

/** One call of an operation, and the status it must end in. */
type Sample = [
  status: number,
  query?: string,
  init?: {
    body?: unknown
    raw?: string | Uint8Array<ArrayBuffer>
    headers?: Record<string, string>
  },
]

const updates = (...elements: unknown[]) => ({ body: { updates: elements } })
const TOO_LARGE = { raw: ' '.repeat(4 * 1024 * 1024 + 1) }

/** An acknowledgement of the booking that is there. */
const ACK = { code: '{code}', revision: 1, externalId: 'PMS-1' }

const TRANSFER = { name: 'Transfer', per: 'stay', priceCents: 4_500, max: 4 }
const PHOTO = { raw: new Uint8Array(jpeg()), headers: { 'content-type': 'image/jpeg' } }

const BAD_BODIES: Sample[] = [
  [400, '', { raw: '{' }],
  [413, '', TOO_LARGE],
  [415, '', { raw: '{}', headers: { 'content-type': 'text/plain' } }],
  [422, '', { body: { x: 1 } }],
]

/** Calls of every partner operation: a new one fails the test until it has a row. `CODE` is a booking's. */
const PARTNER: Record<string, Sample[]> = {
  'GET /v1/partner/availability': [
    [200, `?${RANGE}`],
    [200, `?${RANGE}&roomCode=DBL`],
    [304, `?${RANGE}`, { headers: { 'if-none-match': '*' } }],
    [422, '?from=2027-02-30'],
  ],
  'PUT /v1/partner/availability': [
    [200, '', updates({ ...GOOD, available: 3 }, GOOD)],
    [200, '?dryRun=true', updates({ ...GOOD, closed: true }, { ...GOOD, closed: undefined })],
    [207, '', updates(GOOD, null, { ...GOOD, roomCode: 7, date: undefined }, { ...GOOD, x: 1 })],
    [207, '', updates(GOOD, ...Array(1_001).fill({}))],
    [400, '', { raw: '{' }],
    [413, '', TOO_LARGE],
    [415, '', { raw: '{}', headers: { 'content-type': 'text/plain' } }],
    [422, '', { body: {} }],
    [422, '?mode=atomic', updates(GOOD, {})],
  ],
  'PATCH /v1/partner/availability': [
    [200, '', updates(RANGED)],
    [200, '', updates({ ...RANGED, minStay: 2, closedToArrival: true, rateCode: 'STD' })],
    [200, '?dryRun=true', updates({ ...RANGED, closed: true }, { ...GOOD, closed: undefined })],
    [207, '', updates({ ...RANGED, dateFrom: '2020-01-01' }, null, { ...GOOD, x: 1 })],
    [400, '', { raw: '{' }],
    [409, '', { body: { updates: [GOOD], seenThrough: AHEAD } }],
    [413, '', TOO_LARGE],
    [415, '', { raw: '{}', headers: { 'content-type': 'text/plain' } }],
    [422, '', updates({ ...GOOD, availableBy: 1 })],
    [422, '?mode=atomic', updates(GOOD, {})],
  ],
  'GET /v1/partner/availability/history': [
    [200, `?roomCode=DBL&date=${DATE}`],
    [200, `?roomCode=DBL&date=${DATE}&limit=1`],
    [200, `?roomCode=SGL&date=${DATE}`],
    [200, `?roomCode=DBL&date=${DATE}&rateCode=STD`],
    [422, '?roomCode=DBL'],
  ],
  'GET /v1/partner/rates': [
    [200, `?${RANGE}`],
    [304, `?${RANGE}`, { headers: { 'if-none-match': '*' } }],
    [422, `?${RANGE}&rateCode=GONE`],
  ],
  'POST /v1/partner/rates': [
    [201, '', { body: SAVER }],
    [409, '', { body: SAVER }],
    [422, '', { body: { x: 1 } }],
  ],
  'PATCH /v1/partner/rates/{rateCode}': [
    [200, '', { body: { name: 'Flex' } }],
    [409, '', { body: { name: 'Free', expected: { name: 'None' } } }],
    [422, '', { body: { x: 1 } }],
  ],
  'GET /v1/partner/hotel': [[200]],
  'PATCH /v1/partner/hotel': [
    [200, '', { body: { checkinTime: '15:00', translations: { en: { policies: 'No pets.' } } } }],
    [409, '', { body: { phone: null, address: 'x', expected: { address: 'None' } } }],
    [422, '', { body: { x: 1 } }],
  ],
  'GET /v1/partner/hotels': [[200]],
  'GET /v1/partner/rooms': [[200]],
  'POST /v1/partner/rooms': [
    [201, '', { body: SUITE }],
    [409, '', { body: SUITE }],
    [422, '', { body: { x: 1 } }],
  ],
  'PATCH /v1/partner/rooms/{roomCode}': [
    [200, '', { body: { name: 'Double' } }],
    [409, '', { body: { name: 'Twin', expected: { name: 'None' } } }],
    [422, '', { body: { x: 1 } }],
  ],
  'GET /v1/partner/photos': [[200]],
  'POST /v1/partner/photos': [
    [201, '', PHOTO],
    [415, '', { raw: '{}' }],
    [422, '?x=1', PHOTO],
  ],
  // What stands there is another thing.
  'PATCH /v1/partner/photos/{id}': [
    [404, '', { body: { position: 1 } }],
    [422, '', { body: { x: 1 } }],
  ],
  'PUT /v1/partner/photos/{id}/widths': [[415, '', { raw: '{}' }]],
  'DELETE /v1/partner/photos/{id}': [[404]],
  'GET /v1/partner/boards': [[200]],
  'GET /v1/partner/mapping': [[200]],
  'PUT /v1/partner/extras/{extraCode}': [
    [200, '', { body: TRANSFER }],
    [409, '', { body: { ...TRANSFER, max: 3, expected: { max: 2 } } }],
    ...BAD_BODIES,
  ],
  'GET /v1/partner/allotments': [[200, '?from=2027-04-01&to=2027-04-02']],
  'GET /v1/partner/extras': [[200]],
  'GET /v1/partner/limits': [[200]],
  'GET /v1/partner/bookings': [
    [200, `?${RANGE}`],
    [200, '?from=2028-04-01&to=2028-04-01'],
    [422, '?from=x'],
  ],
  'GET /v1/partner/bookings/{code}': [[200]],
  'GET /v1/partner/booking-groups/{code}': [[200]],
  'POST /v1/partner/bookings/{code}/ack': [
    [200, '', { body: { revision: 1, externalId: 'PMS-1' } }],
    [400, '', { raw: '{' }],
    [413, '', TOO_LARGE],
    [415, '', { raw: '{}', headers: { 'content-type': 'text/plain' } }],
    [422, '', { body: {} }],
  ],
  'POST /v1/partner/bookings/ack': [
    [200, '', { body: { acks: [ACK] } }],
    [200, '', { body: { acks: [ACK] } }],
    [207, '', { body: { acks: [ACK, { code: 'ZZZZZZZZZZ', revision: 1 }, {}, null] } }],
    ...BAD_BODIES,
  ],
  'PATCH /v1/partner/bookings/{code}': [
    [200, '', { body: { roomCode: 'DBL' } }],
    [200, '', { body: { roomCode: 'DBL', revision: 1, simulate: true } }],
    [409, '', { body: { roomCode: 'SGL' } }],
    ...BAD_BODIES,
  ],
  'POST /v1/partner/bookings/{code}/no-show': [
    [409, '', { body: { force: true, simulate: true } }],
    ...BAD_BODIES,
  ],
  // After those that want it confirmed.
  'POST /v1/partner/bookings/{code}/cancel': [
    [200, '', { body: { reason: 'Rain', charge: true, simulate: true } }],
    [409, '', { body: { reason: 'Rain', expectedPenaltyCents: 1 } }],
    [200, '', { body: { reason: 'Rain' } }],
    ...BAD_BODIES,
  ],
  'GET /v1/partner/changes': [
    [200],
    [200, '?limit=1'],
    [200, '?cursor=latest'],
    [410, `?cursor=${btoa('[1,999999,0,0]')}`],
    [422, '?cursor=x'],
  ],
  'POST /v1/partner/changes/read': [
    [200, '', { body: { hotels: [{ hotel: 'alfa' }] } }],
    [207, '', { body: { hotels: [{ hotel: 'alfa' }, { hotel: 'nowhere' }] } }],
    ...BAD_BODIES,
  ],
  'GET /v1/partner/webhooks': [[200], [422, '?x=1']],
  'POST /v1/partner/webhooks': [
    [201, '', { body: { url: 'https://hooks.example.com/2', description: 'PMS' } }],
    [409, '', { body: { url: 'https://hooks.example.com/2' } }],
    ...BAD_BODIES,
  ],
  'GET /v1/partner/webhooks/{id}': [[200]],
  'PATCH /v1/partner/webhooks/{id}': [
    [200, '', { body: { active: false } }],
    [409, '', { body: { url: 'https://hooks.example.com/2' } }],
    ...BAD_BODIES,
  ],
  'POST /v1/partner/webhooks/{id}/test': [[202]],
  'POST /v1/partner/webhooks/{id}/rotate-secret': [[200]],
  'GET /v1/partner/webhooks/{id}/deliveries': [
    [200],
    [200, '?state=delivered&limit=1'],
    [422, '?state=x'],
  ],
  'GET /v1/partner/webhooks/{id}/deliveries/{deliveryId}': [[200]],
  'POST /v1/partner/webhooks/{id}/deliveries/{deliveryId}/redeliver': [[202]],
  'POST /v1/partner/webhooks/{id}/replay': [
    [202, '', { body: { since: '2027-03-01T00:00:00+03:00' } }],
    ...BAD_BODIES,
  ],
  'POST /v1/partner/sandbox/booking-groups': [[403]],
  'PATCH /v1/partner/sandbox/booking-groups/{code}': [[403]],
  'POST /v1/partner/sandbox/booking-groups/{code}/confirm': [[403]],
  'POST /v1/partner/sandbox/booking-groups/{code}/expire': [[403]],
  'POST /v1/partner/sandbox/booking-groups/{code}/cancel': [[403]],
  'POST /v1/partner/sandbox/bookings': [[403]],
  'PATCH /v1/partner/sandbox/bookings/{code}': [[403]],
  'POST /v1/partner/sandbox/bookings/{code}/confirm': [[403]],
  'POST /v1/partner/sandbox/bookings/{code}/expire': [[403]],
  'POST /v1/partner/sandbox/bookings/{code}/cancel': [[403]],
  'POST /v1/partner/sandbox/bookings/{code}/no-show': [[403]],
  'POST /v1/partner/sandbox/reset': [[403]],
  'POST /v1/partner/sandbox/faults': [[403]],
  'GET /v1/partner/sandbox/faults': [[403]],
  'DELETE /v1/partner/sandbox/faults/{id}': [[403]],
  'GET /v1/partner/sandbox/certification': [[403]],
  // Of vendors, which have the same answers.
  'GET /v1/partner/vendor-webhooks': [[403]],
  'POST /v1/partner/vendor-webhooks': [[403]],
  'GET /v1/partner/vendor-webhooks/{id}': [[403]],
  'PATCH /v1/partner/vendor-webhooks/{id}': [[403]],
  'DELETE /v1/partner/vendor-webhooks/{id}': [[403]],
  'POST /v1/partner/vendor-webhooks/{id}/test': [[403]],
  'POST /v1/partner/vendor-webhooks/{id}/rotate-secret': [[403]],
  'GET /v1/partner/vendor-webhooks/{id}/deliveries': [[403]],
  'GET /v1/partner/vendor-webhooks/{id}/deliveries/{deliveryId}': [[403]],
  'POST /v1/partner/vendor-webhooks/{id}/deliveries/{deliveryId}/redeliver': [[403]],
  'POST /v1/partner/vendor-webhooks/{id}/replay': [[403]],
  // The last, for it is gone then.
  'DELETE /v1/partner/webhooks/{id}': [[204], [404]],
}

/** Calls of the general interface as issue 2 has it. */
const GENERAL: [path: string, called: string, status: number][] = [
  ['/v1/health', '/v1/health', 200],
  ['/v1', '/v1', 200],
  ['/problems/{code}', '/problems/not_found', 200],
  ['/problems/{code}', '/problems/nothing', 404],
]

const documentOf = async ({ call }: TestService): Promise<Document> =>
  (await call('GET', '/openapi.json')).body

/**
 * Fills Alfa with what makes answers differ: nulls and numbers, history by keys and bookings, deliveries. @returns what
 * stands for the parameters of paths
 */
async function fillAlfa(service: TestService): Promise<Record<string, string>> {
  const rich = { roomCode: 'RICH', totalRooms: 9, basePriceCents: 100, boards: ['BB', 'RO'] }
  await service.store.tx((tx) => insertRoomType(tx, service.alfa.id, room(rich)))
  await service.alfa.call('PUT', '/availability', {
    body: { updates: [{ roomCode: 'SGL', date: DATE, available: 0, closed: true }] },
  })
  await sell(service)
  const { id } = await addWebhook(service.alfa)
  const { code } = (await book(service.call)).body
  const { code: groupCode } = (await bookGroup(service.call)).body
  await queueEvents(service)
  const failed = { status: 503, error: 'status', detail: 'No.', answer: 'x' } as const
  await attemptAll(service, id, { ...failed, nextAtMs: service.clock.nowMs })
  await attemptAll(service, id)
  const deliveryId = (await deliveries(service.alfa, id)).body.items[0].id
  return {
    code,
    groupCode,
    id,
    deliveryId,
    roomCode: 'DBL',
    rateCode: 'STD',
    extraCode: 'TRANSFER',
  }
}

function expectKept(document: Document, name: string, answer: Answer): void {
  const found = breachesOf(document, operationsOf(document).get(name)!, answer)
  expect([name, answer.status, found]).toEqual([name, answer.status, []])
}

test('every answer of the partner interface keeps its documented schema, member for member (issue 2)', async () => {
  // The server acts as if it were about to stop, so that long polls of a test return at once.
  await using service = await startService({ stopping: AbortSignal.abort() })
  const document = await documentOf(service)
  const known = await fillAlfa(service)
  const names = [...operationsOf(document).keys()].filter((name) => name.includes('/v1/partner'))
  expect(names.toSorted()).toEqual(Object.keys(PARTNER).toSorted())

  for (const [name, samples] of Object.entries(PARTNER)) {
    const [method = '', path = ''] = name.replace('/v1/partner', '').split(' ')
    for (const [status, query = '', init] of samples) {
      const fill = (text: string) =>
        text
          .replace('booking-groups/{code}', 'booking-groups/{groupCode}')
          .replaceAll(/\{(\w+)\}/g, (_, name) => known[name]!)
      const body = init?.body ? { body: JSON.parse(fill(JSON.stringify(init.body))) } : {}
      const answer = await service.alfa.call(method, fill(path) + query, { ...init, ...body })
      expect([name, query, answer.status]).toEqual([name, query, status])
      expectKept(document, name, answer)
    }
  }
})

test('401 and 429 of the partner interface are as documented (contract §6, §7)', async () => {
  await using service = await startService({ requestsPerMinute: 1 })
  const document = await documentOf(service)
  const { alfa, call } = service

  for (const name of Object.keys(PARTNER)) {
    // Failures of one address are limited.
    service.clock.monotonicMs += 60_000
    await alfa.call('GET', '/hotel')
    const [method = '', path = ''] = name.split(' ')
    const asked = path.replaceAll(/\{\w+\}/g, 'ZZZZZZZZZZ')
    const without = await call(method, asked)
    expect(without.status).toBe(401)
    expectKept(document, name, without)
    const limited = await alfa.call(method, asked.replace('/v1/partner', ''))
    expect(limited.status).toBe(429)
    expectKept(document, name, limited)
  }
})

test('the answers of the general interface are as documented, 429 and 503 among them (contract §5, §6, §7)', async () => {
  await using service = await startService({
    publicRatePerMinute: GENERAL.length + 1,
    log: recordLog().log,
  })
  const document = await documentOf(service)
  for (const [path, called, status] of GENERAL) {
    const answer = await service.call('GET', called)
    expect([called, answer.status]).toEqual([called, status])
    expectKept(document, `GET ${path}`, answer)
  }
  const limited = await Promise.all(Array.from({ length: 9 }, () => service.call('GET', '/v1')))
  expect(limited.at(-1)!.status).toBe(429)
  expectKept(document, 'GET /v1', limited.at(-1)!)

  await using broken = await startService({ log: recordLog().log })
  await broken.closeStore()
  const answer = await broken.call('GET', '/v1/health')
  expect(answer.status).toBe(503)
  expectKept(document, 'GET /v1/health', answer)
})

test('what compares answers with the document notices a member too many, too few or of another type', async () => {
  await using service = await startService()
  const document = await documentOf(service)
  const name = 'GET /v1/partner/rooms'
  const answer = await service.alfa.call('GET', '/rooms')
  const [first, ...rest] = answer.body.rooms
  const breachesWith = (changed: Record<string, unknown>) =>
    breachesOf(document, operationsOf(document).get(name)!, {
      ...answer,
      body: { rooms: [{ ...first, ...changed }, ...rest] },
    })

  expect(breachesWith({})).toEqual([])
  expect(breachesWith({ totalRooms: null })).toEqual([])
  expect(breachesWith({ surprise: 1 })).not.toEqual([])
  expect(breachesWith({ name: undefined })).not.toEqual([])
  expect(breachesWith({ name: null })).not.toEqual([])
  expect(breachesWith({ maxAdults: '2' })).not.toEqual([])
  expect(breachesWith({ maxAdults: 2.5 })).not.toEqual([])
  expect(breaches(document, { type: 'string', format: 'date' }, '2027-4-1')).not.toEqual([])
})
