import { expect, test } from 'bun:test'
import { createBoard, createCity, createHotel } from '../../src/service/catalog.ts'
import { book, sell } from '../support/bookings.ts'
import { pull } from '../support/http.ts'
import { startService } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'
import { signIn } from '../support/users.ts'

const HOTEL = {
  name: 'Çırağan & Söhne',
  city: 'alfa-city',
  currency: 'TRY',
  timezone: 'Europe/Istanbul',
  stars: 5,
  address: 'Çırağan Cd. 32',
  lat: 41.04,
  lng: 29.01,
}

test('a city gets a slug from its name, which a rename keeps; both leave a row with actor, before and after (contract §5)', async () => {
  await using service = await startService()
  const admin = await signIn(service, 'admin')
  const made = await admin.call('POST', '/v1/admin/cities', {
    body: { name: 'İzmir Merkez', country: 'TR' },
  })
  expect([made.status, made.body]).toEqual([
    201,
    { slug: 'izmir-merkez', name: 'İzmir Merkez', country: 'TR' },
  ])

  const changed = await admin.call('PATCH', '/v1/admin/cities/izmir-merkez', {
    body: { name: 'Smyrna' },
  })
  expect(changed.body).toEqual({ slug: 'izmir-merkez', name: 'Smyrna', country: 'TR' })

  const actor = { type: 'user', id: admin.user.id, name: 'admin@example.com' }
  const entry = { entity: 'city', id: 'izmir-merkez', actor, at: expect.any(String) }
  expect(await historyOf(admin, '?entity=city&id=izmir-merkez')).toEqual([
    { ...entry, before: made.body, after: changed.body },
    { ...entry, before: null, after: made.body },
  ])
})

test('a change that changes nothing leaves no row', async () => {
  await using service = await startService()
  const admin = await signIn(service, 'admin')
  const calls = [
    ['/v1/admin/cities/alfa-city', { country: 'TR' }],
    ['/v1/admin/hotels/alfa', { stars: 4, active: true }],
    ['/v1/admin/hotels/alfa/rooms/DBL', {}],
    ['/v1/admin/boards/RO', { name: 'Room only' }],
  ] as const
  for (const [path, body] of calls)
    expect((await admin.call('PATCH', path, { body })).status).toBe(200)
  expect(await historyOf(admin)).toEqual([])
})

test('slugs are unique: the second of a name is -2, the third -3, and a name without letters is called by its kind (contract §5)', async () => {
  await using service = await startService()
  const { call } = await signIn(service, 'admin')
  const slugOf = async (name: string) =>
    (await call('POST', '/v1/admin/hotels', { body: { ...HOTEL, name } })).body.slug

  expect(await slugOf('Çırağan & Söhne')).toBe('ciragan-and-soehne')
  expect(await slugOf('Ciragan and Soehne')).toBe('ciragan-and-soehne-2')
  expect(await slugOf('Çırağan & Söhne')).toBe('ciragan-and-soehne-3')
  expect(await slugOf('Ciragan and Soehne 2')).toBe('ciragan-and-soehne-2-2')
  expect(await slugOf('東京')).toBe('hotel')
  expect(await slugOf('東京')).toBe('hotel-2')
  expect(await slugOf('a'.repeat(200))).toBe('a'.repeat(80))
})

test('twenty cities of one name made at once have twenty slugs; of twenty boards of one code one is made', async () => {
  await using service = await startService()
  const { deps } = service
  const { admin } = await hireStaff(service)
  const actor = { type: 'user' as const, id: admin.user.id }
  const twenty = Array.from({ length: 20 })

  const cities = await Promise.all(
    twenty.map(() => createCity(deps, actor, { name: 'Bodrum', country: 'TR' })),
  )
  expect(new Set(cities.map(({ slug }) => slug)).size).toBe(20)
  const hotel = { checkinTime: '14:00', checkoutTime: '12:00', restoreOnCancel: true, active: true }
  const hotels = await Promise.all(
    twenty.map(() => createHotel(deps, actor, { ...HOTEL, ...hotel, city: 'bodrum' })),
  )
  expect(new Set(hotels.map(({ slug }) => slug)).size).toBe(20)

  const boards = await Promise.allSettled(
    twenty.map(() => createBoard(deps, actor, { code: 'HB', name: 'Half board' })),
  )
  expect(boards.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await historyOf(admin, '?entity=board&id=HB')).toHaveLength(1)
})

