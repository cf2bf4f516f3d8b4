import { expect, test } from 'bun:test'
import { isWellFormedKey } from '../../src/domain/accounts/api-key.ts'
import { noteSiteUses } from '../../src/service/sites/sites.ts'
import { startService } from '../support/service.ts'
import { addSite, bySite } from '../support/sites.ts'
import { hireStaff, historyOf, signInAgain } from '../support/staff.ts'

const ADMINS = '/v1/admin/sites'
const PANEL = '/v1/panel/sites'
const PORTAL = { name: 'Ege Portal' }

test('an admin makes a site, whose key is shown this once and stored as a hash alone (contract-access, Sites)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const body = {
    ...PORTAL,
    hotels: ['bravo', 'alfa'],
    proves: true,
    roomNightsPerHour: 2_000,
    managePage: 'https://portal.example/booking',
  }
  const made = await admin.call('POST', ADMINS, { body })
  expect(made.status).toBe(201)
  expect(made.headers.get('cache-control')).toBe('no-store')
  const { secret, ...site } = made.body
  expect(secret).toMatch(/^service_site_[0-9A-Za-z]{49}$/)
  expect(isWellFormedKey(secret)).toBe(true)
  expect(secret).toStartWith(site.prefix)
  expect(site).toMatchObject({
    ...body,
    hotels: ['alfa', 'bravo'],
    previous: null,
    state: 'active',
    createdBy: { id: admin.user.id, name: admin.user.name },
    createdAt: '2027-03-10T09:00:00.000Z',
    revokedAt: null,
    lastUsedAt: null,
  })
  const list = await admin.call('GET', ADMINS)
  expect(list.body).toEqual({ items: [site], nextCursor: null })
  const [entry] = await historyOf(admin, `?entity=site&id=${site.id}`)
  expect(entry).toMatchObject({ before: null, after: { ...body, hotels: ['alfa', 'bravo'] } })
  const told = list.text + JSON.stringify(entry)
  expect(told).not.toContain(secret.slice(site.prefix.length))
  expect(told).not.toContain('hash')
})

test('left out, a site books all hotels, 600 room-nights an hour, and proves nothing', async () => {
  await using service = await startService()
  const { admin, manager } = await hireStaff(service)
  const usual = { proves: false, roomNightsPerHour: 600, managePage: null }
  const { body: portal } = await admin.call('POST', ADMINS, { body: PORTAL })
  expect(portal).toMatchObject({ ...usual, hotels: null })
  const { body: own } = await manager.call('POST', PANEL, { body: { name: 'alfa.example' } })
  expect(own).toMatchObject({ ...usual, hotels: ['alfa'] })
})

test('what only admins decide of a site is refused of an owner by its name', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  for (const [name, value] of Object.entries({
    proves: true,
    hotels: ['alfa'],
    managePage: 'https://alfa.example/booking',
  })) {
    const answer = await manager.call('POST', PANEL, {
      body: { name: 'alfa.example', [name]: value },
    })
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors).toMatchObject([{ path: `/${name}`, code: 'unknown_field' }])
  }
  expect((await manager.call('GET', PANEL)).body.items).toEqual([])
})

test('what a site is made with is held to hotels that there are, https without a fragment, and bounds', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  for (const [given, path, code] of [
    [{ hotels: ['alfa', 'none'] }, '/hotels/1', 'unknown_hotel'],
    [{ hotels: ['alfa', 'alfa'] }, '/hotels/1', 'repeated'],
    [{ hotels: [] }, '/hotels', 'wrong_length'],
    [{ managePage: 'http://portal.example' }, '/managePage', 'https_required'],
    [{ managePage: 'https://portal.example/#b' }, '/managePage', 'fragment_refused'],
    [{ managePage: 'https://u:p@portal.example' }, '/managePage', 'userinfo_refused'],
    [{ managePage: 'portal' }, '/managePage', 'wrong_format'],
    [{ roomNightsPerHour: 0 }, '/roomNightsPerHour', 'out_of_range'],
  ] as const) {
    const answer = await admin.call('POST', ADMINS, { body: { ...PORTAL, ...given } })
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors).toMatchObject([{ path, code }])
  }
  expect((await admin.call('GET', ADMINS)).body.items).toEqual([])
})

test('a name is one standing site’s of its owner; a hotel has none of an admin’s', async () => {
  await using service = await startService()
  const { admin, manager, bravoManager } = await hireStaff(service)
  const own = { body: { name: 'Own' } }
  expect((await manager.call('POST', PANEL, own)).status).toBe(201)
  const twice = await manager.call('POST', PANEL, { body: { name: 'own' } })
  expect(twice).toBeProblem(409, 'already_exists')
  expect((await bravoManager.call('POST', PANEL, own)).status).toBe(201)
  const { body } = await admin.call('POST', ADMINS, { body: PORTAL })
  for (const [who, path] of [
    [admin, ADMINS],
    [manager, PANEL],
  ] as const)
    expect(await who.call('POST', path, { body: { name: 'EGE PORTAL' } })).toBeProblem(
      409,
      'already_exists',
    )
  expect((await admin.call('DELETE', `${ADMINS}/${body.id}`)).status).toBe(204)
  expect((await admin.call('POST', ADMINS, { body: PORTAL })).status).toBe(201)
})

