import { afterAll } from 'bun:test'
import { addPhoto } from '../../src/service/photos/photos.ts'
import { insertReview } from '../../src/store/bookings/reviews.ts'
import { book, bookGroup, sell } from './bookings.ts'
import { makeExtra } from './extras.ts'
import { jpeg } from './pictures.ts'
import type { Row } from './role-rows.ts'
import { type Call, startService, type TestService } from './service.ts'
import { addSite } from './sites.ts'
import { addAgency, signIn } from './users.ts'
import { addVendor, connect } from './vendors.ts'
import { addWebhook, deliveries, queueEvents } from './webhooks.ts'

/** Everybody who calls, in the order of the letters of a row. */
export const ROLES = [
  'nobody',
  'guest',
  'manager',
  'otherManager',
  'agency',
  'otherAgency',
  'admin',
  'key',
  'otherKey',
] as const

/** One of them. */
export type RoleName = (typeof ROLES)[number]

/** Who calls, and the ids of what there is to ask about. */
export type World = { callers: Record<RoleName, Call>; ids: Record<string, string> }

/**
 * Stages a world for each route that a file asks: routes that read share one, any other has its own.
 *
 * @param more what else is done in each, once
 */
export function stageFor<More = object>(
  more: (service: TestService, world: World) => Promise<More>,
) {
  const stage = async () => {
    // The server acts as if it were about to stop, so that long polls of a test return at once.
    const service = await startService({ stopping: AbortSignal.abort() })
    const world = await makeWorld(service)
    return { service, world, ...(await more(service, world)) }
  }
  let shared: ReturnType<typeof stage> | undefined
  afterAll(async () => await (await shared)?.service[Symbol.asyncDispose]())
  return async (route: string) => {
    if (!route.startsWith('GET ')) {
      const own = await stage()
      return { ...own, [Symbol.asyncDispose]: () => own.service[Symbol.asyncDispose]() }
    }
    shared ??= stage()
    const common = await shared
    // Each route starts with fresh rate limits, which count by the minute.
    common.service.clock.advance(60_000)
    return { ...common, [Symbol.asyncDispose]: async () => {} }
  }
}

/** Alfa with three bookings (without an account, of the guest, of agency Delta), two groups, and a caller of every role. */
export async function makeWorld(service: TestService): Promise<World> {
  const { alfa, bravo, store } = service
  await sell(service)
  const [push] = await store.db.select().from(store.t.push)
  const delta = await addAgency(service)
  const echo = await addAgency(service, 'ECHO')
  const guest = await signIn(service, 'guest')
  const agency = await signIn(service, 'agency_user', { agencyId: delta })
  const bearer =
    (secret: string): Call =>
    (method, path, init = {}) =>
      service.call(method, path, { ...init, headers: { authorization: `Bearer ${secret}` } })
  const webhook = await addWebhook(alfa)
  const named = (lastName: string) => ({
    guest: { firstName: 'A', lastName, email: `${lastName}@example.com` },
  })
  const { code } = (await book(service.call, named('OfNobody'))).body
  const group = await bookGroup(service.call, named('OfNobody'))
  await book(guest.call, named('OfGuest'))
  const ofAgency = await book(agency.call, named('OfDelta'))
  const later = { checkin: '2027-04-05', checkout: '2027-04-06' }
  const agencyGroup = await bookGroup(agency.call, { ...named('OfDelta'), ...later })
  await store.tx(async (tx) => {
    const review = { bookingCode: code, author: 'A', rating: 4, text: '', createdAtMs: 0 }
    await insertReview(tx, {
      ...review,
      hotelId: alfa.id,
      id: 'r1',
      reply: null,
      repliedAtMs: null,
    })
  })
  await queueEvents(service)
  const [delivery] = (await deliveries(alfa, webhook.id)).body.items
  const callers = {
    nobody: service.call,
    guest: guest.call,
    manager: (await signIn(service, 'hotel_manager', { hotelIds: [alfa.id] })).call,
    otherManager: (await signIn(service, 'hotel_manager', { name: 'm2', hotelIds: [bravo.id] }))
      .call,
    agency: agency.call,
    otherAgency: (await signIn(service, 'agency_user', { name: 'a2', agencyId: echo })).call,
    admin: (await signIn(service, 'admin')).call,
    key: bearer(alfa.secret),
    otherKey: bearer(bravo.secret),
  }
  const desk = { name: 'desk', memberships: [{ hotelId: alfa.id, role: 'front_desk' as const }] }
  const { user: member } = await signIn(service, 'hotel_manager', desk)
  const seller = { name: 'seller', agencyId: delta, agencyRole: 'agency_seller' as const }
  const { user: colleague } = await signIn(service, 'agency_user', seller)
  const webhookIds = { webhookId: webhook.id, deliveryId: delivery.id }
  const vendor = await addVendor(service)
  const system = { type: 'system', id: 'test' } as const
  const place = { hotel: { ...alfa, name: 'Alfa' }, roomCode: 'DBL' }
  const photo = await addPhoto(service.deps, system, place, jpeg())
  await connect(service, vendor, alfa)
  await makeExtra(service, { code: 'LATE' })
  const site = await addSite(service, { hotel: alfa })
  const adminSite = await addSite(service)
  const ids = {
    ...{ code, groupCode: group.body.code, agencyGroupCode: agencyGroup.body.code },
    agencyBookingCode: ofAgency.body.code,
    ...{ userId: guest.user.id, memberId: member.id, colleagueId: colleague.id },
    ...{ keyId: alfa.keyId, pushId: push!.id, vendorId: vendor.id, ...webhookIds },
    ...{ photoId: photo.id, siteId: site.id, adminSiteId: adminSite.id },
  }
  return { callers, ids }
}

/** The address of a row's route, with the ids of what there is. */
export function pathOf(route: string, { path }: Row, { ids }: World): string {
  const { userId, pushId, keyId, webhookId, vendorId, photoId, siteId } = ids
  const { ownWebhookId = webhookId, ownDeliveryId = ids.deliveryId } = ids
  const KINDS = /\/(users|pushes|vendor-webhooks|webhooks|vendors|photos|sites)\//
  const [, kind = ''] = route.match(KINDS) ?? []
  const of = {
    ...{ users: userId, pushes: pushId, webhooks: webhookId, vendors: vendorId },
    ...{ photos: photoId, sites: siteId, 'vendor-webhooks': ownWebhookId },
  }
  const id = of[kind as keyof typeof of] ?? keyId
  const filled = (path ?? route.slice(route.indexOf('/')))
    .replace('colleagues/:userId', `colleagues/${ids.colleagueId}`)
    .replace('acenta/booking-groups/:code', `acenta/booking-groups/${ids.agencyGroupCode}`)
    .replace('acenta/bookings/:code', `acenta/bookings/${ids.agencyBookingCode}`)
    .replace('booking-groups/:code', `booking-groups/${ids.groupCode}`)
    .replace(':code', ids.code!)
    .replace(':slug', 'alfa')
    .replace(':id', id!)
    .replace(':adminSiteId', ids.adminSiteId!)
    .replace(':deliveryId', (kind === 'vendor-webhooks' ? ownDeliveryId : ids.deliveryId)!)
    .replace(':userId', ids.memberId!)
  if (!filled.startsWith('/v1/panel')) return filled
  return `${filled}${filled.includes('?') ? '&' : '?'}hotel=alfa`
}
