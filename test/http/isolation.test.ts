import { expect, test } from 'bun:test'
import { insertRoomType } from '../../src/store/catalog/catalog.ts'
import { book, bookGroup, sell } from '../support/bookings.ts'
import { makeExtra } from '../support/extras.ts'
import { history, push } from '../support/http.ts'
import type { Answer } from '../support/matchers.ts'
import { webp } from '../support/pictures.ts'
import { makeRate } from '../support/rates.ts'
import { ROWS } from '../support/role-rows.ts'
import { room, startService, type TestHotel, type TestService } from '../support/service.ts'
import { SAVER, SUITE, sendPhoto } from '../support/set-up.ts'
import { addWebhook, deliveries, queueEvents } from '../support/webhooks.ts'

const DATE = '2027-04-01'
const RANGE = `from=${DATE}&to=2027-04-03`
/** Where Bravo would have events sent to. */
const HOOK = 'https://hooks.example.com/b'
/** Texts that only Alfa's data hold; Bravo asks for a room type spelled almost like Alfa's. */
const MARKS = ['alfa', 'PENTHOUSE', '424242', 'Carla', 'carla']

/** What Bravo could have learned of Alfa, and tries. */
type Known = {
  bookingCode: string
  groupCode: string
  cursor: string
  feedCursor: string
  webhookId: string
  deliveryId: string
  photoId: string
}

/** Bravo calls one route in every way that could show or change something of Alfa. */
type Try = (bravo: TestHotel, known: Known) => Promise<Answer>[]

/** Routes of vendors, whom `vendor-isolation.test.ts` sets against each other: a key is refused by all. */
const OF_VENDORS = Object.keys(ROWS)
  .filter((route) => route.includes(' /v1/partner/vendor-webhooks'))
  .map((route): [string, Try] => {
    const [method = '', path = ''] = route.replace('/v1/partner', '').split(' ')
    const ask: Try = (bravo, { webhookId, deliveryId }) => [
      bravo.call(method, path.replace(':id', webhookId).replace(':deliveryId', deliveryId)),
    ]
    return [route, ask]
  })

