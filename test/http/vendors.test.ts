import { expect, test } from 'bun:test'
import { isWellFormedKey } from '../../src/domain/accounts/api-key.ts'
import { cancelBooking } from '../../src/service/bookings/cancel-booking.ts'
import { book } from '../support/bookings.ts'
import { history, patch, push } from '../support/http.ts'
import { startService } from '../support/service.ts'
import { hireStaff, historyOf, signInAgain } from '../support/staff.ts'
import { addVendor, bearer, connect, disconnect } from '../support/vendors.ts'

const DAY = { roomCode: 'DBL', date: '2027-04-01', available: 4, priceCents: 10_000 }
const VENDORS = '/v1/admin/vendors'
const CONNECT = '/v1/panel/vendors?hotel=alfa'
const HARBOUR = { name: 'Harbour Channels', contact: 'support@harbour.example' }

test('an admin makes a vendor, whose secret is shown this once and stored as a hash alone (contract §8)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const made = await admin.call('POST', VENDORS, { body: HARBOUR })

  expect(made.status).toBe(201)
  expect(made.headers.get('cache-control')).toBe('no-store')
  const { secret, ...vendor } = made.body
  expect(secret).toMatch(/^service_vendor_[0-9A-Za-z]{49}$/)
  expect(isWellFormedKey(secret)).toBe(true)
  expect(secret).toStartWith(vendor.prefix)
  expect(vendor).toMatchObject({ ...HARBOUR, hotels: 0, rotatedAt: null, lastUsedAt: null })
  const list = await admin.call('GET', VENDORS)
  expect(list.body).toEqual({ items: [vendor], nextCursor: null })
  const told = list.text + JSON.stringify(await historyOf(admin, '?entity=vendor'))
  expect(told).not.toContain(secret.slice(vendor.prefix.length))
  expect(told).not.toContain('hash')
  const again = await admin.call('POST', VENDORS, {
    body: { ...HARBOUR, name: 'harbour channels' },
  })
  expect(again).toBeProblem(409, 'already_exists')
})

test('a hotel connects a vendor with scopes, and its secret opens that hotel and no other; the hotel keys are none of it (contract §8)', async () => {
  await using service = await startService()
  const { admin, manager, bravoManager } = await hireStaff(service)
  const vendor = await addVendor(service)
  const scopes = ['availability:read', 'availability:write']
  const { body } = await manager.call('POST', CONNECT, { body: { vendorId: vendor.id, scopes } })

  expect(body).toMatchObject({
    id: vendor.id,
    name: vendor.name,
    connection: { scopes, webhooks: 0, connectedAt: '2027-03-10T09:00:00.000Z', lastUsedAt: null },
  })
  expect((await vendor.call('GET', '/hotel?hotel=alfa')).body.slug).toBe('alfa')
  const { key } = (await vendor.call('GET', '/limits?hotel=alfa')).body
  expect(key).toMatchObject({ id: body.connection.id, name: vendor.name, scopes })
  const range = 'from=2027-04-01&to=2027-04-02&hotel=alfa'
  expect(await vendor.call('GET', `/bookings?${range}`)).toBeProblem(403, 'scope_missing')
  const twice = await manager.call('POST', CONNECT, { body: { vendorId: vendor.id } })
  expect(twice).toBeProblem(409, 'already_exists')
  const nobody = await manager.call('POST', CONNECT, { body: { vendorId: 'nobody' } })
  expect(nobody).toBeProblem(404, 'not_found')

  const keys = (await manager.call('GET', '/v1/panel/api-keys')).body.items
  expect(keys.map(({ name }: { name: string }) => name)).toEqual(['alfa key'])
  const { id } = body.connection
  for (const method of ['DELETE', 'PATCH'])
    expect(
      await manager.call(method, `/v1/panel/api-keys/${id}`, { body: { allowedIps: [] } }),
    ).toBeProblem(404, 'not_found')
  const [listed] = (await bravoManager.call('GET', '/v1/panel/vendors')).body.items
  expect(listed).toEqual({
    id: vendor.id,
    name: vendor.name,
    contact: HARBOUR.contact,
    connection: null,
  })
  expect((await admin.call('GET', VENDORS)).body.items[0].hotels).toBe(1)
})