test.each([
  [
    'a room type of one code',
    '/v1/admin/hotels/alfa/rooms',
    '/roomCode',
    { roomCode: 'STE', name: 'Suite', maxAdults: 2, maxOccupancy: 2, boards: ['RO'] },
  ],
  ['a board of one code', '/v1/admin/boards', '/code', { code: 'HB', name: 'Half board' }],
  [
    'an agency of one code',
    '/v1/admin/agencies',
    '/code',
    { code: 'FOX', name: 'Fox', email: 'fox@example.com', commissionBasisPoints: 1 },
  ],
  [
    'an account of one e-mail',
    '/v1/admin/users',
    '/email',
    { email: 'New@example.com', password: 'long enough 1', name: 'New', role: 'guest' },
  ],
])(
  'of %s asked for twice at once one is made, the other is 409 naming its field (contract §6)',
  async (_what, path, field, body) => {
    await using service = await startService()
    const { call } = await signIn(service, 'admin')

    const answers = await Promise.all([call('POST', path, { body }), call('POST', path, { body })])

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const refusal = answers.find(({ status }) => status === 409)!
    expect(refusal).toBeProblem(409, 'already_exists')
    expect(refusal.body.errors).toMatchObject([{ path: field, code: 'already_exists' }])
  },
)

test('a hotel is made switched off, with the usual hours, and an admin approves and suspends it (contract §5)', async () => {
  await using service = await startService()
  const { call } = await signIn(service, 'admin')
  const { status, body } = await call('POST', '/v1/admin/hotels', { body: HOTEL })

  expect(status).toBe(201)
  expect(body).toEqual({
    ...HOTEL,
    slug: 'ciragan-and-soehne',
    city: { slug: 'alfa-city', name: 'City of alfa', country: 'TR' },
    checkinTime: '14:00',
    checkoutTime: '12:00',
    restoreOnCancel: true,
    active: false,
  })
  for (const active of [true, false]) {
    const path = `/v1/admin/hotels/${body.slug}`
    expect((await call('PATCH', path, { body: { active } })).body.active).toBe(active)
  }
})

test('a hotel that is suspended takes no booking from that instant on, and its approval opens it again', async () => {
  await using service = await startService()
  const { call } = await signIn(service, 'admin')
  await sell(service)
  expect((await book(service.call)).status).toBe(201)

  await call('PATCH', '/v1/admin/hotels/alfa', { body: { active: false } })
  expect(await book(service.call)).toBeProblem(404, 'not_found')

  await call('PATCH', '/v1/admin/hotels/alfa', { body: { active: true } })
  expect((await book(service.call)).status).toBe(201)
})

test.each([
  ['/country', 'unknown_country', 'cities', { name: 'X', country: 'XK' }],
  ['/country', 'wrong_format', 'cities', { name: 'X', country: 'tr' }],
  ['/name', 'wrong_text', 'cities', { name: '   ', country: 'TR' }],
  ['/currency', 'unknown_currency', 'hotels', { ...HOTEL, currency: 'ZZZ' }],
  ['/timezone', 'unknown_timezone', 'hotels', { ...HOTEL, timezone: '+03:00' }],
  ['/timezone', 'unknown_timezone', 'hotels', { ...HOTEL, timezone: 'europe/istanbul' }],
  ['/city', 'unknown_city', 'hotels', { ...HOTEL, city: 'nowhere' }],
  ['/lat', 'out_of_range', 'hotels', { ...HOTEL, lat: 90.1 }],
  ['/lng', 'wrong_type', 'hotels', { ...HOTEL, lng: '29' }],
  ['/checkinTime', 'wrong_format', 'hotels', { ...HOTEL, checkinTime: '24:00' }],
  ['/slug', 'unknown_field', 'hotels', { ...HOTEL, slug: 'mine' }],
  ['/code', 'wrong_format', 'boards', { code: 'hb', name: 'Half board' }],
  ['/code', 'wrong_format', 'boards', { code: 'TOOLONG', name: 'Half board' }],
  ['/name', 'null_refused', 'boards', { code: 'HB', name: null }],
])('%s is refused as %s in %s (contract §6)', async (path, code, what, body) => {
  await using service = await startService()
  const { call } = await signIn(service, 'admin')
  const answer = await call('POST', `/v1/admin/${what}`, { body })
  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors[0]).toMatchObject({ path, code })
})

test('what is not there cannot be changed: 404', async () => {
  await using service = await startService()
  const { call } = await signIn(service, 'admin')
  for (const path of [
    'cities/none',
    'hotels/none',
    'hotels/alfa/rooms/none',
    'boards/XX',
    'agencies/NONE',
    'users/none',
  ])
    expect(await call('PATCH', `/v1/admin/${path}`, { body: { name: 'X' } })).toBeProblem(
      404,
      'not_found',
    )
})

