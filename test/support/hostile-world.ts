import { SCOPES } from '../../src/domain/accounts/scope.ts'
import type { User } from '../../src/domain/accounts/user.ts'
import { createApiKey, endApiKey } from '../../src/service/accounts/api-keys.ts'
import { findUserSecret } from '../../src/store/accounts/users.ts'
import { type Event, recordLog } from './http.ts'
import { tokenOf } from './manage.ts'
import { jpeg } from './pictures.ts'
import { makeWorld, type World } from './roles.ts'
import { openSandbox } from './sandbox.ts'
import { startService, type TestService } from './service.ts'
import { addSite } from './sites.ts'
import { signIn, signToken } from './users.ts'
import { addVendor, connect } from './vendors.ts'

/** A service with something of everything in it, and what each who calls sends to be known. */
export type HostileWorld = World & {
  service: TestService
  /** Headers by who calls. */
  actors: Map<string, Record<string, string>>
  /** The manage token of the booking of nobody, by which its guest acts. */
  manageToken: string
  photo: Uint8Array<ArrayBuffer>
  /** Everything that the service has logged. */
  events: Event[]
  [Symbol.asyncDispose](): Promise<void>
}

/** Who calls; those of Alfa first. */
export const ACTORS = [
  ...['nobody', 'holder', 'guest', 'admin', 'owner', 'readOnly', 'frontDesk', 'revenue'],
  ...['agencyOwner', 'agencySeller', 'agencyAccounts', 'key', 'vendor', 'sandbox', 'site'],
  'keyOfOneScope',
  ...['otherOwner', 'otherAgency', 'otherKey', 'revokedKey', 'blocked', 'forged'],
] as const

/** Those to whom nothing of Alfa may be told. */
export const STRANGERS: readonly string[] = [
  ...['otherOwner', 'otherAgency', 'otherKey', 'revokedKey', 'blocked', 'forged'],
]

let worlds = 0
const ACTOR = { type: 'system', id: 'test' } as const

/** Starts a service of which every request may change anything. */
export async function makeHostileWorld(): Promise<HostileWorld> {
  const { log, events } = recordLog()
  // The server acts as if it were about to stop, so that long polls return at once.
  const service = await startService({ stopping: AbortSignal.abort(), log })
  const world = await makeWorld(service)
  const { alfa, bravo, deps, store } = service
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
  const knownToken = async (name: string) =>
    bearer(
      await signToken(
        service,
        (await findUserSecret(store, `${name}@example.com`)) as unknown as User,
      ),
    )
  const newToken = async (
    ...who: Parameters<typeof signIn> extends [unknown, ...infer W] ? W : never
  ) => bearer((await signIn(service, ...who)).token)
  const member = (name: string, role: 'read_only' | 'front_desk' | 'revenue') =>
    newToken('hotel_manager', { name, memberships: [{ hotelId: alfa.id, role }] })
  const { agencyId } = (await findUserSecret(store, 'agency_user@example.com'))!
  const newKey = async (scopes: readonly string[]) =>
    await createApiKey(deps, {
      hotelId: alfa.id,
      name: 'one',
      scopes,
      requestsPerMinute: 1_000_000,
    })
  const vendor = await addVendor(service, 'Pier Channels')
  await connect(service, vendor, alfa)
  const revoked = await newKey(SCOPES)
  await endApiKey(deps, { id: revoked.key.id, hotelId: alfa.id }, ACTOR)
  const site = await addSite(service, { hotel: alfa, name: 'shop.example' })
  // A hotel has five keys at most: the next world's has the next scope.
  const scoped = await newKey([SCOPES[worlds++ % SCOPES.length]!])
  const actors = new Map<string, Record<string, string>>([
    ['nobody', {}],
    ['holder', {}],
    ['guest', await knownToken('guest')],
    ['admin', await knownToken('admin')],
    ['owner', await knownToken('hotel_manager')],
    ['readOnly', await member('reader', 'read_only')],
    ['frontDesk', await member('clerk', 'front_desk')],
    ['revenue', await member('pricer', 'revenue')],
    ['agencyOwner', await knownToken('agency_user')],
    ['agencySeller', await knownToken('seller')],
    [
      'agencyAccounts',
      await newToken('agency_user', { name: 'books', agencyId, agencyRole: 'agency_accounts' }),
    ],
    ['key', bearer(alfa.secret)],
    ['vendor', bearer(vendor.secret)],
    ['sandbox', bearer((await openSandbox(service)).secret)],
    ['site', { 'x-service-site': site.secret, 'x-service-visitor': '203.0.113.7' }],
    ['keyOfOneScope', bearer(scoped.secret)],
    ['otherOwner', await knownToken('m2')],
    ['otherAgency', await knownToken('a2')],
    ['otherKey', bearer(bravo.secret)],
    ['revokedKey', bearer(revoked.secret)],
    ['blocked', await newToken('admin', { name: 'gone', status: 'blocked' })],
    ['forged', bearer('eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.')],
  ])
  return {
    ...{ ...world, service, actors, events, photo: new Uint8Array(jpeg()) },
    manageToken: await tokenOf(service, world.ids.code!),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}
