import { SQL } from 'bun'
import { createLog } from '../../src/log.ts'
import type { SenderWorld } from '../../src/outbox/attempt.ts'
import { createSend } from '../../src/outbox/deliver.ts'
import { realDeps } from '../../src/service/real-deps.ts'
import { insertCity, insertHotel } from '../../src/store/catalog/catalog.ts'
import { createVault } from '../../src/store/engine/vault.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import type { PostgresTarget } from '../../src/store/postgres/pool.ts'
import { insertOutbox } from '../../src/store/webhooks/outbox.ts'
import { insertWebhook } from '../../src/store/webhooks/webhooks.ts'
import type { PostgresServer } from './postgres-server.ts'

/** The key of all replicas, as `ENCRYPTION_KEY` is. */
export const SHARED_KEY = Buffer.from('a key that all the replicas share').toString('base64')
const WORLD = realDeps({
  vault: createVault(SHARED_KEY),
  allowPrivateWebhooks: true,
  allowLoopbackWebhooks: true,
  passwordCost: { memoryCost: 8, timeCost: 1 },
})

/** The worker's lease in these tests: a second is waited for, where a service has four. */
export const LEASE_MS = 1_000

/**
 * Notes in the database what is under way when the lease is taken: nothing of the term before is written any more, and
 * nothing is sent by the next one yet. A busy machine ends terms by itself, too.
 */
const NOTES_UNDER_WAY = `create table was_under_way (id text primary key);
  create function note_under_way() returns trigger language plpgsql as $$ begin
    insert into was_under_way select o.id from delivery d join outbox o on o.seq = d.outbox_seq
      where d.leased_until_ms is not null on conflict do nothing;
    return null;
  end $$;
  create trigger note_under_way after update of epoch on lease for each row
    when (old.epoch <> new.epoch) execute function note_under_way()`

let made = 0

/** A database of its own on a server, with a hotel that has an endpoint. */
export async function startScene({ url }: PostgresServer, receiverUrl: string) {
  const name = `scene_${made++}`
  const admin = new SQL({ url, max: 1 })
  await admin.unsafe(`create database ${name}`)
  await admin.close()
  const direct = new URL(url)
  direct.pathname = `/${name}`
  const store = await openStore(targetAt(direct))
  const owner = new SQL({ url: direct.href, max: 1 })
  await owner.unsafe(NOTES_UNDER_WAY)
  await owner.close()
  const hotelId = await store.tx(async (tx) => {
    const cityId = await insertCity(tx, { slug: 'city', name: 'City', country: 'TR' })
    const id = await insertHotel(tx, { ...HOTEL, cityId })
    await insertWebhook(tx, { ...WEBHOOK, hotelId: id, url: receiverUrl }, SECRET)
    return id
  })
  return {
    store,
    /** To the same database, by way of a relay. */
    by: (port: number): PostgresTarget => {
      const way = new URL(direct)
      way.port = String(port)
      return targetAt(way)
    },
    target: targetAt(direct),
    /** Queues the next event of a booking. */
    tell: (bookingCode: string, revision: number) =>
      tell(store, { hotelId, bookingCode, revision }),
    /** Ids of events of which an attempt was under way when a term ended, and how many terms have begun. */
    async endedTerms(): Promise<{ underWay: Set<string>; terms: number }> {
      const sql = new SQL({ url: direct.href, max: 1 })
      const rows = await sql`select id from was_under_way`
      const [lease] = await sql`select epoch from lease where name = 'worker'`
      await sql.close()
      const underWay = new Set<string>(rows.map(({ id }: { id: string }) => id))
      return { underWay, terms: Number(lease.epoch) }
    },
    [Symbol.asyncDispose]: () => store.close(),
  }
}

export type Scene = Awaited<ReturnType<typeof startScene>>

const targetAt = ({ href }: URL): PostgresTarget => ({
  ...{ url: href, directUrl: href, prepare: true, leaseMs: LEASE_MS },
})

/** What a replica sends by. */
export const senderWorld = (store: Store, choice: Partial<SenderWorld> = {}): SenderWorld => ({
  ...WORLD,
  store,
  brand: 'service',
  version: '0',
  log: createLog('error'),
  monotonicMs: () => performance.now(),
  random: Math.random,
  send: createSend(WORLD),
  fetchesMax: 256,
  ...choice,
})

const SECRET = await WORLD.vault.seal(WORLD.newWebhookSecret())
const HOTEL = {
  ...{ slug: 'alfa', name: 'Hotel Alfa', currency: 'EUR', timezone: 'Europe/Istanbul', stars: 4 },
  ...{ address: '1 Main St', lat: 41, lng: 29, checkinTime: '14:00', checkoutTime: '12:00' },
  ...{ restoreOnCancel: true, active: true, createdAtMs: 0 },
}
const WEBHOOK = {
  ...{ id: 'endpoint', description: '', events: ['booking.confirmed' as const] },
  ...{
    apiKeyId: null,
    vendorId: null,
    createdBy: null,
    createdByKey: null,
    active: true,
    offReason: null,
    offAtMs: null,
    previousUntilMs: null,
  },
  ...{ failingSinceMs: null, lastSuccessAtMs: 1, lastAttemptAtMs: null },
  ...{ createdAtMs: 0, updatedAtMs: 0 },
}

async function tell(
  store: Store,
  { hotelId, bookingCode, revision }: { hotelId: number; bookingCode: string; revision: number },
): Promise<string> {
  const id = WORLD.newId()
  const event = 'booking.confirmed' as const
  const body = JSON.stringify({ bookingCode, revision })
  const head = { id, hotelId, event, bookingCode, revision, body }
  await store.tx((tx) => insertOutbox(tx, { ...head, createdAtMs: Date.now() }))
  return id
}
