import { expect, test } from 'bun:test'
import type { AgencyRole } from '../../src/domain/accounts/agency-role.ts'
import { updateUser } from '../../src/store/accounts/users.ts'
import { book, sell } from '../support/bookings.ts'
import { accept, linkOf, tokenIn, withPassword } from '../support/links.ts'
import { postman, scriptAnswers, startMailing } from '../support/mails.ts'
import { ROWS } from '../support/role-rows.ts'
import { insertConfirmed } from '../support/second-factor.ts'
import { startService, type TestService } from '../support/service.ts'
import { historyOf } from '../support/staff.ts'
import { addAgency, signIn, signSession, type TestUser, withToken } from '../support/users.ts'

// The people of an agency (contract-agencies, *Roles*): invitations, roles, removal, the second-factor rule.

const NEW = { email: 'new@example.com', role: 'agency_seller' }
const COLLEAGUES = '/v1/acenta/colleagues'
const INVITATIONS = '/v1/acenta/invitations'

/** Agencies Delta and Echo, each with an owner. */
async function start(service?: TestService) {
  const running = service ?? (await startService())
  const [deltaId, echoId] = [await addAgency(running), await addAgency(running, 'ECHO')]
  const of = (name: string, agencyId: number, agencyRole: AgencyRole) =>
    signIn(running, 'agency_user', { name, agencyId, agencyRole })
  const owner = await of('owner', deltaId, 'agency_owner')
  const echo = await of('echo', echoId, 'agency_owner')
  const hire = (name: string, role: AgencyRole = 'agency_seller') => of(name, deltaId, role)
  return { service: running, deltaId, owner, echo, hire }
}

const invite = ({ call }: TestUser, body: object = NEW) => call('POST', INVITATIONS, { body })

/** Invites without a mail server. @returns the token of the link */
async function handOver(owner: TestUser, body: object = NEW): Promise<string> {
  const answer = await invite(owner, body)
  expect(answer.status).toBe(201)
  return tokenIn(answer.body.url)
}

const pathOf = ({ user }: TestUser) => `${COLLEAGUES}/${user.id}`

test('who is invited into an agency by mail chooses name and password, is signed in and has the role in it', async () => {
  const mailing = await startMailing()
  await using service = mailing
  const server = scriptAnswers()
  const { letters, work } = { ...server, ...postman(service, server) }
  const { owner } = await start(service)
  expect((await invite(owner)).body.url).toBeNull()
  await work()
  expect(letters[0]!.subject).toBe('Invitation to Agency DELTA')
  for (const part of ['Agency: Agency DELTA', 'Role: Sales', '11 Mar 2027, 09:00'])
    expect(letters[0]!.text).toContain(part)
  const token = linkOf(letters[0]!)

  const { body: view } = await service.call('POST', '/v1/auth/link', { body: { token } })
  expect(view).toMatchObject({
    ...{ kind: 'invitation', email: NEW.email, hotel: null, role: NEW.role, needsSignIn: false },
    agency: { code: 'DELTA', name: 'Agency DELTA' },
  })
  const { body } = await accept(service, token)
  expect(body).toMatchObject({ hotelSlug: null, agencyCode: 'DELTA' })
  expect(body.session.user).toMatchObject({
    ...{ role: 'agency_user', agencyCode: 'DELTA', agencyRole: 'agency_seller', hotels: [] },
  })
  const call = withToken(service, body.session.token)
  expect((await call('GET', '/v1/acenta/bookings')).status).toBe(200)
  expect(await call('GET', COLLEAGUES)).toBeProblem(403, 'role_missing')
  expect((await owner.call('GET', COLLEAGUES)).body.items).toMatchObject([
    { name: 'owner', role: 'agency_owner', secondFactor: false },
    { name: 'Nil', role: 'agency_seller', status: 'active' },
  ])
  expect((await owner.call('GET', INVITATIONS)).body.items).toEqual([])
})

