import { expect, test } from 'bun:test'
import type { MemberRole } from '../../src/domain/accounts/membership.ts'
import {
  HOTEL_PHOTOS_MAX,
  PHOTO_BYTES_MAX,
  ROOM_PHOTOS_MAX,
} from '../../src/domain/photos/photo.ts'
import { hotelTopic } from '../../src/store/catalog/catalog.ts'
import { GPS, jpeg, photoFile, png, webp } from '../support/pictures.ts'
import { type Call, startService, type TestService } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'
import { signIn } from '../support/users.ts'

const PHOTOS = '/v1/panel/photos'

/** Sends a picture; each of another size is another one. */
const send = (call: Call, file: Buffer, query = '', type = 'image/jpeg') =>
  call('POST', `${PHOTOS}${query}`, {
    raw: new Uint8Array(file),
    headers: { 'content-type': type },
  })

const sized = (width: number) => jpeg({ width, height: 6 })

/** The bytes at an address, with the headers. */
const read = ({ app }: TestService, url: string, init?: RequestInit) =>
  app.handle(new Request(`http://localhost${url}`, init))

const placesOf = async (call: Call, roomCode: string | null) => {
  const { items } = (await call('GET', PHOTOS)).body
  const own = items.filter((photo: { roomCode: string | null }) => photo.roomCode === roomCode)
  expect(own.map(({ position }: { position: number }) => position)).toEqual(
    own.map((_: unknown, index: number) => index + 1),
  )
  return own.map(({ width }: { width: number }) => width)
}

test('an owner adds pictures of the hotel and of a room type; everybody sees them on its page and at their addresses (issue 18)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const made = await send(manager.call, sized(20))
  expect([made.status, made.body]).toMatchObject([
    201,
    { roomCode: null, position: 1, width: 20, height: 6, alt: { tr: '', en: '' } },
  ])
  const ofRoom = await send(manager.call, png(), '?roomCode=DBL', 'image/png')
  const alt = { tr: 'Denize bakan oda', en: 'A room by the sea' }
  const path = `${PHOTOS}/${ofRoom.body.id}`
  expect((await manager.call('PATCH', path, { body: { alt: { tr: alt.tr } } })).status).toBe(200)
  const said = await manager.call('PATCH', path, { body: { alt: { en: alt.en } } })
  expect(said.body).toEqual({ ...ofRoom.body, alt })

  const page = (await service.call('GET', '/v1/hotels/alfa')).body
  const { url } = ofRoom.body
  expect(page.photos).toEqual([
    { url: made.body.url, width: 20, height: 6, alt: { tr: '', en: '' }, colour: null, widths: [] },
  ])
  const shown = page.rooms.map(({ roomCode, photos }: Record<string, unknown>) => [
    roomCode,
    photos,
  ])
  expect(shown).toEqual([
    ['DBL', [{ url, width: 8, height: 6, alt, colour: null, widths: [] }]],
    ['SGL', []],
  ])
  const answer = await read(service, url)
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(png())
  const headers = [
    'content-type',
    'cache-control',
    'x-content-type-options',
    'content-security-policy',
  ]
  expect(headers.map((name) => answer.headers.get(name))).toEqual([
    'image/png',
    'public, max-age=31536000, immutable',
    'nosniff',
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  ])
  const etag = answer.headers.get('etag')!
  const again = await read(service, url, { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  const other = await read(service, url, { headers: { 'if-none-match': '"other"' } })
  expect(other.status).toBe(200)
  const head = await read(service, url, { method: 'HEAD' })
  expect([head.status, (await head.bytes()).length]).toEqual([200, 0])
  const dated = await service.call('GET', '/v1/hotels/alfa?checkin=2027-04-01&checkout=2027-04-02')
  expect(dated.body.rooms[0].photos).toHaveLength(1)
})

test('where a picture was taken, and whatever else a camera wrote, is served to nobody (issue 18)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const { body } = await send(manager.call, photoFile())
  const { t, db } = service.store
  const [row] = await db.select().from(t.photoBytes)
  for (const bytes of [await (await read(service, body.url)).bytes(), row!.bytes])
    expect(Buffer.from(bytes).toString('latin1')).not.toContain(GPS)
  expect(await send(manager.call, photoFile(6))).toBeProblem(422, 'validation_failed')
})