test('without ?hotel= a vendor is told so; a hotel that is not connected, no longer, or is none is the same 404 (contract §8)', async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  const vendor = await addVendor(service)
  await connect(service, vendor, alfa)

  const unnamed = await vendor.call('GET', '/rooms')
  expect(unnamed).toBeProblem(422, 'hotel_required')
  expect(unnamed.body.errors).toMatchObject([{ path: '?hotel', code: 'required' }])
  expect(unnamed.headers.get('ratelimit')).toStartWith('"default";r=69;')
  await connect(service, vendor, bravo)
  expect((await vendor.call('GET', '/rooms?hotel=bravo')).status).toBe(200)
  await disconnect(service, vendor, bravo)
  const refused = []
  for (const slug of ['bravo', 'nowhere', '', 'alfa~1', 'ALFA']) {
    const answer = await vendor.call('GET', `/rooms?hotel=${slug}`)
    expect(answer).toBeProblem(404, 'not_found')
    refused.push(answer.text.replace(answer.body.requestId, ''))
  }
  expect(new Set(refused).size).toBe(1)
  expect(await vendor.call('GET', '/rooms?hotel=alfa&hotel=bravo')).toBeProblem(
    422,
    'validation_failed',
  )
  expect(await vendor.call('POST', '/sandbox/reset?hotel=alfa')).toBeProblem(403, 'forbidden')
})

test('a key of a hotel may name its hotel, and no other (contract §8)', async () => {
  await using service = await startService()
  const { alfa } = service
  expect((await alfa.call('GET', '/hotel?hotel=alfa')).body.slug).toBe('alfa')
  for (const slug of ['bravo', 'nowhere'])
    expect(await alfa.call('GET', `/hotel?hotel=${slug}`)).toBeProblem(404, 'not_found')
})

test('a vendor has a bucket at each hotel, and one more for calls without one (contract §8)', async () => {
  await using service = await startService()
  const { admin, manager } = await hireStaff(service)
  const vendor = await addVendor(service)
  const at = await connect(service, vendor, service.alfa)
  await connect(service, vendor, service.bravo)
  const limit = `/v1/admin/hotels/alfa/keys/${at.keyId}`
  await admin.call('PATCH', limit, { body: { requestsPerMinute: 2 } })

  const codes = async (path: string) => (await vendor.call('GET', path)).status
  expect([await codes('/hotel?hotel=alfa'), await codes('/hotel?hotel=alfa')]).toEqual([200, 200])
  expect(await codes('/hotel?hotel=alfa')).toBe(429)
  expect(await codes('/hotel?hotel=bravo')).toBe(200)
  expect((await vendor.call('GET', '/hotels')).headers.get('ratelimit')).toStartWith(
    '"default";r=79;',
  )
  for (let call = 0; call < 79; call++) await vendor.call('GET', '/rooms?hotel=nowhere')
  expect(await codes('/hotels')).toBe(429)
  expect(await codes('/rooms?hotel=nowhere')).toBe(429)
  expect(await codes('/hotel?hotel=bravo')).toBe(200)
  const [{ connection }] = (await manager.call('GET', '/v1/panel/vendors')).body.items
  expect(connection.requestsLastMinute).toBe(2)
})

test('another secret without an overlap ends the one before it at once, everywhere; connections stand (contract §8)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const vendor = await addVendor(service)
  await connect(service, vendor, service.alfa)
  expect((await vendor.call('GET', '/hotel?hotel=alfa')).status).toBe(200)

  const body = { overlapHours: 0 }
  const rotated = await admin.call('POST', `${VENDORS}/${vendor.id}/rotate-secret`, { body })
  expect(rotated.body.previous).toBeNull()
  expect(rotated.body).toMatchObject({ hotels: 1, rotatedAt: '2027-03-10T09:00:00.000Z' })
  for (const path of ['/hotel?hotel=alfa', '/hotels', '/hotel'])
    expect(await vendor.call('GET', path)).toBeProblem(401, 'unauthenticated')
  const call = bearer(service.call, rotated.body.secret)
  expect((await call('GET', '/hotel?hotel=alfa')).status).toBe(200)
  const entries = await historyOf(admin, `?entity=vendor&id=${vendor.id}`)
  expect(entries).toHaveLength(2)
  expect(await admin.call('POST', `${VENDORS}/nobody/rotate-secret`)).toBeProblem(404, 'not_found')
})