/** Every route of the partner interface: a new one fails the test until it has a row. */
const TRIES: Record<string, Try> = {
  ...Object.fromEntries(OF_VENDORS),
  'GET /v1/partner/availability': (bravo) => [
    bravo.call('GET', `/availability?${RANGE}`),
    bravo.call('GET', `/availability?${RANGE}&roomCode=DBL`),
    bravo.call('GET', `/availability?${RANGE}&roomCode=PENTHOUS`),
  ],
  'PUT /v1/partner/availability': (bravo) => [
    push(bravo, [{ roomCode: 'DBL', date: DATE, available: 9, priceCents: 777 }]),
    push(bravo, [{ roomCode: 'PENTHOUS', date: DATE, available: 9, priceCents: 777 }]),
    push(bravo, [{ roomCode: 'DBL', date: DATE, available: 0, closed: true }], '?mode=atomic'),
  ],
  'PATCH /v1/partner/availability': (bravo, { feedCursor }) => [
    bravo.call('PATCH', '/availability', {
      body: {
        updates: [
          { roomCode: 'DBL', dateFrom: DATE, dateTo: '2027-12-31', priceCents: 777 },
          { roomCode: 'PENTHOUS', date: DATE, closed: true },
        ],
      },
    }),
    bravo.call('PATCH', '/availability', {
      body: { updates: [{ roomCode: 'DBL', date: DATE, available: 9 }], seenThrough: feedCursor },
    }),
  ],
  'GET /v1/partner/availability/history': (bravo, { cursor }) => [
    history(bravo, 'DBL', DATE),
    history(bravo, 'PENTHOUS', DATE),
    history(bravo, 'DBL', DATE, `&cursor=${cursor}`),
    history(bravo, 'DBL', DATE, '&rateCode=STD'),
    history(bravo, 'DBL', DATE, '&rateCode=PENTHOUS'),
  ],
  'GET /v1/partner/rates': (bravo) => [
    bravo.call('GET', `/rates?${RANGE}`),
    bravo.call('GET', `/rates?${RANGE}&roomCode=PENTHOUS`),
    bravo.call('GET', `/rates?${RANGE}&rateCode=PENTHOUS`),
  ],
  'POST /v1/partner/rates': (bravo) => [
    bravo.call('POST', '/rates', { body: SAVER }),
    bravo.call('POST', '/rates', { body: { ...SAVER, rateCode: 'PENTHOUS' } }),
    bravo.call('POST', '/rates', { body: { ...SAVER, roomCodes: ['PENTHOUS'] } }),
  ],
  'PATCH /v1/partner/rates/:rateCode': (bravo) => [
    bravo.call('PATCH', '/rates/STD', { body: { name: 'Bravo' } }),
    bravo.call('PATCH', '/rates/PENTHOUS', { body: { active: false } }),
  ],
  'GET /v1/partner/hotel': (bravo) => [bravo.call('GET', '/hotel')],
  'PATCH /v1/partner/hotel': (bravo) => [
    bravo.call('PATCH', '/hotel', { body: { phone: '+90 212 555 00 00', address: 'Here' } }),
    bravo.call('PATCH', '/hotel', { body: { slug: 'other' } }),
  ],
  'GET /v1/partner/hotels': (bravo) => [bravo.call('GET', '/hotels')],
  'GET /v1/partner/rooms': (bravo) => [bravo.call('GET', '/rooms')],
  'POST /v1/partner/rooms': (bravo) => [
    bravo.call('POST', '/rooms', { body: { ...SUITE, roomCode: 'PENTHOUS' } }),
    bravo.call('POST', '/rooms', { body: { ...SUITE, roomCode: 'DBL' } }),
  ],
  'PATCH /v1/partner/rooms/:roomCode': (bravo) => [
    bravo.call('PATCH', '/rooms/DBL', { body: { totalRooms: 1, active: false } }),
    bravo.call('PATCH', '/rooms/PENTHOUS', { body: { name: 'Bravo' } }),
  ],
  'GET /v1/partner/photos': (bravo) => [bravo.call('GET', '/photos')],
  'POST /v1/partner/photos': (bravo) => [
    sendPhoto(bravo),
    sendPhoto(bravo, '?roomCode=PENTHOUS'),
    bravo.call('POST', '/photos', { body: {} }),
  ],
  'PATCH /v1/partner/photos/:id': (bravo, { photoId }) => [
    bravo.call('PATCH', `/photos/${photoId}`, { body: { alt: { en: 'Bravo' } } }),
  ],
  'PUT /v1/partner/photos/:id/widths': (bravo, { photoId }) => [
    bravo.call('PUT', `/photos/${photoId}/widths`, {
      raw: new Uint8Array(webp({ width: 400, height: 300 })),
      headers: { 'content-type': 'image/webp' },
    }),
  ],
  'DELETE /v1/partner/photos/:id': (bravo, { photoId }) => [
    bravo.call('DELETE', `/photos/${photoId}`),
  ],
  'GET /v1/partner/boards': (bravo) => [bravo.call('GET', '/boards')],
  'GET /v1/partner/mapping': (bravo) => [bravo.call('GET', '/mapping')],
  'GET /v1/partner/extras': (bravo) => [bravo.call('GET', '/extras')],
  'GET /v1/partner/allotments': (bravo) => [bravo.call('GET', `/allotments?${RANGE}`)],
  'PUT /v1/partner/extras/:extraCode': (bravo) => [
    // Told what it sent: the code is its own from then on.
    bravo
      .call('PUT', '/extras/PENTHOUSE', {
        body: { name: 'Other', per: 'stay', priceCents: 777, max: 1 },
      })
      .then((answer) => ({ ...answer, text: answer.text.replace('PENTHOUSE', '') })),
  ],
  'GET /v1/partner/limits': (bravo) => [bravo.call('GET', '/limits')],
  'GET /v1/partner/bookings': (bravo) => [
    bravo.call('GET', `/bookings?${RANGE}`),
    bravo.call('GET', '/bookings?from=2027-03-01&to=2027-12-31&dateField=created'),
    bravo.call('GET', `/bookings?${RANGE}&status=confirmed&unacked=true`),
  ],
  'GET /v1/partner/bookings/:code': (bravo, { bookingCode }) => [
    bravo.call('GET', `/bookings/${bookingCode}`),
  ],
  'GET /v1/partner/booking-groups/:code': (bravo, { groupCode }) => [
    bravo.call('GET', `/booking-groups/${groupCode}`),
  ],
  'POST /v1/partner/bookings/:code/ack': (bravo, { bookingCode }) => [
    bravo.call('POST', `/bookings/${bookingCode}/ack`, { body: { revision: 1, externalId: 'b' } }),
  ],
  'POST /v1/partner/bookings/ack': (bravo, { bookingCode }) => [
    // Told what it sent: the code is its own already.
    bravo
      .call('POST', '/bookings/ack', { body: { acks: [{ code: bookingCode, revision: 1 }] } })
      .then((answer) => ({ ...answer, text: answer.text.replace(bookingCode, '') })),
  ],
  'PATCH /v1/partner/bookings/:code': (bravo, { bookingCode }) => [
    bravo.call('PATCH', `/bookings/${bookingCode}`, { body: { roomCode: 'DBL' } }),
    bravo.call('PATCH', `/bookings/${bookingCode}`, { body: { roomCode: 'SGL', simulate: true } }),
  ],
  'POST /v1/partner/bookings/:code/no-show': (bravo, { bookingCode }) => [
    bravo.call('POST', `/bookings/${bookingCode}/no-show`, { body: { force: true } }),
    bravo.call('POST', `/bookings/${bookingCode}/no-show`, { body: { simulate: true } }),
  ],
  'POST /v1/partner/bookings/:code/cancel': (bravo, { bookingCode }) => [
    bravo.call('POST', `/bookings/${bookingCode}/cancel`, { body: { reason: 'x' } }),
    bravo.call('POST', `/bookings/${bookingCode}/cancel`, {
      body: { reason: 'x', charge: true, simulate: true },
    }),
  ],
  'POST /v1/partner/changes/read': (bravo) => [
    // Told what it sent: the hotel's name is its own already.
    bravo
      .call('POST', '/changes/read', { body: { hotels: [{ hotel: 'alfa' }] } })
      .then((answer) => ({ ...answer, text: answer.text.replace('alfa', '') })),
    bravo.call('POST', '/changes/read', { body: { hotels: [{ hotel: 'bravo' }] } }),
  ],
  'GET /v1/partner/changes': (bravo, { cursor, feedCursor }) => [
    bravo.call('GET', '/changes'),
    bravo.call('GET', '/changes?cursor=latest'),
    bravo.call('GET', `/changes?cursor=${feedCursor}`),
    bravo.call('GET', `/changes?cursor=${cursor}`),
  ],
  'GET /v1/partner/webhooks': (bravo) => [bravo.call('GET', '/webhooks')],
  'POST /v1/partner/webhooks': (bravo) => [
    bravo.call('POST', '/webhooks', { body: { url: HOOK } }),
  ],
  'GET /v1/partner/webhooks/:id': (bravo, { webhookId }) => [
    bravo.call('GET', `/webhooks/${webhookId}`),
  ],
  'PATCH /v1/partner/webhooks/:id': (bravo, { webhookId }) => [
    bravo.call('PATCH', `/webhooks/${webhookId}`, { body: { url: HOOK, active: false } }),
    bravo.call('PATCH', `/webhooks/${webhookId}`, { body: { active: true } }),
  ],
  'DELETE /v1/partner/webhooks/:id': (bravo, { webhookId }) => [
    bravo.call('DELETE', `/webhooks/${webhookId}`),
  ],
  'POST /v1/partner/webhooks/:id/test': (bravo, { webhookId }) => [
    bravo.call('POST', `/webhooks/${webhookId}/test`),
  ],
  'POST /v1/partner/webhooks/:id/rotate-secret': (bravo, { webhookId }) => [
    bravo.call('POST', `/webhooks/${webhookId}/rotate-secret`),
  ],
  'GET /v1/partner/webhooks/:id/deliveries': (bravo, { webhookId, bookingCode }) => [
    bravo.call('GET', `/webhooks/${webhookId}/deliveries`),
    bravo.call('GET', `/webhooks/${webhookId}/deliveries?bookingCode=${bookingCode}`),
  ],
  'GET /v1/partner/webhooks/:id/deliveries/:deliveryId': (bravo, { webhookId, deliveryId }) => [
    bravo.call('GET', `/webhooks/${webhookId}/deliveries/${deliveryId}`),
  ],
  'POST /v1/partner/webhooks/:id/deliveries/:deliveryId/redeliver': (bravo, known) => [
    bravo.call('POST', `/webhooks/${known.webhookId}/deliveries/${known.deliveryId}/redeliver`),
  ],
  'POST /v1/partner/sandbox/bookings': (bravo) => [
    bravo.call('POST', '/sandbox/bookings', {
      body: { roomCode: 'DBL', checkin: DATE, checkout: '2027-04-02' },
    }),
  ],
  ...Object.fromEntries(
    (['PATCH ', 'POST /confirm', 'POST /expire', 'POST /cancel', 'POST /no-show'] as const).map(
      (what): [string, Try] => {
        const [method = '', act = ''] = what.split(' ')
        return [
          `${method} /v1/partner/sandbox/bookings/:code${act}`,
          (bravo, { bookingCode }) => [
            bravo.call(method, `/sandbox/bookings/${bookingCode}${act}`, { body: {} }),
          ],
        ]
      },
    ),
  ),
  'POST /v1/partner/sandbox/booking-groups': (bravo) => [
    bravo.call('POST', '/sandbox/booking-groups', {
      body: { stays: [{ roomCode: 'DBL', checkin: DATE, checkout: '2027-04-02' }] },
    }),
  ],
  'PATCH /v1/partner/sandbox/booking-groups/:code': (bravo, { groupCode }) => [
    bravo.call('PATCH', `/sandbox/booking-groups/${groupCode}`, { body: {} }),
  ],
  ...Object.fromEntries(
    ['confirm', 'expire', 'cancel'].map((act): [string, Try] => [
      `POST /v1/partner/sandbox/booking-groups/:code/${act}`,
      (bravo, { groupCode }) => [bravo.call('POST', `/sandbox/booking-groups/${groupCode}/${act}`)],
    ]),
  ),
  'POST /v1/partner/sandbox/faults': (bravo) => [
    bravo.call('POST', '/sandbox/faults', { body: { status: 503, times: 100 } }),
  ],
  'GET /v1/partner/sandbox/certification': (bravo) => [bravo.call('GET', '/sandbox/certification')],
  'GET /v1/partner/sandbox/faults': (bravo) => [bravo.call('GET', '/sandbox/faults')],
  'DELETE /v1/partner/sandbox/faults/:id': (bravo, { webhookId }) => [
    bravo.call('DELETE', `/sandbox/faults/${webhookId}`),
  ],
  'POST /v1/partner/sandbox/reset': (bravo) => [bravo.call('POST', '/sandbox/reset')],
  'POST /v1/partner/webhooks/:id/replay': (bravo, { webhookId }) => [
    bravo.call('POST', `/webhooks/${webhookId}/replay`, {
      body: { since: '2027-03-01T00:00:00Z' },
    }),
  ],
}

