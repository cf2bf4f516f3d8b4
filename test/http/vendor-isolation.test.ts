import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { book, bookGroup } from '../support/bookings.ts'
import { push } from '../support/http.ts'
import type { Answer } from '../support/matchers.ts'
import { ROWS } from '../support/role-rows.ts'
import { pathOf, type World } from '../support/roles.ts'
import { bookTest, groupTest, openSandbox } from '../support/sandbox.ts'
import { type Call, startService, type TestHotel, type TestService } from '../support/service.ts'
import {
  addOwnWebhook,
  addVendor,
  bearer,
  connect,
  disconnect,
  naming,
  type TestVendor,
} from '../support/vendors.ts'
import { addWebhook, attemptAll, deliveries, queueEvents } from '../support/webhooks.ts'

// Every partner route × who calls × whose it is about (issue 16): a new route enters by its row of `ROWS`.

const RANGE = 'from=2027-04-01&to=2027-04-09'

/** What there is to find: of Alfa, of the hotel next door, of Alfa's sandbox; each with words that only it holds. */
const TARGETS = ['own', 'other', 'sandbox'] as const
type Target = (typeof TARGETS)[number]

/** What each caller may be told, by those words; of the others nothing. */
const CALLERS = {
  live: ['Ownguest', 'own-hook', '411113'],
  test: ['Twinguest', 'twin-hook', '633331'],
  connected: ['Ownguest', 'vendor-hook', '411113'],
  notConnected: ['stranger-hook'],
  disconnected: ['former-hook'],
} as const
type Caller = keyof typeof CALLERS
const MARKS = [
  ...['Ownguest', 'own-hook', '411113', 'Otherguest', 'other-hook', '522227'],
  ...['Twinguest', 'twin-hook', '633331', 'vendor-hook', 'former-hook'],
  'stranger-hook',
]

/** Routes that a vendor calls without naming a hotel. */
const UNNAMED = (route: string) =>
  ['GET /v1/partner/hotels', 'GET /v1/partner/limits', 'POST /v1/partner/changes/read'].includes(
    route,
  ) || route.includes('/v1/partner/vendor-webhooks')

type Scene = {
  calls: Record<Caller, Call>
  ids: Record<Target | 'vendor' | 'stranger' | 'former', Record<string, string>>
  cursors: Record<Target, string>
  hotels: Record<Target, TestHotel>
}

const guest = (lastName: string) => ({
  guest: { firstName: lastName, lastName, email: `${lastName}@example.com` },
})

/** An endpoint with a delivery that failed once, and what there is of bookings and pushes. */
async function fill(service: TestService, at: TestHotel, name: string, priceCents: number) {
  const webhook = await addWebhook(at, {
    url: `https://${name.toLowerCase()}-hook.example.com/x`,
    events: ['booking.confirmed', 'availability.changed'],
  })
  const days = ['2027-04-01', '2027-04-02', '2027-04-03']
  const updates = days.map((date) => ({ roomCode: 'DBL', date, available: 9, priceCents }))
  expect((await push(at, updates)).status).toBe(200)
  const more = guest(`${name}guest`)
  const { body, status } =
    at.id < 0 ? await bookTest(at, more) : await book(service.call, { ...more, hotelSlug: at.slug })
  expect(status).toBe(201)
  const group =
    at.id < 0
      ? await groupTest(at, [{}], more)
      : await bookGroup(service.call, { ...more, hotelSlug: at.slug })
  await queueEvents(service)
  await attemptAll(service, webhook.id, { status: 500, error: 'status' })
  const [delivery] = (await deliveries(at, webhook.id)).body.items
  return {
    code: body.code,
    groupCode: group.body.code,
    webhookId: webhook.id,
    deliveryId: delivery.id,
    keyId: at.keyId,
  }
}

