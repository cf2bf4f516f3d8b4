import { expect, test } from 'bun:test'
import { createAuthenticator } from '../support/authenticator.ts'
import { book, sell } from '../support/bookings.ts'
import { addPasskey, optionsFor } from '../support/passkeys.ts'
import { begin, codeAt, insertConfirmed } from '../support/second-factor.ts'
import { type Call, startService, type TestService } from '../support/service.ts'
import { addSite } from '../support/sites.ts'
import { ELEVEN_MINUTES_MS, sessionOf, startAsking, stepUp } from '../support/step-up.ts'
import { STEP_UP_ROWS, type StepUpRow, UNASKED } from '../support/step-up-rows.ts'
import { addAgency, signIn, signSession, withToken } from '../support/users.ts'
import { addVendor } from '../support/vendors.ts'
import { addWebhook } from '../support/webhooks.ts'

const SESSION_SCHEMES = ['session', 'hotelManager', 'agencyUser', 'admin']

type Operation = { operationId: string; security?: object[]; 'x-step-up'?: string }

/** Alfa with something of everything that a row names. @returns who calls by a session, and texts by their names in rows */
async function stage(service: TestService, { isAdmin, isAgency, body, call: asked }: StepUpRow) {
  const { alfa, store, deps, clock } = service
  const agencyId = await addAgency(service)
  const { user: colleague } = await signIn(service, 'agency_user', {
    ...{ name: 'seller', agencyId, agencyRole: 'agency_seller' },
  })
  const caller = isAdmin
    ? await signIn(service, 'admin')
    : isAgency
      ? await signIn(service, 'agency_user', { name: 'owner', agencyId })
      : await signIn(service, 'hotel_manager', { name: 'owner', hotelIds: [alfa.id] })
  const memberships = [{ hotelId: alfa.id, role: 'front_desk' as const }]
  const { user: member } = await signIn(service, 'hotel_manager', { name: 'desk', memberships })
  await insertConfirmed(store, deps, member.id)
  await signIn(service, 'hotel_manager', { name: 'stranger' })
  const call = await sessionOf(service, caller)
  const ofAgency = isAgency || asked.includes('/agencies/')
  const role = ofAgency ? 'agency_seller' : 'read_only'
  const invited = { body: { email: 'guest@example.com', role } }
  const page = isAgency ? 'acenta' : 'panel'
  const house = ofAgency ? 'agencies/DELTA' : 'hotels/alfa'
  const invitations = `/v1/${isAdmin ? `admin/${house}` : page}/invitations`
  expect((await call('POST', invitations, invited)).status).toBe(201)
  const [invitation] = (await call('GET', invitations)).body.items
  const names: Record<string, string> = {
    member: member.id,
    colleague: colleague.id,
    invitation: invitation.id,
    webhook: (await addWebhook(alfa)).id,
    site: (await addSite(service, { hotel: alfa })).id,
    adminSite: (await addSite(service)).id,
    vendor: (await addVendor(service)).id,
    otherVendor: (await addVendor(service, 'Other Channels')).id,
  }
  const text = JSON.stringify(body ?? null)
  const secret = text.includes('{code}') ? await begin(call) : undefined
  if (asked.includes('{passkey}')) names.passkey = await addFirstPasskey(call)
  const codes = text.includes('{codes}') ? await bookMany(service) : []
  const agent = isAgency ? await signIn(service, 'agency_user', { agencyId }) : undefined
  const other = withToken(service, await signSession(service, (agent ?? caller).user))
  const own = agent ? await sessionOf(service, agent) : call
  clock.advance(ELEVEN_MINUTES_MS)
  if (secret) names.code = codeAt(secret, clock.nowMs)
  const made = text.includes('{attestation}')
    ? createAuthenticator().create(await optionsFor(call, 'add'))
    : undefined
  const fill = (given: string) => given.replace(/\{(\w+)\}/g, (_, name) => names[name]!)
  const filled = fill(
    text
      .replace('"{codes}"', JSON.stringify(codes))
      .replace('"{attestation}"', JSON.stringify(made ?? null)),
  )
  return { call: own, other, fill, body: JSON.parse(filled) ?? undefined }
}

/** @returns the id of the caller's only passkey */
async function addFirstPasskey(call: Call): Promise<string> {
  await addPasskey(call)
  return (await call('GET', '/v1/auth/passkeys')).body.items[0].id
}

/** 21 bookings that the hotel has made. */
async function bookMany(service: TestService): Promise<string[]> {
  await sell(service, { available: 30 })
  const desk = await signIn(service, 'hotel_manager', {
    name: 'booker',
    hotelIds: [service.alfa.id],
  })
  const codes: string[] = []
  for (let at = 0; at < 21; at++) codes.push((await book(desk.call)).body.code)
  return codes
}

/** All that is stored. */
async function everything({ store }: TestService) {
  const tables = Object.entries(store.t).filter(([, table]) => typeof table === 'object')
  const rows = await Promise.all(
    tables.map(async ([name, table]) => [name, await store.db.select().from(table as never)]),
  )
  return Object.fromEntries(rows)
}

test('every operation that a session may call asks for a step-up, or is listed as one that does not (contract-access, Step-up)', async () => {
  await using service = await startService()
  const { paths } = (await service.call('GET', '/openapi.json')).body
  const operations = Object.values<Record<string, Operation>>(paths)
    .flatMap((path) => Object.values(path))
    .filter(({ security = [] }) =>
      security.some((scheme) => Object.keys(scheme).some((name) => SESSION_SCHEMES.includes(name))),
    )
  const acts = Object.fromEntries(
    operations
      .filter(({ operationId }) => !UNASKED.has(operationId))
      .map((operation) => [operation.operationId, operation['x-step-up']]),
  )
  const listed = Object.entries(STEP_UP_ROWS).map(([id, { act }]) => [id, act])
  expect(acts).toEqual(Object.fromEntries(listed))
  const asking = operations.filter((operation) => operation['x-step-up'])
  expect(asking.filter(({ operationId }) => UNASKED.has(operationId))).toEqual([])
})

test.each(Object.entries(STEP_UP_ROWS))(
  '%s is 403 for a session of 11 minutes and changes nothing; it goes after a step-up of that session (contract-access, Step-up)',
  async (_, row) => {
    await using service = await startAsking()
    const { call, other, fill, body } = await stage(service, row)
    const [method = '', path = ''] = row.call.split(' ')
    const send = (by = call) => by(method, fill(path), body === undefined ? {} : { body })
    const before = await everything(service)
    expect(before.session.length).toBeGreaterThan(0)

    const refused = await send()
    expect(refused).toBeProblem(403, 'step_up_required')
    expect(refused.body.act).toBe(row.act)
    expect(await everything(service)).toEqual(before)

    expect((await stepUp(call)).status).toBe(204)
    expect(await send(other)).toBeProblem(403, 'step_up_required')
    expect((await send()).status).toBeOneOf([200, 201, 204])
  },
)