test('a rotation keeps both secrets of a vendor good until the end it tells, 24 hours unless said otherwise; the oldest ends with another (contract-access, Accounts)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const vendor = await addVendor(service)
  await connect(service, vendor, service.alfa)
  const path = `${VENDORS}/${vendor.id}/rotate-secret`
  const rotate = async (by: Pick<typeof admin, 'call'>, body?: object) =>
    (await by.call('POST', path, { body })).body
  const statusOf = async (secret: string) =>
    (await bearer(service.call, secret)('GET', '/hotel?hotel=alfa')).status
  const first = (await admin.call('GET', VENDORS)).body.items[0].prefix

  const second = await rotate(admin)
  expect(second.previous).toEqual({ prefix: first, until: '2027-03-11T09:00:00.000Z' })
  expect((await admin.call('GET', VENDORS)).body.items[0]).toMatchObject({
    prefix: second.prefix,
    previous: second.previous,
  })
  expect([await statusOf(vendor.secret), await statusOf(second.secret)]).toEqual([200, 200])
  const third = await rotate(admin, { overlapHours: 168 })
  expect(third.previous).toEqual({ prefix: second.prefix, until: '2027-03-17T09:00:00.000Z' })
  const statuses = () => Promise.all([vendor, second, third].map(({ secret }) => statusOf(secret)))
  expect(await statuses()).toEqual([401, 200, 200])

  service.clock.nowMs = Date.parse(third.previous.until) - 1
  expect(await statuses()).toEqual([401, 200, 200])
  service.clock.advance(1)
  expect(await statuses()).toEqual([401, 401, 200])
  const again = await signInAgain(service, admin)
  expect((await again.call('GET', VENDORS)).body.items[0].previous).toBeNull()
  for (const overlapHours of [-1, 169, 1.5])
    expect(await again.call('POST', path, { body: { overlapHours } })).toBeProblem(
      422,
      'validation_failed',
    )
  expect(await statuses()).toEqual([401, 401, 200])
})

test('what a vendor does is written down as the vendor’s doing, in history, feed, log of pushes and audit (contract §8)', async () => {
  await using service = await startService()
  const { alfa } = service
  const { admin, manager } = await hireStaff(service)
  const vendor = await addVendor(service)
  const at = await connect(service, vendor, alfa)
  await push(at, [DAY])
  const actor = { type: 'vendor', id: vendor.id, name: vendor.name }

  expect((await history(alfa, 'DBL', DAY.date)).body.items[0].actor).toEqual(actor)
  const feed = (await alfa.call('GET', '/changes')).body.changes
  expect(feed.at(-1)).toMatchObject({ type: 'availability', actor })
  const pushes = (await manager.call('GET', '/v1/panel/pushes')).body.items
  expect(pushes[0].actor).toEqual(actor)
  const made = await at.call('POST', '/webhooks', { body: { url: 'https://hooks.example.com/v' } })
  expect(made.status).toBe(201)
  expect(made.headers.get('location')).toEndWith(`${made.body.id}?hotel=alfa`)
  expect((await historyOf(admin, '?entity=webhook'))[0]!.actor).toEqual(actor)

  // Connected again it is the same vendor.
  await disconnect(service, vendor, alfa)
  await push(await connect(service, vendor, alfa), [{ ...DAY, available: 3 }])
  const items = (await history(alfa, 'DBL', DAY.date)).body.items
  expect(items.map((entry: { actor: object }) => entry.actor)).toEqual([actor, actor])
})

test('an Idempotency-Key is of one connection: no other key, vendor or later connection is given its answer (contract §8)', async () => {
  await using service = await startService()
  const { alfa } = service
  const [one, two] = [await addVendor(service), await addVendor(service, 'Second')]
  const first = await connect(service, one, alfa)
  const second = await connect(service, two, alfa)
  const holders = [alfa, first, second]
  const send = (at: typeof alfa, available: number) =>
    patch(at, [{ roomCode: 'DBL', date: DAY.date, available, priceCents: 1_000 }], { key: 'K1' })
  const ids = []
  for (const [available, at] of holders.entries()) ids.push((await send(at, available)).body.pushId)
  await disconnect(service, one, alfa)
  ids.push((await send(await connect(service, one, alfa), 0)).body.pushId)

  expect(new Set(ids).size).toBe(4)
  const again = await send(second, 2)
  expect([again.headers.get('idempotency-replayed'), again.body.pushId]).toEqual(['true', ids[2]])
})