test('5 sites of a hotel stand at once; a revoked one makes room', async () => {
  await using service = await startService()
  const { manager, bravoManager } = await hireStaff(service)
  const make = (name: string, who = manager) => who.call('POST', PANEL, { body: { name } })
  const made = []
  for (let each = 0; each < 5; each++) made.push((await make(`Site ${each}`)).body)
  expect((await make('Another')).body.errors).toMatchObject([
    { code: 'too_many', values: { max: 5 } },
  ])
  expect((await make('Another', bravoManager)).status).toBe(201)
  expect((await manager.call('DELETE', `${PANEL}/${made[0].id}`)).status).toBe(204)
  expect((await make('Another')).status).toBe(201)
})

test('100 sites of admins stand at once', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  for (let each = 0; each < 100; each++) await addSite(service, { name: `Site ${each}` })
  const answer = await admin.call('POST', ADMINS, { body: PORTAL })
  expect(answer.body.errors).toMatchObject([{ code: 'too_many', values: { max: 100 } }])
})

test('Bravo sees, rotates and revokes nothing of Alfa’s sites, owners nothing of admins’, and these nothing of theirs', async () => {
  await using service = await startService()
  const { admin, manager, bravoManager } = await hireStaff(service)
  const own = await addSite(service, { hotel: service.alfa })
  const portal = await addSite(service)
  const idsOf = async (who: typeof admin, path: string) =>
    (await who.call('GET', path)).body.items.map(({ id }: { id: string }) => id)
  expect(await idsOf(manager, PANEL)).toEqual([own.id])
  expect(await idsOf(bravoManager, PANEL)).toEqual([])
  expect(await idsOf(admin, ADMINS)).toEqual([portal.id])
  expect(await bravoManager.call('GET', `${PANEL}?hotel=alfa`)).toBeProblem(404, 'not_found')
  for (const [who, path, id] of [
    [bravoManager, PANEL, own.id],
    [manager, PANEL, portal.id],
    [admin, ADMINS, own.id],
  ] as const) {
    const rotated = await who.call('POST', `${path}/${id}/rotate-secret`, { body: {} })
    expect(rotated).toBeProblem(404, 'not_found')
    expect(await who.call('DELETE', `${path}/${id}`)).toBeProblem(404, 'not_found')
  }
  for (const site of [own, portal])
    expect((await site.for()('GET', '/v1/hotels/alfa')).status).toBe(200)
})

test('a rotation shows both secrets by prefix with the end of the overlap, 24 hours unless said otherwise', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const { body: made } = await admin.call('POST', ADMINS, { body: PORTAL })
  const path = `${ADMINS}/${made.id}/rotate-secret`
  const { secret, ...rotated } = (await admin.call('POST', path)).body
  expect(rotated.prefix).not.toBe(made.prefix)
  expect(secret).toStartWith(rotated.prefix)
  const previous = { prefix: made.prefix, until: '2027-03-11T09:00:00.000Z' }
  expect(rotated.previous).toEqual(previous)
  const shown = async () => (await admin.call('GET', ADMINS)).body.items[0]
  expect(await shown()).toEqual(rotated)
  service.clock.advance(24 * 60 * 60 * 1_000)
  // A token stands for 12 hours.
  const again = await signInAgain(service, admin)
  expect((await again.call('GET', ADMINS)).body.items[0].previous).toBeNull()

  const week = await again.call('POST', path, { body: { overlapHours: 168 } })
  expect(week.body.previous).toEqual({ prefix: rotated.prefix, until: '2027-03-18T09:00:00.000Z' })
  const none = await again.call('POST', path, { body: { overlapHours: 0 } })
  expect(none.body.previous).toBeNull()
  expect((await bySite(service.call, week.body.secret)('GET', '/v1')).status).toBe(401)
  for (const overlapHours of [-1, 169, 1.5])
    expect(await again.call('POST', path, { body: { overlapHours } })).toBeProblem(
      422,
      'validation_failed',
    )
  const told = await historyOf(again, `?entity=site&id=${made.id}`)
  expect(told.map(({ after }) => after.prefix)).toEqual([
    none.body.prefix,
    week.body.prefix,
    rotated.prefix,
    made.prefix,
  ])
})

test('when a site was last used is shown within a minute', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const site = await addSite(service)
  await site.for('203.0.113.1')('GET', '/v1/hotels')
  await noteSiteUses(service.deps, service.context.siteUses)
  expect((await admin.call('GET', ADMINS)).body.items[0].lastUsedAt).toBe(
    '2027-03-10T09:00:00.000Z',
  )
})