async function stage(service: TestService): Promise<Scene> {
  const { alfa, bravo, call } = service
  const sandbox = await openSandbox(service)
  const [vendor, stranger, former] = [
    await addVendor(service),
    await addVendor(service, 'Stranger'),
    await addVendor(service, 'Former'),
  ]
  const connected = await connect(service, vendor, alfa)
  const ended = await connect(service, former, alfa)
  const hook = (at: TestHotel, name: string) =>
    addWebhook(at, { url: `https://${name}-hook.example.com/x` })
  const vendorHook = await hook(connected, 'vendor')
  const formerHook = await hook(ended, 'former')
  const own = async (of: TestVendor, name: string) =>
    (await addOwnWebhook(of, `https://${name}-hook.example.com/own`)).id
  const owns = [
    await own(vendor, 'vendor'),
    await own(stranger, 'stranger'),
    await own(former, 'former'),
  ]
  const filled = {
    own: await fill(service, alfa, 'Own', 411_113),
    other: await fill(service, bravo, 'Other', 522_227),
    sandbox: await fill(service, sandbox, 'Twin', 633_331),
  }
  const holders = [vendor, stranger, former]
  const ownIds = await Promise.all(holders.map((holder, n) => ownIdsOf(service, holder, owns[n]!)))
  const ids = {
    ...filled,
    vendor: { webhookId: vendorHook.id, ...ownIds[0] },
    stranger: { ...ownIds[1] },
    former: { webhookId: formerHook.id, ...ownIds[2] },
  }
  await disconnect(service, former, alfa)
  const hotels = { own: alfa, other: bravo, sandbox }
  const cursorOf = async (at: TestHotel) =>
    (await at.call('GET', '/changes?limit=1')).body.nextCursor
  return {
    calls: {
      live: bearer(call, alfa.secret),
      test: bearer(call, sandbox.secret),
      connected: vendor.call,
      notConnected: stranger.call,
      disconnected: former.call,
    },
    ids,
    cursors: {
      own: await cursorOf(alfa),
      other: await cursorOf(bravo),
      sandbox: await cursorOf(sandbox),
    },
    hotels,
  }
}

/** A vendor's own webhook, and the newest delivery to it: of a booking at Alfa, or a ping. */
async function ownIdsOf({ store }: TestService, { call }: TestVendor, id: string) {
  await call('POST', `/vendor-webhooks/${id}/test`)
  const { delivery } = store.t
  const rows = await store.db.select().from(delivery).where(eq(delivery.webhookId, id))
  const [newest] = rows.toSorted((a, b) => Number(b.hotelId > 0) - Number(a.hotelId > 0))
  return { ownWebhookId: id, ownDeliveryId: newest!.id }
}

const partnerRoutes = ({ app }: TestService): string[] =>
  app.routes
    .map(({ method, path }: { method: string; path: string }) => `${method} ${path}`)
    .filter((route: string) => route.includes(' /v1/partner'))

/** Routes in an order in which what takes something away comes last. */
const inOrder = (all: readonly string[]) =>
  all.toSorted((a, b) => Number(/DELETE|reset/.test(a)) - Number(/DELETE|reset/.test(b)))

/** A route of the table as it is asked about a target, without the hotel. */
function askedOf(route: string, ids: Record<string, string>): [string, string] {
  const row = ROWS[route]!
  const filled = { userId: '', pushId: '', ...ids }
  const path = pathOf(route, row, { ids: filled, callers: {} as World['callers'] })
  return [route.split(' ')[0]!, path.replace('/v1/partner', '')]
}

/** Slugs that a caller could name a target by: a sandbox by its hotel's, and as it is stored. */
const SLUGS: Record<Target, string[]> = { own: ['alfa'], other: ['bravo'], sandbox: ['alfa~1'] }

/** All that the holders of the three see of their own, to see whether anybody changed it. */
async function portraitOf({ hotels, ids }: Scene): Promise<string> {
  const texts: string[] = []
  for (const target of TARGETS)
    for (const path of [
      `/availability?${RANGE}`,
      `/rates?${RANGE}`,
      `/bookings?${RANGE}`,
      '/changes?limit=500',
      '/webhooks',
      `/webhooks/${ids[target].webhookId}/deliveries`,
      '/mapping',
    ])
      texts.push(`${target} ${path} ${(await hotels[target].call('GET', path)).text}`)
  return texts.join('\n').replaceAll(/"lastAttemptAt":"[^"]*"/g, '')
}

/** No word of anybody else's stands in an answer. */
function expectNoLeak(caller: Caller, asked: string, { text }: Answer): void {
  const known: readonly string[] = CALLERS[caller]
  const leaked = MARKS.filter((mark) => text.includes(mark) && !known.includes(mark))
  expect([caller, asked, leaked]).toEqual([caller, asked, []])
}

test('every route of the partner interface has a row, so that it is asked as everybody (issue 16)', async () => {
  await using service = await startService()
  for (const route of partnerRoutes(service))
    expect([route, ROWS[route]]).toEqual([route, expect.any(Object)])
})

