import { expect, test } from 'bun:test'
import { createHotel } from '../../src/service/catalog/catalog.ts'
import { createBoard, createCity } from '../../src/service/catalog/places.ts'
import { HOTEL, NO_NAMES } from '../support/catalog.ts'
import { startService } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'
import { signIn } from '../support/users.ts'

test('a city gets a slug from its name, which a rename keeps; both leave a row with actor, before and after (contract §5)', async () => {
  await using service = await startService()
  const admin = await signIn(service, 'admin')
  const made = await admin.call('POST', '/v1/admin/cities', {
    body: { name: 'İzmir Merkez', country: 'TR' },
  })
  expect([made.status, made.body]).toEqual([
    201,
    { slug: 'izmir-merkez', name: 'İzmir Merkez', country: 'TR', ...NO_NAMES },
  ])

  const changed = await admin.call('PATCH', '/v1/admin/cities/izmir-merkez', {
    body: { name: 'Smyrna' },
  })
  expect(changed.body).toEqual({
    ...{ slug: 'izmir-merkez', name: 'Smyrna', country: 'TR' },
    ...NO_NAMES,
  })

  const actor = { type: 'user', id: admin.user.id, name: admin.user.name }
  const nowhere = { lat: null, lng: null }
  const entry = { entity: 'city', id: 'izmir-merkez', actor, at: expect.any(String) }
  expect(await historyOf(admin, '?entity=city&id=izmir-merkez')).toEqual([
    { ...entry, before: { ...made.body, ...nowhere }, after: { ...changed.body, ...nowhere } },
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

  expect(await slugOf('Çırağan & Söhne')).toBe('ciragan-and-sohne')
  expect(await slugOf('Ciragan and Sohne')).toBe('ciragan-and-sohne-2')
  expect(await slugOf('Çırağan & Söhne')).toBe('ciragan-and-sohne-3')
  expect(await slugOf('Ciragan and Sohne 2')).toBe('ciragan-and-sohne-2-2')
  expect(await slugOf('東京')).toBe('hotel')
  expect(await slugOf('東京')).toBe('hotel-2')
  expect(await slugOf('a'.repeat(200))).toBe('a'.repeat(80))
})

test('in Türkiye and Cyprus ö and ü are o and u in slugs, elsewhere oe and ue; a move to another country changes none', async () => {
  await using service = await startService()
  const { call } = await signIn(service, 'admin')
  const cityOf = async (name: string, country: string) =>
    (await call('POST', '/v1/admin/cities', { body: { name, country, lat: 1, lng: 1 } })).body.slug
  const hotelOf = async (name: string, city: string) =>
    (await call('POST', '/v1/admin/hotels', { body: { ...HOTEL, name, city } })).body.slug

  expect(await cityOf('Göksu', 'TR')).toBe('goksu')
  expect(await cityOf('ÜRGÜP Çığlı İskele', 'TR')).toBe('urgup-cigli-iskele')
  expect(await cityOf('Gönyeli', 'CY')).toBe('gonyeli')
  expect(await cityOf('Göttingen', 'DE')).toBe('goettingen')
  expect(await hotelOf('ÖRNEK Gümüş Otel', 'goksu')).toBe('ornek-gumus-otel')
  expect(await hotelOf('Grüner Öhmd', 'goettingen')).toBe('gruener-oehmd')

  await call('PATCH', '/v1/admin/cities/goettingen', { body: { country: 'TR' } })
  const moved = await call('PATCH', '/v1/admin/hotels/gruener-oehmd', { body: { name: 'Öz' } })
  expect(moved.body).toMatchObject({
    slug: 'gruener-oehmd',
    city: { slug: 'goettingen', country: 'TR' },
  })
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
