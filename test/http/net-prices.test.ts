import { expect, setDefaultTimeout, test } from 'bun:test'
import type { Scope } from '../../src/domain/accounts/scope.ts'
import { withAnotherKey } from '../support/api-keys.ts'
import { book, bookGroup } from '../support/bookings.ts'
import { guestPageOf, linkOf } from '../support/guest-page.ts'
import { postman, scriptAnswers, startMailing } from '../support/mails.ts'
import { tokenOf } from '../support/manage.ts'
import type { Answer } from '../support/matchers.ts'
import { courier } from '../support/outbox.ts'
import { startReceiver } from '../support/receiver.ts'
import { ROWS } from '../support/role-rows.ts'
import { makeWorld, pathOf, type World } from '../support/roles.ts'
import type { Call, TestService } from '../support/service.ts'
import { addSite } from '../support/sites.ts'
import { addOwnWebhook, addVendor, bearer, connect, naming } from '../support/vendors.ts'
import { addWebhook, deliveries, startSendingService } from '../support/webhooks.ts'

// Commission, debt and credit of an agency stand before nobody but the agency, the hotel and its partners, and admins
// (contract-agencies; contract-groups, *What a PMS needs of a booking*).

setDefaultTimeout(120_000)

/** Two nights at 76,543.21 are 153,086.42, of which 12.37 % are the agency's: 18,936.79; the hotel has 134,149.63. */
const PRICE_CENTS = 7_654_321
const COMMISSION_BP = 1_237
const CREDIT_CENTS = 987_654_307
/** The same of a group of one night. */
const FIGURES = [1_893_679, 13_414_963, 946_840, 6_707_481, COMMISSION_BP, CREDIT_CENTS]
/** Each as figures alone, whatever separates them; percents of a commission, too. Ids have figures by chance. */
const digitsOf = (text: string) => text.replaceAll(/(?<=\d)[.,\u00a0\u202f' ](?=\d)/g, '')
const isTold = (text: string) => {
  const digits = digitsOf(text)
  return FIGURES.filter((figure) => new RegExp(`(?<![\\w-])${figure}(?![\\w-])`).test(digits))
}

const GUEST = { firstName: 'Nadir', lastName: 'OfDelta', email: 'nadir@example.com' }

/** Delta's booking and group with unmistakable figures at Alfa and everybody. */
async function startTold(service: TestService) {
  const world = await makeWorld(service)
  const { manager, agency } = world.callers
  const days = ['2027-04-07', '2027-04-08', '2027-04-09'].map((date) => ({
    ...{ roomCode: 'DBL', date, available: 5, priceCents: PRICE_CENTS },
  }))
  expect(
    (await service.alfa.call('PUT', '/availability', { body: { updates: days } })).status,
  ).toBe(200)
  const terms = {
    ...{ commissionBp: COMMISSION_BP, creditLimitCents: CREDIT_CENTS },
    ...{ guestActs: true, stopSale: false, active: true },
  }
  const put = await manager('PUT', '/v1/panel/agencies/DELTA/terms', { body: terms })
  expect(put.status).toBe(200)
  const stay = { checkin: '2027-04-07', checkout: '2027-04-09', guest: GUEST }
  const collect = { payment: { collect: 'agency' } }
  const { code } = (await book(agency, { ...stay, ...collect })).body
  const night = { ...stay, checkin: '2027-04-08', checkout: '2027-04-09' }
  const group = (await bookGroup(agency, night)).body
  const ids = { ...world.ids, code, groupCode: group.code }
  return { ...world, ids } as World & { ids: Record<string, string> }
}

const ASKED = [{ roomCode: 'DBL', checkin: '2027-04-07', checkout: '2027-04-08' }]
/** Bodies with which a route of anybody answers more than a refusal. */
const BODIES: Record<string, object> = {
  'POST /v1/quotes': { hotelSlug: 'alfa', stays: ASKED },
  'POST /v1/bookings': { hotelSlug: 'alfa', guest: GUEST, ...ASKED[0] },
  'POST /v1/booking-groups': { hotelSlug: 'alfa', guest: GUEST, stays: ASKED },
}

/** Those who learn nothing of it. */
async function strangersOf(
  service: TestService,
  { callers }: World,
): Promise<Record<string, Call>> {
  const { nobody, guest, otherManager, otherAgency, otherKey } = callers
  const vendor = await addVendor(service, 'Narrow')
  await connect(service, vendor, service.alfa, ['availability:read', 'availability:write'])
  const narrow = await withAnotherKey(service, service.alfa, {
    scopes: ['availability:read', 'rates:write'],
  })
  const site = await addSite(service, { hotel: service.alfa, name: 'Another' })
  return {
    ...{ nobody, guest, otherManager, otherAgency, otherKey },
    narrowKey: bearer(service.call, narrow.secret),
    narrowVendor: (method, path, init) => vendor.call(method, naming(path, 'alfa'), init),
    site: site.for('203.0.113.9'),
  }
}

test('no route tells anybody else what an agency earns, owes or may owe (contract-agencies)', async () => {
  await using service = await startMailing({ stopping: AbortSignal.abort() })
  const world = await startTold(service)
  const strangers = await strangersOf(service, world)
  const { manager, agency, key, admin } = world.callers
  const routes = Object.entries(ROWS).filter(([route]) => route.startsWith('GET '))
  const told: string[] = []
  const seen = new Set<string>()
  for (const [route, row] of routes) {
    service.clock.advance(60_000)
    const path = pathOf(route, row, world)
    for (const [who, call] of Object.entries(strangers))
      for (const figure of isTold((await call('GET', path)).text))
        told.push(`${route} tells ${who} ${figure}`)
    for (const [who, call] of Object.entries({ manager, agency, key, admin }))
      if (isTold((await call('GET', path)).text).length > 0) seen.add(who)
  }
  expect(told).toEqual([])
  // The figures are found where they belong.
  expect([...seen].toSorted()).toEqual(['admin', 'agency', 'key', 'manager'])
})

test('no act of anybody else is answered with what an agency earns, owes or may owe (contract-agencies)', async () => {
  await using service = await startMailing({ stopping: AbortSignal.abort() })
  const world = await startTold(service)
  const strangers = await strangersOf(service, world)
  // The agency itself is told.
  const asked = { body: { hotelSlug: 'alfa', stays: [{ ...ASKED[0], checkout: '2027-04-09' }] } }
  expect(isTold((await world.callers.agency('POST', '/v1/quotes', asked)).text)).toContain(
    1_893_679,
  )
  const acts = Object.entries(ROWS).filter(([route]) => !route.startsWith('GET '))
  // Acts on the caller's own account come last: some end the session.
  const isOwn = ([route]: [string, unknown]) => Number(route.includes('/auth/'))
  const told: string[] = []
  let answered = 0
  for (const [route, row] of acts.toSorted((a, b) => isOwn(a) - isOwn(b))) {
    service.clock.advance(60_000)
    const body = BODIES[route] ?? row.body
    const [method = ''] = route.split(' ')
    for (const [who, call] of Object.entries(strangers)) {
      const { status, text } = await call(method, pathOf(route, row, world), body ? { body } : {})
      if (status < 300) answered++
      for (const figure of isTold(text)) told.push(`${route} tells ${who} ${figure}`)
    }
  }
  expect(told).toEqual([])
  expect(answered).toBeGreaterThan(25)
})

test('no webhook of anybody else is sent what an agency earns, owes or may owe, nor do its deliveries show it (contract-agencies)', async () => {
  await using receiver = startReceiver()
  await using service = await startSendingService()
  const { alfa, bravo } = service
  const vendor = await addVendor(service, 'Days Alone')
  const scopes: Scope[] = ['availability:read', 'availability:write', 'rates:write', 'webhooks']
  const hooks = {
    ...{ own: alfa, bravo, narrowKey: await withAnotherKey(service, alfa, { scopes }) },
    narrowVendor: await connect(service, vendor, alfa, scopes),
  }
  const ids: Record<string, string> = {}
  const days = { events: ['availability.changed'] }
  for (const [who, hotel] of Object.entries(hooks)) {
    const hook = { url: `${receiver.url}/${who}`, ...(who.startsWith('narrow') && days) }
    ids[who] = (await addWebhook(hotel, hook)).id
  }
  await addOwnWebhook(vendor, `${receiver.url}/vendor`, days)
  const { callers, ids: of } = await startTold(service)
  await bravo.call('POST', `/webhooks/${ids.bravo}/test`)
  for (const body of [{ checkout: '2027-04-08' }, { checkout: '2027-04-09' }])
    expect((await callers.agency('PATCH', `/v1/bookings/${of.code}`, { body })).status).toBe(200)
  await callers.agency('POST', `/v1/booking-groups/${of.groupCode}/cancel`)
  await courier(service).work()

  const sent = new Set(receiver.received.map(({ path }) => path.replace('/hook/', '')))
  expect([...sent].toSorted()).toEqual(['bravo', 'narrowKey', 'narrowVendor', 'own', 'vendor'])
  const told = receiver.received.filter(({ body }) => isTold(body).length > 0)
  expect([...new Set(told.map(({ path }) => path))]).toEqual(['/hook/own'])
  for (const [who, hotel] of Object.entries(hooks)) {
    const { text } = await deliveries(hotel, ids[who]!)
    expect([who, isTold(text)]).toEqual([who, []])
  }
})

test('no answer, page or mail tells a guest what the agency of the booking earns (contract-groups, *What a PMS needs of a booking*)', async () => {
  await using service = await startMailing()
  const world = await startTold(service)
  const { code, groupCode } = world.ids
  const visit = guestPageOf(service)
  const told: string[] = []
  const note = (what: string, text: string) => {
    for (const figure of isTold(text)) told.push(`${what}: ${figure}`)
  }
  const manageToken = await tokenOf(service, code!)
  const [first] = (await world.callers.agency('GET', `/v1/acenta/booking-groups/${groupCode}`)).body
    .bookings
  const groupToken = await tokenOf(service, first.code)
  const asked: [string, Promise<Answer>][] = []
  for (const [kind, at, token] of [
    ['bookings', code, manageToken],
    ['booking-groups', groupCode, groupToken],
  ] as const) {
    const path = `/v1/${kind}/${at}`
    asked.push(
      [`${kind} by e-mail`, service.call('GET', `${path}?email=${GUEST.email}`)],
      [
        `${kind} change`,
        service.call('PATCH', path, {
          body: { manageToken: token, simulate: true, specialRequests: 'Quiet' },
        }),
      ],
      [
        `${kind} cancel`,
        service.call('POST', `${path}/cancel`, { body: { manageToken: token, simulate: true } }),
      ],
    )
  }
  for (const [what, answer] of asked) {
    const { status, text } = await answer
    expect([what, status < 300]).toEqual([what, true])
    note(what, text)
  }
  for (const at of [code!, first.code]) {
    const link = await linkOf(service, at)
    const page = await visit(link)
    expect(page.html).toContain(at)
    note(`page of ${at}`, page.html)
  }
  const { post, letters } = scriptAnswers()
  await service.call('POST', `/v1/bookings/${code}/cancel`, { body: { manageToken } })
  await service.call('POST', `/v1/booking-groups/${groupCode}/cancel`, {
    body: { manageToken: groupToken },
  })
  await postman(service, { post }).after(60_000)
  const own = letters.filter(({ to }) => to.address === GUEST.email)
  expect(own.length).toBeGreaterThan(1)
  for (const letter of own) note('mail', JSON.stringify(letter))
  expect(told).toEqual([])
})