test('a vendor is answered nothing from the disconnection on; connected anew it begins anew (contract §8)', async () => {
  await using service = await startService()
  const { manager, admin } = await hireStaff(service)
  const { alfa } = service
  const vendor = await addVendor(service)
  const at = await connect(service, vendor, alfa)
  await push(alfa, [DAY])
  await book(service.call, { checkout: '2027-04-02' })
  expect((await at.call('GET', '/changes')).body.changes).not.toEqual([])

  const gone = await manager.call('DELETE', `/v1/panel/vendors/${vendor.id}`)
  expect([gone.status, gone.text]).toEqual([204, ''])
  for (const [method, path] of [
    ['GET', '/changes'],
    ['GET', '/mapping'],
    ['GET', '/limits'],
    ['PUT', '/availability'],
  ] as const)
    expect(
      await at.call(method, path, method === 'PUT' ? { body: { updates: [DAY] } } : {}),
    ).toBeProblem(404, 'not_found')
  expect((await vendor.call('GET', '/hotels')).body).toEqual({ hotels: [] })
  const again = await manager.call('DELETE', `/v1/panel/vendors/${vendor.id}`)
  expect(again).toBeProblem(404, 'not_found')
  expect((await manager.call('GET', '/v1/panel/vendors')).body.items[0].connection).toBeNull()
  expect(await historyOf(admin, `?entity=api_key&id=${at.keyId}`)).toMatchObject([
    { actor: { id: manager.user.id }, after: { vendorId: vendor.id } },
    {},
    {},
  ])

  const anew = await connect(service, vendor, alfa, ['webhooks'])
  expect((await anew.call('GET', '/limits')).body.key).toMatchObject({ scopes: ['webhooks'] })
  expect(await anew.call('GET', '/changes')).toBeProblem(403, 'scope_missing')
})

test('a hotel is connected with ten vendors at most (contract §8)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  for (let n = 0; n < 10; n++)
    await connect(service, await addVendor(service, `Vendor ${n}`), service.alfa)
  const vendor = await addVendor(service, 'One more')
  const refused = await manager.call('POST', CONNECT, { body: { vendorId: vendor.id } })
  expect(refused.body.errors).toMatchObject([{ code: 'too_many', values: { max: 10 } }])
  // They are none of its five keys.
  const key = await manager.call('POST', '/v1/panel/api-keys', { body: { name: 'A' } })
  expect(key.status).toBe(201)
})

test('what a vendor does to a booking is the vendor’s doing, and comes to nothing once it is disconnected, however late it is (contract §8)', async () => {
  await using service = await startService()
  const { alfa, deps } = service
  const vendor = await addVendor(service)
  const at = await connect(service, vendor, alfa, ['bookings:read', 'bookings:manage'])
  await push(alfa, [DAY, { ...DAY, date: '2027-04-02' }])
  const [one, two] = [(await book(service.call)).body.code, (await book(service.call)).body.code]
  const { manager } = await hireStaff(service)
  const ended = await at.call('POST', `/bookings/${one}/cancel`, { body: { reason: 'Overbooked' } })
  expect(ended.body.status).toBe('cancelled')
  const { revisions } = (await manager.call('GET', `/v1/panel/bookings/${one}`)).body
  const actor = { type: 'vendor', id: vendor.id, name: vendor.name }
  expect(revisions.map((each: { actor: object }) => each.actor)).toContainEqual(actor)

  await disconnect(service, vendor, alfa)
  // As one that was let in before, and waited.
  const by = { type: 'vendor', id: at.keyId, vendorId: vendor.id } as const
  const late = cancelBooking(deps, two, by, { reason: null, caller: 'partner' })
  expect(late).rejects.toMatchObject({ code: 'not_found' })
  expect((await alfa.call('GET', `/bookings/${two}`)).body.status).toBe('confirmed')
})