test("a hotel's currency may change until it has a booking, in whatever state that is (contract §1)", async () => {
  await using service = await startService()
  const { call } = await signIn(service, 'admin')
  const to = (currency: string) => call('PATCH', '/v1/admin/hotels/alfa', { body: { currency } })
  expect((await to('TRY')).body.currency).toBe('TRY')
  await to('EUR')
  await sell(service)
  const { body } = await book(service.call, { hold: true })
  service.clock.advance(16 * 60_000)
  await service.call('POST', `/v1/bookings/${body.code}/cancel`, {
    body: { email: body.guest.email },
  })

  const refusal = await to('TRY')
  expect(refusal).toBeProblem(422, 'validation_failed')
  expect(refusal.body.errors[0]).toMatchObject({ path: '/currency', code: 'has_bookings' })
  expect((await to('EUR')).status).toBe(200)
})

test('the mapping follows at once: a renamed hotel, its renamed city, another board name (contract §2)', async () => {
  await using service = await startService()
  const { call } = await signIn(service, 'admin')
  const mapping = async () => (await service.alfa.call('GET', '/mapping')).body
  expect((await mapping()).hotel.name).toBe('Hotel alfa')

  await call('PATCH', '/v1/admin/hotels/alfa', { body: { name: 'Alfa Nova', city: 'bravo-city' } })
  expect((await mapping()).hotel.city.name).toBe('City of bravo')
  await call('PATCH', '/v1/admin/cities/bravo-city', { body: { name: 'Bravo Town' } })
  await call('PATCH', '/v1/admin/boards/BB', { body: { name: 'Breakfast' } })

  const { hotel, boards } = await mapping()
  expect(hotel).toMatchObject({ slug: 'alfa', name: 'Alfa Nova', city: { name: 'Bravo Town' } })
  expect(boards).toContainEqual({ code: 'BB', name: 'Breakfast' })
})

test('another time zone moves the hotel’s today at once', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  // 23:30 in Istanbul is the next day in Tokyo.
  service.clock.nowMs = Date.parse('2027-03-10T20:30:00Z')
  const today = async () => (await admin.call('GET', '/v1/panel/dashboard?hotel=alfa')).body.today
  expect(await today()).toBe('2027-03-10')
  await admin.call('PATCH', '/v1/admin/hotels/alfa', { body: { timezone: 'Asia/Tokyo' } })
  expect(await today()).toBe('2027-03-11')
})

test("a key's limit counts from its next request on, and its change is in the history without its hash (contract §7)", async () => {
  await using service = await startService({ requestsPerMinute: null })
  const { admin } = await hireStaff(service)
  const { alfa, bravo } = service
  const path = `/v1/admin/hotels/alfa/keys/${alfa.keyId}`
  const answer = await admin.call('PATCH', path, { body: { requestsPerMinute: 2 } })

  expect(answer.body).toMatchObject({ id: alfa.keyId, requestsPerMinute: 2 })
  expect((await alfa.call('GET', '/limits')).body.requests.perMinute).toBe(2)
  await pull(alfa, '2027-04-01')
  expect(await pull(alfa, '2027-04-01')).toBeProblem(429, 'rate_limited')

  const [entry] = await historyOf(admin, `?entity=api_key&id=${alfa.keyId}`)
  expect(entry).toMatchObject({
    before: { requestsPerMinute: null },
    after: { requestsPerMinute: 2 },
  })
  expect(JSON.stringify(entry)).not.toContain('hash')
  // Bravo's key is none of Alfa's.
  const other = `/v1/admin/hotels/alfa/keys/${bravo.keyId}`
  expect(await admin.call('PATCH', other, { body: { requestsPerMinute: 9 } })).toBeProblem(
    404,
    'not_found',
  )
  expect(await admin.call('PATCH', path, { body: { requestsPerMinute: 0 } })).toBeProblem(
    422,
    'validation_failed',
  )
})

test("null takes a key's own limit away again; what is neither null nor a limit is refused as a limit (contract §5, §7)", async () => {
  await using service = await startService({ requestsPerMinute: 600 })
  const { admin } = await hireStaff(service)
  const { alfa } = service
  const change = (requestsPerMinute: unknown) =>
    admin.call('PATCH', `/v1/admin/hotels/alfa/keys/${alfa.keyId}`, { body: { requestsPerMinute } })

  expect((await change(null)).body).toMatchObject({ id: alfa.keyId, requestsPerMinute: null })
  expect((await alfa.call('GET', '/limits')).body.requests.perMinute).toBe(60)
  for (const [wrong, code, message] of [
    [0, 'out_of_range', 'Must be 1 to 100000.'],
    ['2', 'wrong_type', 'Must be an integer.'],
    [undefined, 'required', 'This field is required.'],
  ]) {
    const answer = await change(wrong)
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors).toEqual([{ path: '/requestsPerMinute', code, message }])
  }
})