test('what is no picture, too large or said to be something else is refused with its reason (issue 18)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  const polyglot = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), html])
  for (const file of [html, polyglot, Buffer.alloc(0), Buffer.from('<svg onload="alert(1)"/>')]) {
    const refused = await send(manager.call, file)
    expect(refused).toBeProblem(422, 'validation_failed')
    expect(refused.body.errors).toMatchObject([{ path: '', code: 'wrong_picture' }])
  }
  for (const type of ['image/svg+xml', 'text/html', 'application/json', 'image/gif'])
    expect(await send(manager.call, jpeg(), '', type)).toBeProblem(415, 'unsupported_media_type')
  const large = Buffer.concat([jpeg(), Buffer.alloc(PHOTO_BYTES_MAX)])
  expect(await send(manager.call, large)).toBeProblem(413, 'too_large')
  const wide = await send(manager.call, jpeg({ width: 5_000, height: 6 }))
  expect(wide.body.errors).toMatchObject([{ code: 'out_of_range', values: { max: 4_096 } }])
  const nowhere = await send(manager.call, jpeg(), '?roomCode=XXX')
  expect(nowhere.body.errors).toMatchObject([{ path: '?roomCode', code: 'unknown_room' }])
  // What it is called does not count: it is served as what it is.
  const { body } = await send(manager.call, webp(), '', 'image/jpeg')
  expect((await read(service, body.url)).headers.get('content-type')).toBe('image/webp')
  expect((await manager.call('GET', PHOTOS)).body.items).toHaveLength(1)
})

test('a hotel has 20 pictures, a room type 10; one sent again after a lost answer is there once (issue 18)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  for (const [query, max] of [
    ['', HOTEL_PHOTOS_MAX],
    ['?roomCode=DBL', ROOM_PHOTOS_MAX],
  ] as const) {
    // All at once: none is counted twice, none gets a place of another.
    const sent = Array.from({ length: max }, (_, at) => send(manager.call, sized(at + 1), query))
    for (const { status } of await Promise.all(sent)) expect(status).toBe(201)
    const again = await send(manager.call, sized(3), query)
    expect([again.status, again.body.width]).toEqual([201, 3])
    const oneMore = await send(manager.call, sized(99), query)
    expect(oneMore.body.errors).toMatchObject([{ code: 'too_many', values: { max } }])
    expect(await placesOf(manager.call, query ? 'DBL' : null)).toHaveLength(max)
  }
})

test('pictures are moved and deleted without gaps, each place for itself; a deleted one has no address (issue 18)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const ids: Record<number, string> = {}
  for (const query of ['?roomCode=SGL', '?roomCode=DBL', ''])
    for (const width of [1, 2, 3, 4])
      ids[width] = (await send(manager.call, sized(width), query)).body.id
  const move = (width: number, position: unknown) =>
    manager.call('PATCH', `${PHOTOS}/${ids[width]}`, { body: { position } })

  expect((await move(4, 2)).body.position).toBe(2)
  expect(await placesOf(manager.call, null)).toEqual([1, 4, 2, 3])
  await move(1, 4)
  expect(await placesOf(manager.call, null)).toEqual([4, 2, 3, 1])
  await move(3, 3)
  expect(await move(3, 5)).toBeProblem(422, 'validation_failed')
  expect(await move(3, 0)).toBeProblem(422, 'validation_failed')
  const { url } = (await move(2, 2)).body
  expect((await manager.call('DELETE', `${PHOTOS}/${ids[2]}`)).status).toBe(204)
  expect(await placesOf(manager.call, null)).toEqual([4, 3, 1])
  for (const roomCode of ['SGL', 'DBL'])
    expect(await placesOf(manager.call, roomCode)).toEqual([1, 2, 3, 4])
  expect(await service.call('GET', url)).toBeProblem(404, 'not_found')
  const { t, db } = service.store
  expect([await db.$count(t.photo), await db.$count(t.photoBytes)]).toEqual([11, 11])
  expect(await manager.call('DELETE', `${PHOTOS}/${ids[2]}`)).toBeProblem(404, 'not_found')
})