const partnerRoutes = ({ app }: TestService): string[] =>
  app.routes
    .map(({ method, path }: { method: string; path: string }) => `${method} ${path}`)
    .filter((route: string) => route.includes(' /v1/partner'))

/** Gives Alfa days, history, a room type of its own and a booking. */
async function fillAlfa(service: TestService): Promise<Known> {
  const { alfa, call, store } = service
  await store.tx((tx) => insertRoomType(tx, alfa.id, room({ roomCode: 'PENTHOUSE' })))
  await makeRate(service, { rateCode: 'PENTHOUSE', name: 'Carla' })
  await makeExtra(service, { code: 'PENTHOUSE', name: 'Carla' })
  await sell(service, { priceCents: 424_242 })
  await push(alfa, [
    { roomCode: 'DBL', date: DATE, available: 4, priceCents: 4_242_420 },
    { roomCode: 'PENTHOUSE', date: DATE, available: 2, priceCents: 42_424_200 },
  ])
  const url = 'https://alfa.example.com/PENTHOUSE'
  const webhook = await addWebhook(alfa, { url, description: 'Carla' })
  const { body } = await book(call)
  const { body: group } = await bookGroup(call)
  await queueEvents(service)
  const photo = await sendPhoto(alfa, '?roomCode=PENTHOUSE')
  const page = await history(alfa, 'DBL', DATE, '&limit=1')
  const feed = await alfa.call('GET', '/changes?limit=1')
  return {
    bookingCode: body.code,
    groupCode: group.code,
    cursor: page.body.nextCursor,
    feedCursor: feed.body.nextCursor,
    webhookId: webhook.id,
    deliveryId: (await deliveries(alfa, webhook.id)).body.items[0].id,
    photoId: photo.body.id,
  }
}

