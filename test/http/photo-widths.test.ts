import { expect, test } from 'bun:test'
import { WIDTH_BYTES_MAX } from '../../src/domain/photos/widths.ts'
import { jpeg, png, webp } from '../support/pictures.ts'
import { type Call, startService } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'

// Photos in widths (contract-agencies, *Pages for guests*; issue 36).

const PHOTOS = '/v1/panel/photos'
const SIZE = { width: 1600, height: 1067 }
const raw = (file: Uint8Array, type = 'image/webp') => ({
  raw: new Uint8Array(file),
  headers: { 'content-type': type },
})
const add = async (call: Call, size = SIZE) =>
  (await call('POST', PHOTOS, raw(jpeg(size), 'image/jpeg'))).body
const put = (call: Call, id: string, file: Uint8Array, type?: string) =>
  call('PUT', `${PHOTOS}/${id}/widths`, raw(file, type))
const sized = (width: number, height: number, fill = 0) =>
  webp(
    { width, height },
    0x10,
    Buffer.concat([Buffer.from('ICCP\x04\0\0\0'), Buffer.alloc(4, fill)]),
  )

test('a photo is kept in widths, which its hotel’s page names and which anyone reads under addresses of their own', async () => {
  await using service = await startService()
  const { manager, admin } = await hireStaff(service)
  const photo = await add(manager.call)
  expect(photo).toMatchObject({ colour: null, widths: [] })
  await put(manager.call, photo.id, sized(800, 533))
  const { status, body } = await put(manager.call, photo.id, sized(400, 267))
  expect([status, body.widths]).toEqual([
    200,
    [
      { url: expect.stringMatching(/^\/v1\/photos\/[\w-]+-w400$/), width: 400, height: 267 },
      { url: expect.stringMatching(/^\/v1\/photos\/[\w-]+-w800$/), width: 800, height: 533 },
    ],
  ])
  const colour = '#8fb3c9'
  await manager.call('PATCH', `${PHOTOS}/${photo.id}`, { body: { colour } })
  const [shown] = (await service.call('GET', '/v1/hotels/alfa')).body.photos
  expect(shown).toMatchObject({ url: photo.url, colour, widths: body.widths })
  expect((await manager.call('GET', PHOTOS)).body.items[0]).toMatchObject({
    colour,
    widths: body.widths,
  })

  const [small] = body.widths
  const served = await service.app.handle(new Request(`http://localhost${small.url}`))
  expect(served.headers.get('content-type')).toBe('image/webp')
  expect(served.headers.get('cache-control')).toContain('immutable')
  const known = { headers: { 'if-none-match': served.headers.get('etag')! } }
  expect((await service.call('GET', small.url, known)).status).toBe(304)
  // The same again keeps its address, another one has another.
  expect((await put(manager.call, photo.id, sized(400, 267))).body.widths).toEqual(body.widths)
  const other = (await put(manager.call, photo.id, sized(400, 267, 7))).body.widths
  expect(other[0].url).not.toBe(small.url)
  expect(other[1]).toEqual(body.widths[1])
  expect(await service.call('GET', small.url)).toBeProblem(404, 'not_found')
  expect(
    (await historyOf(admin, '?entity=photo')).map(({ after }) => after.deletedAtMs),
  ).toHaveLength(1)

  expect((await manager.call('DELETE', `${PHOTOS}/${photo.id}`)).status).toBe(204)
  for (const { url } of other) expect(await service.call('GET', url)).toBeProblem(404, 'not_found')
})

test('a width is a WebP of the photo’s ratio, no wider than it and of bounded size', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const { id } = await add(manager.call)
  const narrow = await add(manager.call, { width: 700, height: 700 })
  for (const [of, file] of [
    [id, png({ width: 400, height: 267 })],
    [id, jpeg({ width: 400, height: 267 })],
    [id, sized(500, 333)],
    [id, sized(400, 400)],
    [id, sized(400, 264)],
    [narrow.id, sized(800, 800)],
    [id, Buffer.from('no picture')],
    [id, webp({ width: 400, height: 267 }, 0x10, iccp(WIDTH_BYTES_MAX[400]))],
  ] as const) {
    const answer = await put(manager.call, of, file)
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors[0].code).toBe('wrong_picture')
  }
  expect(await put(manager.call, id, jpeg(), 'image/jpeg')).toBeProblem(
    415,
    'unsupported_media_type',
  )
  expect(await put(manager.call, 'none', sized(400, 267))).toBeProblem(404, 'not_found')
  const huge = new Uint8Array(WIDTH_BYTES_MAX[1600] + 1)
  expect(await put(manager.call, id, huge)).toBeProblem(413, 'too_large')
  // A pixel of rounding is none of another picture.
  for (const height of [266, 268])
    expect((await put(manager.call, id, sized(400, height))).status).toBe(200)
  expect((await put(manager.call, narrow.id, sized(400, 400))).status).toBe(200)
  expect((await put(manager.call, id, sized(1600, 1067))).body.widths).toHaveLength(2)
})

/** A colour profile of so many bytes. */
const iccp = (bytes: number) => {
  const head = Buffer.from('ICCP\0\0\0\0')
  head.writeUInt32LE(bytes, 4)
  return Buffer.concat([head, Buffer.alloc(bytes)])
}

test('a partner keeps widths of its hotel’s photos, and Bravo’s manager none of Alfa’s', async () => {
  await using service = await startService()
  const { manager, bravoManager } = await hireStaff(service)
  const { id } = await add(manager.call)
  const file = raw(sized(400, 267))
  expect((await service.alfa.call('PUT', `/photos/${id}/widths`, file)).body.widths).toHaveLength(1)
  expect(await service.bravo.call('PUT', `/photos/${id}/widths`, file)).toBeProblem(
    404,
    'not_found',
  )
  expect(await put(bravoManager.call, id, sized(400, 267))).toBeProblem(404, 'not_found')
})