test('an account of a hotel, an admin or another agency joins no agency, and the invitation does not tell', async () => {
  const { service, owner, echo } = await start()
  await using _ = service
  const hotelier = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const admin = await signIn(service, 'admin')
  for (const { user, token: session } of [hotelier, admin, echo]) {
    const answer = await invite(owner, { ...NEW, email: user.email })
    expect(Object.keys(answer.body)).toEqual(['url', 'expiresAt'])
    const token = tokenIn(answer.body.url)
    expect(await accept(service, token)).toBeProblem(410, 'link_invalid')
    const signedIn = withToken(service, session)
    const body = { token }
    expect(await signedIn('POST', '/v1/auth/accept-invitation', { body })).toBeProblem(
      410,
      'link_invalid',
    )
  }
  expect((await owner.call('GET', COLLEAGUES)).body.items).toHaveLength(1)
  // Nor does an agency's account join a hotel.
  const body = { email: owner.user.email, role: 'owner' }
  const { url } = (await hotelier.call('POST', '/v1/panel/invitations', { body })).body.link
  expect(await accept(service, tokenIn(url))).toBeProblem(410, 'link_invalid')
})

test('who was removed from an agency joins another one by signing in', async () => {
  const { service, owner, echo } = await start()
  await using _ = service
  const former = await withPassword(service, 'agency_user', { name: 'former' })
  const token = await handOver(owner, { ...NEW, email: former.user.email })
  const view = await service.call('POST', '/v1/auth/link', { body: { token } })
  expect(view.body.needsSignIn).toBe(true)
  expect(await accept(service, token)).toBeProblem(401, 'unauthenticated')
  const joined = await former.call('POST', '/v1/auth/accept-invitation', { body: { token } })
  expect(joined.body).toEqual({ hotelSlug: null, agencyCode: 'DELTA', session: null })
  expect((await former.call('GET', '/v1/auth/me')).body.agencyRole).toBe('agency_seller')
  expect(await invite(echo, { ...NEW, email: former.user.email })).toMatchObject({ status: 201 })
  const again = await invite(owner, { ...NEW, email: former.user.email })
  expect(again).toBeProblem(409, 'already_exists')
})

test('an invitation into an agency is out of reach of another agency and of the hotel with its number', async () => {
  const { service, owner, echo, deltaId } = await start()
  await using _ = service
  expect(deltaId).toBe(service.alfa.id)
  const hotelier = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  await handOver(owner)
  const [{ id }] = (await owner.call('GET', INVITATIONS)).body.items
  const ofHotel = { email: 'desk@example.com', role: 'front_desk' }
  await hotelier.call('POST', '/v1/panel/invitations', { body: ofHotel })
  const [{ id: hotelsId }] = (await hotelier.call('GET', '/v1/panel/invitations')).body.items

  expect((await echo.call('GET', INVITATIONS)).body.items).toEqual([])
  expect((await owner.call('GET', INVITATIONS)).text).not.toContain('desk@example.com')
  for (const [by, at] of [
    [echo, `${INVITATIONS}/${id}`],
    [hotelier, `/v1/panel/invitations/${id}`],
    [owner, `${INVITATIONS}/${hotelsId}`],
  ] as const) {
    expect(await by.call('POST', `${at}/resend`)).toBeProblem(404, 'not_found')
    expect(await by.call('DELETE', at)).toBeProblem(404, 'not_found')
  }
  expect((await owner.call('POST', `${INVITATIONS}/${id}/resend`)).status).toBe(201)
})