/** All that Alfa sees of itself, as text. */
async function portraitOf({ alfa }: TestService): Promise<string> {
  const answers = await Promise.all(
    [
      `/availability?${RANGE}`,
      `/availability/history?roomCode=DBL&date=${DATE}`,
      '/mapping',
      '/extras',
      `/allotments?${RANGE}`,
      '/hotel',
      '/rooms',
      '/photos',
      `/bookings?${RANGE}`,
      '/changes',
      '/webhooks',
    ].map((path) => alfa.call('GET', path)),
  )
  return answers.map(({ text }) => text).join('\n')
}

test('every route of the partner interface is tried by the hotel next door (house-style §5)', async () => {
  await using service = await startService()

  expect(partnerRoutes(service).toSorted()).toEqual(Object.keys(TRIES).toSorted())
})

for (const [route, attempt] of Object.entries(TRIES))
  test(`Bravo sees nothing of Alfa and changes nothing there: ${route} (contract §1)`, async () => {
    await using service = await startService()
    const { alfa, bravo } = service
    const known = await fillAlfa(service)
    const before = await portraitOf(service)
    for (const mark of MARKS) expect(before).toContain(mark)

    for (const answer of await Promise.all(attempt(bravo, known))) {
      expect(answer.status).toBeLessThan(500)
      const shown = answer.text + JSON.stringify([...answer.headers])
      for (const mark of [...MARKS, alfa.keyId, known.bookingCode, known.deliveryId])
        expect([mark, shown.includes(mark)]).toEqual([mark, false])
    }
    expect(await portraitOf(service)).toBe(before)
  })