test('no route answers a vendor that is not connected, or not any more: always the 404 of a hotel that is none (contract §8, issue 16)', async () => {
  await using service = await startService({ stopping: AbortSignal.abort() })
  const scene = await stage(service)
  const before = await portraitOf(scene)
  const nowhere = await scene.calls.notConnected('GET', '/hotel?hotel=nowhere')
  const refusal = nowhere.text.replace(nowhere.body.requestId, '')

  const ownOf = {
    ...{ notConnected: scene.ids.stranger, disconnected: scene.ids.former },
    connected: scene.ids.vendor,
  }
  for (const route of inOrder(partnerRoutes(service)))
    for (const caller of ['notConnected', 'disconnected', 'connected'] as const)
      for (const target of TARGETS) {
        if (caller === 'connected' && target === 'own') continue
        service.clock.monotonicMs += 60_000
        const [method, path] = askedOf(route, scene.ids[target])
        const { body } = ROWS[route]!
        for (const slug of SLUGS[target]) {
          const answer = await scene.calls[caller](method, naming(path, slug), { body })
          const asked = `${route} ${slug}`
          expect([caller, asked, answer.status]).toEqual([caller, asked, 404])
          const told = answer.text.replace(answer.body.requestId, '')
          expect([caller, asked, told]).toEqual([caller, asked, refusal])
        }
        const unnamed = await scene.calls[caller](method, path, { body })
        if (UNNAMED(route)) {
          expectNoLeak(caller, route, unnamed)
          const [, its] = askedOf(route, { ...scene.ids[target], ...ownOf[caller] })
          expectNoLeak(caller, route, await scene.calls[caller](method, its, { body }))
        } else expect([route, unnamed.body.code]).toEqual([route, 'hotel_required'])
      }
  expect(await portraitOf(scene)).toBe(before)
})

test('no route shows a live key, a test key or a connected vendor what is another’s, or changes it (issue 16)', async () => {
  await using service = await startService({ stopping: AbortSignal.abort() })
  const scene = await stage(service)
  const others: Record<'live' | 'test' | 'connected', (keyof Scene['ids'])[]> = {
    live: ['other', 'sandbox', 'vendor', 'former'],
    test: ['own', 'other', 'vendor', 'former'],
    connected: ['other', 'sandbox', 'former', 'stranger'],
  }
  const slugOf = { live: undefined, test: undefined, connected: 'alfa' }
  const callers = ['live', 'test', 'connected'] as const

  // Everything by the ids of others, before anything of one's own is touched.
  const before = await portraitOf(scene)
  for (const route of partnerRoutes(service))
    for (const caller of callers)
      for (const target of others[caller]) {
        if (!/\/(bookings|booking-groups|webhooks|vendor-webhooks|faults)\/:/.test(route)) continue
        const ids = scene.ids[target]
        if (/\/(bookings|booking-groups)\/:code/.test(route) && !ids.code) continue
        service.clock.monotonicMs += 60_000
        const [method, path] = askedOf(route, { code: 'x', deliveryId: 'x', keyId: 'x', ...ids })
        const slug = slugOf[caller]
        const asked = slug ? naming(path, slug) : path
        const answer = await scene.calls[caller](method, asked, { body: ROWS[route]!.body ?? {} })
        const isRefused = [403, 404, 422].includes(answer.status)
        expect([caller, route, target, isRefused]).toEqual([caller, route, target, true])
        expectNoLeak(caller, `${route} of ${target}`, answer)
      }
  // The hotel's webhooks are no vendor's, though the hotel is.
  for (const path of ['', '/deliveries']) {
    const { webhookId } = scene.ids.own
    const asked = naming(`/webhooks/${webhookId}${path}`, 'alfa')
    expect((await scene.calls.connected('GET', asked)).status).toBe(404)
  }
  for (const caller of callers)
    for (const target of TARGETS) {
      const isOwn = (caller === 'test') === (target === 'sandbox') && target !== 'other'
      const asked = `/changes?cursor=${scene.cursors[target]}`
      const slug = slugOf[caller]
      const answer = await scene.calls[caller]('GET', slug ? naming(asked, slug) : asked)
      expect([caller, target, answer.status]).toEqual([caller, target, isOwn ? 200 : 422])
    }
  expect(await portraitOf(scene)).toBe(before)

  // Then everything of one's own, which shows nothing else either; what takes something away comes last.
  const found = new Set<string>()
  const routes = inOrder(partnerRoutes(service))
  for (const route of routes)
    for (const caller of callers) {
      service.clock.monotonicMs += 60_000
      const own = caller === 'test' ? scene.ids.sandbox : scene.ids.own
      const ids = caller === 'connected' ? { ...own, ...scene.ids.vendor } : own
      const [method, path] = askedOf(route, ids)
      const slug = slugOf[caller]
      const asked = slug ? naming(path, slug) : path
      const answer = await scene.calls[caller](method, asked, { body: ROWS[route]!.body })
      expect(answer.status).toBeLessThan(500)
      expectNoLeak(caller, route, answer)
      if (answer.status < 300) found.add(`${caller} ${route}`)
    }
  // Each caller is let in where it should be, or nothing would have been shown.
  for (const route of routes)
    for (const caller of callers) {
      if (!route.startsWith('GET') || /sandbox|:deliveryId/.test(route)) continue
      if (route.includes('vendor-webhooks') && caller !== 'connected') continue
      expect([caller, route, found.has(`${caller} ${route}`)]).toEqual([caller, route, true])
    }
})