test('an admin invites an agency’s first owner, sends again and withdraws; the invitation stands while the admin is one', async () => {
  const { service, echo } = await start()
  await using _ = service
  const admin = await signIn(service, 'admin')
  await addAgency(service, 'FOXTROT')
  const path = '/v1/admin/agencies/FOXTROT/invitations'
  const body = { email: 'first@example.com', role: 'agency_owner' }
  const { url } = (await admin.call('POST', path, { body })).body
  const [{ id, ...open }] = (await admin.call('GET', path)).body.items
  expect(open).toMatchObject({ ...body, invitedBy: admin.user.name })
  expect((await echo.call('GET', INVITATIONS)).body.items).toEqual([])
  const elsewhere = `/v1/admin/agencies/DELTA/invitations/${id}`
  expect(await admin.call('POST', `${elsewhere}/resend`)).toBeProblem(404, 'not_found')
  expect(await admin.call('DELETE', elsewhere)).toBeProblem(404, 'not_found')
  const again = (await admin.call('POST', `${path}/${id}/resend`)).body
  expect(await accept(service, tokenIn(url))).toBeProblem(410, 'link_invalid')
  const { agencyCode, session } = (await accept(service, tokenIn(again.url))).body
  expect([agencyCode, session.user.agencyRole]).toEqual(['FOXTROT', 'agency_owner'])

  const next = await admin.call('POST', path, { body: { ...body, email: 'next@example.com' } })
  const [{ id: nextId }] = (await admin.call('GET', path)).body.items
  expect((await admin.call('DELETE', `${path}/${nextId}`)).status).toBe(204)
  expect(await accept(service, tokenIn(next.body.url))).toBeProblem(410, 'link_invalid')
  const late = await admin.call('POST', path, { body: { ...body, email: 'late@example.com' } })
  await service.store.tx((tx) => updateUser(tx, admin.user.id, { role: 'guest', updatedAtMs: 0 }))
  expect(await accept(service, tokenIn(late.body.url))).toBeProblem(410, 'link_invalid')
})

test('an invitation stands while its maker owns the agency', async () => {
  const { service, owner, hire } = await start()
  await using _ = service
  const second = await hire('second', 'agency_owner')
  const token = await handOver(second)
  const body = { role: 'agency_accounts' }
  expect((await owner.call('PATCH', pathOf(second), { body })).status).toBe(200)
  expect(await accept(service, token)).toBeProblem(410, 'link_invalid')
  expect((await owner.call('GET', INVITATIONS)).body.items).toEqual([])
})