test('what belongs to Alfa is to Bravo as if it were not there: the same 404, the same words (contract §6)', async () => {
  await using service = await startService()
  const { bravo } = service
  const { bookingCode, groupCode, webhookId, deliveryId, photoId } = await fillAlfa(service)
  const group = [`/booking-groups/${groupCode}`, '/booking-groups/ZZZZZZZZZZ'] as const
  const photo = [`/photos/${photoId}`, '/photos/none'] as const
  const booking = [`/bookings/${bookingCode}`, '/bookings/ZZZZZZZZZZ'] as const
  const webhook = [`/webhooks/${webhookId}`, '/webhooks/none'] as const
  const delivery = webhook.map((path) => `${path}/deliveries/${deliveryId}`) as [string, string]

  for (const [method, [of, nowhere], path, body] of [
    ['GET', booking, '', undefined],
    ['GET', group, '', undefined],
    ['POST', booking, '/ack', { revision: 1 }],
    ['PATCH', booking, '', { roomCode: 'SGL' }],
    ['POST', booking, '/no-show', { force: true }],
    ['POST', booking, '/cancel', { reason: 'x' }],
    ['PATCH', photo, '', { position: 1 }],
    ['DELETE', photo, '', undefined],
    ['GET', webhook, '', undefined],
    ['GET', webhook, '/deliveries', undefined],
    ['POST', webhook, '/rotate-secret', undefined],
    ['GET', delivery, '', undefined],
    ['POST', delivery, '/redeliver', undefined],
    ['DELETE', webhook, '', undefined],
  ] as const) {
    const foreign = await bravo.call(method, of + path, { body })
    const none = await bravo.call(method, nowhere + path, { body })
    expect(foreign).toBeProblem(404, 'not_found')
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...none.body, requestId: '' })
  }
})

test('no route of the partner interface opens without a key (specification §5)', async () => {
  await using service = await startService()

  for (const route of partnerRoutes(service)) {
    // Failures of one address are limited.
    service.clock.monotonicMs += 60_000
    const [method = '', path = ''] = route.split(' ')
    const answer = await service.call(method, path.replace(/:\w+/g, 'x'))
    expect([route, answer.status]).toEqual([route, 401])
    expect(answer).toBeProblem(401, 'unauthenticated')
  }
})

test('what one hotel has left of its limit is its own (contract §7)', async () => {
  await using service = await startService({ requestsPerMinute: null })
  const { alfa, bravo } = service
  await Promise.all(Array.from({ length: 30 }, () => alfa.call('GET', '/hotel')))

  expect((await bravo.call('GET', '/limits')).body.requests.remaining).toBe(59)
  expect((await alfa.call('GET', '/limits')).body.requests.remaining).toBe(29)
})
