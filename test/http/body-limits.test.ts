import { expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { ACKS_BYTES_MAX, LONG_BODY_BYTES_MAX } from '../../src/domain/kernel/limits.ts'
import { book, sell } from '../support/bookings.ts'
import { operationsOf } from '../support/openapi.ts'
import { openSandbox } from '../support/sandbox.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { addVendor } from '../support/vendors.ts'

const MAX = 64 * 1_024
/** Bounds of the bodies that name many things. */
const LONGER: Record<string, number> = {
  'POST /v1/partner/bookings/ack': ACKS_BYTES_MAX,
  'POST /v1/partner/changes/read': LONG_BODY_BYTES_MAX,
  'PATCH /v1/acenta/agency': LONG_BODY_BYTES_MAX,
  'PATCH /v1/panel/hotel': LONG_BODY_BYTES_MAX,
  'PATCH /v1/partner/hotel': LONG_BODY_BYTES_MAX,
}
const PUSHES = ['PUT', 'PATCH'].flatMap((method) => [
  `${method} /v1/partner/availability`,
  `${method} /v1/panel/availability`,
])
/** Files, of a size of their own: `photos.test.ts`. */
const PHOTOS = ['panel', 'partner'].flatMap((who) => [
  `POST /v1/${who}/photos`,
  `PUT /v1/${who}/photos/{id}/widths`,
])
const BODIED = ['POST', 'PATCH', 'PUT']
const text = (bytes: number) => `{}${' '.repeat(bytes - 2)}`
const chunked = (body: string) => new Blob([body]).stream()
const gzip = { 'content-encoding': 'gzip' }

/** What is filled in for the names in a path: Alfa's, where it has one. */
const fill = (path: string) =>
  path.replace(/\{(\w+)\}/g, (_, name) => (name === 'slug' ? 'alfa' : 'no-such'))

test('only a push, and many acknowledgements, may be larger than 64 KiB, and only a push compressed: whoever asks something else is told the limit (contract §2)', async () => {
  await using service = await startService()
  const { admin, manager, agent } = await hireStaff(service)
  const sandbox = await openSandbox(service)
  const vendor = await addVendor(service)
  const { body: document } = await service.call('GET', '/openapi.json')
  const bodied = [...operationsOf(document)].filter(
    ([name, { requestBody }]) => requestBody && ![...PUSHES, ...PHOTOS].includes(name),
  )
  expect(bodied.length).toBeGreaterThan(20)

  for (const [name] of bodied) {
    const [method = '', template = ''] = name.split(' ')
    // Found first, for who may not act on it is told so before the body is read.
    if (!BODIED.includes(method) || /\{(id|code|roomCode)\}/.test(template)) continue
    const path = fill(template)
    const call = path.startsWith('/v1/panel')
      ? manager.call
      : path.startsWith('/v1/acenta')
        ? agent.call
        : admin.call
    const partner = path.includes('/sandbox/')
      ? sandbox
      : path.includes('/vendor-')
        ? vendor
        : service.alfa
    const ask = (init: Parameters<typeof call>[2]) =>
      path.startsWith('/v1/partner')
        ? partner.call(method, path.replace('/v1/partner', ''), init)
        : call(method, path, init)
    const max = LONGER[name] ?? MAX
    expect((await ask({ raw: text(max) })).status, name).not.toBe(413)
    for (const raw of [text(max + 1), chunked(text(max + 1))]) {
      const answer = await ask({ raw })
      expect([name, answer.status, answer.body.code]).toEqual([name, 413, 'too_large'])
      expect(answer.body.detail).toContain(`${max} bytes`)
    }
    const packed = await ask({ raw: gzipSync(text(10)), headers: gzip })
    expect([name, packed.status]).toEqual([name, 415])
    expect(packed.body.code).toBe('unsupported_media_type')
  }
})

test('a push takes more than 64 KiB, and gzip, from partners and in the panel (contract §2)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const update = { roomCode: 'DBL', date: '2027-04-01', available: 1, priceCents: 100 }
  const body = `{"updates":[${JSON.stringify(update)}]}${' '.repeat(2 * MAX)}`

  for (const init of [{ raw: body }, { raw: gzipSync(body), headers: gzip }]) {
    expect((await service.alfa.call('PUT', '/availability', init)).status).toBe(200)
    expect((await manager.call('PUT', '/v1/panel/availability', init)).status).toBe(200)
  }
})

test.each([
  ['of no bytes', () => ''],
  ['of no bytes in chunks', () => chunked('')],
])(
  'a body %s is none where a body may be left out, whatever its type is called',
  async (_, raw) => {
    await using service = await startService()
    await sell(service)
    const { guest, manager } = await hireStaff(service)
    const hold = (await book(guest.call, { hold: true })).body.code
    const path = `/v1/bookings/${hold}`

    expect((await guest.call('POST', `${path}/confirm`, { raw: raw() })).body.status).toBe(
      'confirmed',
    )
    const typed = { raw: raw(), headers: { 'content-type': 'text/plain' } }
    expect((await guest.call('POST', `${path}/cancel`, typed)).body.status).toBe('cancelled')
    const { code } = (await book(service.call)).body
    const noShow = `/v1/panel/bookings/${code}/no-show`
    // Too early for it, which is what a body that says nothing is told as well.
    expect(await manager.call('POST', noShow, { raw: raw() })).toBeProblem(
      409,
      'transition_invalid',
    )
    const change = { raw: '', headers: { 'content-type': 'application/json' } }
    const refused = await service.call('PATCH', `/v1/bookings/${code}`, change)
    expect(refused).toBeProblem(400, 'malformed_json')
  },
)