test('the last owner of an agency stays: no other role, no removal, no leaving, not by an admin either', async () => {
  const { service, owner, hire } = await start()
  await using _ = service
  const admin = await signIn(service, 'admin')
  await hire('seller')
  const lesser = { body: { role: 'agency_seller' } }
  const account = `/v1/admin/users/${owner.user.id}`
  for (const answer of [
    await owner.call('PATCH', pathOf(owner), lesser),
    await owner.call('DELETE', pathOf(owner)),
    await admin.call('PATCH', account, { body: { agencyRole: 'agency_seller' } }),
    await admin.call('PATCH', account, { body: { agencyCode: 'ECHO' } }),
    await admin.call('PATCH', account, { body: { role: 'guest' } }),
  ])
    expect(answer).toBeProblem(409, 'last_owner')

  const second = await hire('second', 'agency_owner')
  const answers = await Promise.all([
    owner.call('PATCH', pathOf(second), lesser),
    second.call('PATCH', pathOf(owner), lesser),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
})

test('a removed colleague is out at once, and what was booked stays with the agency', async () => {
  const { service, owner, hire } = await start()
  await using _ = service
  await sell(service)
  const seller = await hire('seller')
  const { code } = (await book(seller.call)).body
  const admin = await signIn(service, 'admin')
  expect(await seller.call('DELETE', pathOf(owner))).toBeProblem(403, 'role_missing')
  expect((await owner.call('DELETE', pathOf(seller))).status).toBe(204)

  expect(await seller.call('GET', '/v1/auth/me')).toBeProblem(401, 'unauthenticated')
  const back = withToken(service, await signSession(service, { ...seller.user, tokenVersion: 1 }))
  expect(await back('GET', '/v1/acenta/bookings')).toBeProblem(404, 'not_found')
  expect(await back('GET', `/v1/bookings/${code}`)).toBeProblem(404, 'not_found')
  expect((await back('GET', '/v1/bookings')).body.items).toEqual([])
  expect((await owner.call('GET', `/v1/bookings/${code}`)).status).toBe(200)
  expect(await owner.call('DELETE', pathOf(seller))).toBeProblem(404, 'not_found')
  // An admin can still change the account, which has no agency.
  const renamed = { body: { name: 'Another' } }
  const changed = await admin.call('PATCH', `/v1/admin/users/${seller.user.id}`, renamed)
  expect(changed.body).toMatchObject({ role: 'agency_user', agencyCode: null, agencyRole: null })

  const [entry] = await historyOf(admin, '?entity=member')
  expect(entry).toMatchObject({
    ...{ entity: 'member', id: `DELTA/${seller.user.id}`, actor: { name: 'owner' } },
    before: { name: 'seller', role: 'agency_seller' },
    after: { role: null },
  })
})

test('people of any role may leave by themselves, and owners sign others out everywhere', async () => {
  const { service, owner, echo, hire } = await start()
  await using _ = service
  const seller = await hire('seller')
  const sessions = `${pathOf(seller)}/sessions`
  expect(await echo.call('DELETE', sessions)).toBeProblem(404, 'not_found')
  expect(await seller.call('DELETE', sessions)).toBeProblem(403, 'role_missing')
  expect((await owner.call('DELETE', sessions)).status).toBe(204)
  expect(await seller.call('GET', '/v1/agencies/me')).toBeProblem(401, 'unauthenticated')

  const leaver = await hire('leaver', 'agency_accounts')
  expect((await leaver.call('DELETE', pathOf(leaver))).status).toBe(204)
  expect((await owner.call('GET', COLLEAGUES)).text).not.toContain('leaver')
})

test('an agency that asks for a second factor admits nobody without one, on the general routes of bookings neither', async () => {
  const { service, owner, hire } = await start()
  await using _ = service
  await sell(service)
  const seller = await hire('seller')
  const { code } = (await book(seller.call)).body
  const ask = { body: { required: true } }
  const refused = await owner.call('PATCH', '/v1/acenta/second-factor', ask)
  expect(refused).toBeProblem(422, 'validation_failed')
  expect(refused.body.errors[0]).toMatchObject({ path: '/required', code: 'own_factor_first' })
  await insertConfirmed(service.store, service.deps, owner.user.id)
  owner.call = withToken(service, await signSession(service, owner.user))
  expect((await owner.call('PATCH', '/v1/acenta/second-factor', ask)).body).toEqual(ask.body)

  const routes = Object.keys(ROWS).filter((route) => route.includes(' /v1/acenta/'))
  for (const route of [...routes, `GET /v1/bookings/${code}`, 'GET /v1/bookings']) {
    const [method = '', path = ''] = route.split(' ')
    const row = ROWS[route]
    const at = (row?.path ?? path).replaceAll(/:\w+/g, 'x')
    const answer = await seller.call(method, at, row?.body === undefined ? {} : { body: row.body })
    expect([route, answer.status, answer.body.code]).toEqual([route, 403, 'second_factor_required'])
  }
  expect(await book(seller.call)).toBeProblem(403, 'second_factor_required')
  expect((await seller.call('GET', '/v1/auth/me')).body.agencyFactorRequired).toBe(true)
  expect((await owner.call('GET', `/v1/bookings/${code}`)).status).toBe(200)
  expect((await owner.call('GET', COLLEAGUES)).body.items[0].secondFactor).toBe(true)
})

test('an admin sets the role of an agency’s user; a new one is an owner unless said otherwise', async () => {
  const { service, hire } = await start()
  await using _ = service
  const admin = await signIn(service, 'admin')
  const seller = await hire('seller')
  const account = { password: 'a boat on the Bosphorus', name: 'New', role: 'agency_user' }
  const make = async (email: string, more: object = {}) =>
    (await admin.call('POST', '/v1/admin/users', { body: { ...account, email, ...more } })).body
  const echo = { agencyCode: 'ECHO' }
  expect((await make('a@example.com', echo)).agencyRole).toBe('agency_owner')
  const accounts = { ...echo, agencyRole: 'agency_accounts' }
  expect((await make('b@example.com', accounts)).agencyRole).toBe('agency_accounts')
  const wrong = await make('c@example.com', { role: 'guest', agencyRole: 'agency_owner' })
  expect(wrong.errors[0]).toMatchObject({ path: '/agencyRole', code: 'not_for_role' })

  const change = async (body: object) =>
    (await admin.call('PATCH', `/v1/admin/users/${seller.user.id}`, { body })).body.agencyRole
  expect(await change({ name: 'Seller' })).toBe('agency_seller')
  expect(await change({ agencyRole: 'agency_accounts' })).toBe('agency_accounts')
  // The role in another agency is not the one held here.
  expect(await change(accounts)).toBe('agency_accounts')
  expect(await change({ agencyCode: 'DELTA' })).toBe('agency_owner')
})
