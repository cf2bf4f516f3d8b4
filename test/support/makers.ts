import { noteKeyUses } from '../../src/service/accounts/api-keys.ts'
import { noteSiteUses } from '../../src/service/sites/sites.ts'
import { type Call, startService, type TestService } from './service.ts'
import { bySite } from './sites.ts'
import { signIn, type TestUser } from './users.ts'
import { addVendor, bearer, type TestVendor } from './vendors.ts'

/** Something that gives access, with what uses it. */
export type CreatedThing = { kind: string; id: string; name: string; call?: Call }

/** A service behind a proxy; its hotel Alfa has two owners. */
export async function startMakers() {
  const service = await startService({ trustedProxies: 1, requestsPerMinute: null })
  const hire = (name: string, hotelIds: number[]) =>
    signIn(service, 'hotel_manager', { name, hotelIds })
  return {
    service,
    olga: await hire('olga', [service.alfa.id]),
    mehmet: await hire('mehmet', [service.alfa.id, service.bravo.id]),
    vendor: await addVendor(service),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

/** Flushes now the counters that are otherwise flushed each minute. */
export async function noteUsesNow({ deps, context }: TestService): Promise<void> {
  await noteKeyUses(deps, context.keyUses)
  await noteSiteUses(deps, context.siteUses)
}

/** The address that a call comes from, before the proxy. */
export const FROM = (address: string) => ({ headers: { 'x-forwarded-for': address } })

const SCOPES = ['bookings:read', 'availability:read', 'availability:write', 'webhooks']

/**
 * Everything that somebody may make at a hotel by their session: a key, a key of the sandbox, a site, a webhook, the
 * connection of a vendor, and a webhook by each of the keys and by the vendor.
 */
export async function makeAll(
  { service, vendor }: { service: TestService; vendor: TestVendor },
  { call, user }: TestUser,
  hotel: string,
): Promise<Record<string, CreatedThing>> {
  const post = async (path: string, body: object, by: Call = call) => {
    const answer = await by('POST', path, { body })
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  const at = `?hotel=${hotel}`
  const host = `https://hooks.example.com/${user.name}/${hotel}`
  const name = (what: string) => `${user.name} ${what}`
  const key = await post(`/v1/panel/api-keys${at}`, { name: name('key'), scopes: SCOPES })
  const tester = { name: name('test'), mode: 'test', scopes: SCOPES }
  const test = await post(`/v1/panel/api-keys${at}`, tester)
  const site = await post(`/v1/panel/sites${at}`, { name: name(`at ${hotel}`) })
  const scopes = { vendorId: vendor.id, scopes: SCOPES }
  const { connection } = await post(`/v1/panel/vendors${at}`, scopes)
  const keyCall = bearer(service.call, key.secret)
  const testCall = bearer(service.call, test.secret)
  const hook = (what: string, path: string, by: Call) =>
    post(path, { url: `${host}/${what}` }, by).then(
      ({ id, url }): CreatedThing => ({ kind: 'webhook', id, name: url }),
    )
  return {
    key: { kind: 'key', id: key.id, name: key.name, call: keyCall },
    test: { kind: 'key', id: test.id, name: test.name, call: testCall },
    site: { kind: 'site', id: site.id, name: site.name, call: bySite(service.call, site.secret) },
    connection: { kind: 'connection', id: connection.id, name: vendor.name, call: vendor.call },
    hook: await hook('panel', `/v1/panel/webhooks${at}`, call),
    keyHook: await hook('key', '/webhooks', keyCall),
    testHook: await hook('test', '/webhooks', testCall),
    vendorHook: await hook('vendor', `/webhooks${at}`, vendor.call),
  }
}
