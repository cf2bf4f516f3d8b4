import { expect, test } from 'bun:test'
import { LOGO_BYTES_MAX } from '../../src/domain/photos/logo.ts'
import { jpeg, png } from '../support/pictures.ts'
import { startService } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'
import { signIn } from '../support/users.ts'

// An agency's own record, for its papers (contract-agencies, *Pages for guests*).

const PATH = '/v1/acenta/agency'
const base64 = (file: Uint8Array) => Buffer.from(file).toString('base64')

test('an owner writes the record of the agency, which its people read; nobody else’s changes', async () => {
  await using service = await startService()
  const { agent, echoAgent, admin, deltaId } = await hireStaff(service)
  const body = {
    ...{ name: 'Delta Tur', email: 'hello@delta.example', licenceNumber: 'A-1234' },
    ...{ address: 'Kordon 1\nİzmir', phone: '+90 232 555 00 00' },
  }
  const { status, body: changed } = await agent.call('PATCH', PATH, { body })
  expect([status, changed]).toEqual([200, expect.objectContaining({ ...body, logo: null })])
  const seller = await signIn(service, 'agency_user', {
    ...{ name: 'seller', agencyId: deltaId, agencyRole: 'agency_seller' },
  })
  expect((await seller.call('GET', '/v1/agencies/me')).body).toEqual(changed)
  expect(await seller.call('PATCH', PATH, { body })).toBeProblem(403, 'role_missing')
  expect((await echoAgent.call('GET', '/v1/agencies/me')).body).toMatchObject({
    ...{ code: 'ECHO', name: 'Agency ECHO', licenceNumber: null, address: null },
  })
  const [entry] = await historyOf(admin, '?entity=agency&id=DELTA')
  expect(entry).toMatchObject({
    actor: { name: 'agent' },
    before: { name: 'Agency DELTA', licenceNumber: null },
    after: { name: 'Delta Tur', licenceNumber: 'A-1234' },
  })
  const emptied = await agent.call('PATCH', PATH, { body: { licenceNumber: null, phone: null } })
  expect(emptied.body).toMatchObject({ licenceNumber: null, phone: null, address: body.address })
  // The fields that an admin decides stay an admin's.
  for (const field of ['commissionBasisPoints', 'optionDays', 'active', 'code'])
    expect(await agent.call('PATCH', PATH, { body: { [field]: 1 } })).toBeProblem(
      422,
      'validation_failed',
    )
})

test('a logo is kept as photos are, under an address that the next one ends', async () => {
  await using service = await startService()
  const { agent } = await hireStaff(service)
  const put = async (logo: string | null) => await agent.call('PATCH', PATH, { body: { logo } })
  const first = (await put(base64(jpeg()))).body.logo as string
  expect(first).toStartWith('/v1/photos/')
  const served = await service.call('GET', first)
  expect(served.headers.get('content-type')).toBe('image/jpeg')
  expect(served.headers.get('content-security-policy')).toContain('sandbox')
  const known = { headers: { 'if-none-match': served.headers.get('etag')! } }
  expect((await service.call('GET', first, known)).status).toBe(304)
  // The same picture again keeps its address.
  expect((await put(base64(jpeg()))).body.logo).toBe(first)

  const second = (await put(base64(png()))).body.logo as string
  expect(second).not.toBe(first)
  expect(await service.call('GET', first)).toBeProblem(404, 'not_found')
  expect((await put(null)).body.logo).toBeNull()
  expect(await service.call('GET', second)).toBeProblem(404, 'not_found')
})

test('a logo is a whole picture of bounded size, and what is none says so at its field', async () => {
  await using service = await startService()
  const { agent } = await hireStaff(service)
  const codeOf = async (logo: unknown) => {
    const { body } = await agent.call('PATCH', PATH, { body: { logo } })
    return [body.errors?.[0].path, body.errors?.[0].code]
  }
  expect(await codeOf(base64(Buffer.from('<svg/>')))).toEqual(['/logo', 'wrong_picture'])
  expect((await codeOf('not base64!'))[0]).toBe('/logo')
  expect((await codeOf('A'.repeat(Math.ceil(LOGO_BYTES_MAX / 3) * 4 + 4)))[0]).toBe('/logo')
  const huge = await agent.call('PATCH', PATH, { body: { logo: 'A'.repeat(300_000) } })
  expect(huge).toBeProblem(413, 'too_large')
})