test('pictures of the hotel are for owners, those of room types for revenue, too; everybody of it sees them, nobody of another hotel (contract §5)', async () => {
  await using service = await startService()
  const { manager, bravoManager, guest } = await hireStaff(service)
  const { body: own } = await send(manager.call, sized(1))
  const { body: ofRoom } = await send(manager.call, sized(2), '?roomCode=DBL')
  const asMember = async (role: MemberRole) => {
    const memberships = [{ hotelId: service.alfa.id, role }]
    return (await signIn(service, 'hotel_manager', { name: role, memberships })).call
  }
  const tries = async (call: Call) => [
    (await send(call, sized(3))).status,
    (await call('PATCH', `${PHOTOS}/${own.id}`, { body: { position: 1 } })).status,
    (await call('PATCH', `${PHOTOS}/${ofRoom.id}`, { body: { position: 1 } })).status,
    (await send(call, sized(2), '?roomCode=DBL')).status,
    (await call('GET', PHOTOS)).body.items?.length,
  ]
  expect(await tries(await asMember('revenue'))).toEqual([403, 403, 200, 201, 2])
  for (const role of ['front_desk', 'read_only'] as const)
    expect(await tries(await asMember(role))).toEqual([403, 403, 403, 403, 2])
  expect(await tries(guest.call)).toEqual([403, 403, 403, 403, undefined])
  // Bravo's manager adds one to Bravo, and finds none of Alfa's.
  expect(await tries(bravoManager.call)).toEqual([201, 404, 404, 201, 2])
  const abroad = await send(bravoManager.call, sized(3), '?hotel=alfa')
  expect(abroad).toBeProblem(404, 'not_found')
  for (const { id } of [own, ofRoom])
    expect(await bravoManager.call('DELETE', `${PHOTOS}/${id}`)).toBeProblem(404, 'not_found')
  expect(await placesOf(manager.call, null)).toEqual([1])
})

test('what is done to pictures is in the hotel’s history and the admin’s, for revenue too (issue 18)', async () => {
  await using service = await startService()
  const { manager, admin } = await hireStaff(service)
  const { id } = (await send(manager.call, sized(1), '?roomCode=DBL')).body
  await manager.call('PATCH', `${PHOTOS}/${id}`, { body: { alt: { en: 'Bed' } } })
  await manager.call('PATCH', `${PHOTOS}/${id}`, { body: { position: 1 } })
  await manager.call('DELETE', `${PHOTOS}/${id}`)
  const { items } = (await manager.call('GET', '/v1/panel/history?entity=photo')).body
  expect(items).toMatchObject([
    { before: { altEn: 'Bed' }, after: { name: 'Room DBL', deletedAtMs: service.clock.nowMs } },
    { before: { altEn: '' }, after: { altEn: 'Bed' } },
    { id: `alfa/${id}`, before: null, after: { name: 'Room DBL', position: 1, width: 1 } },
  ])
  expect(items).toHaveLength(3)
  expect(await historyOf(admin, '?entity=photo')).toHaveLength(3)
})

test('the page of a hotel, kept in memory, shows each change of its pictures at once; the hotel’s pulls stay kept (issue 28)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const shown = async () => {
    const { photos, rooms } = (await service.call('GET', '/v1/hotels/alfa')).body
    return [photos, rooms[0].photos].map((each) =>
      each.map(({ width, alt }: { width: number; alt: { en: string } }) => `${width}${alt.en}`),
    )
  }
  expect(await shown()).toEqual([[], []])
  const pulls = service.store.version(hotelTopic(service.alfa.id))
  const { id } = (await send(manager.call, sized(1))).body
  expect(await shown()).toEqual([['1'], []])
  await send(manager.call, sized(2))
  await send(manager.call, sized(3), '?roomCode=DBL')
  expect(await shown()).toEqual([['1', '2'], ['3']])
  const change = (body: object) => manager.call('PATCH', `${PHOTOS}/${id}`, { body })
  await change({ alt: { en: ' the sea' } })
  expect(await shown()).toEqual([['1 the sea', '2'], ['3']])
  await change({ position: 2 })
  expect(await shown()).toEqual([['2', '1 the sea'], ['3']])
  await manager.call('DELETE', `${PHOTOS}/${id}`)
  expect(await shown()).toEqual([['2'], ['3']])
  expect(service.store.version(hotelTopic(service.alfa.id))).toBe(pulls)
})

test('pictures stay at their addresses while their hotel is suspended, whose page shows none; its sandbox has none (issue 18)', async () => {
  await using service = await startService()
  const { manager, admin } = await hireStaff(service)
  const { url } = (await send(manager.call, sized(1))).body
  await admin.call('PATCH', '/v1/admin/hotels/alfa', { body: { active: false } })
  expect((await read(service, url)).status).toBe(200)
  expect(await service.call('GET', '/v1/hotels/alfa')).toBeProblem(404, 'not_found')
  expect((await manager.call('GET', PHOTOS)).body.items).toHaveLength(1)
  expect((await service.alfa.call('GET', '/mapping')).text).not.toContain('photo')
})

test('an address has ten times the general limit of pictures, and its other requests beside it (contract §7)', async () => {
  await using service = await startService({ publicRatePerMinute: 2 })
  const { manager } = await hireStaff(service)
  const { url } = (await send(manager.call, sized(1))).body
  const statuses = await Promise.all(Array.from({ length: 21 }, () => read(service, url)))
  expect(statuses.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429])
  expect((await service.call('GET', '/v1/hotels/alfa')).status).toBe(200)
})
