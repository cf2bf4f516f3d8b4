import { Database } from 'bun:sqlite'
import { setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { temporaryFolder } from '../support/folder.ts'
import { good } from '../support/oversold.ts'
import { dayFromNow, startProcess } from '../support/process.ts'
import { type Replicas, startReplicas } from '../support/processes.ts'
import { ADMIN, hireAdmin, makeGround, makeHotel } from '../support/replica-hotels.ts'
import { killAmidClosing } from '../support/statement-kills.ts'

// A long month that is killed amid its closing, on both engines (contract-agencies, *Statement*).

setDefaultTimeout(120_000)

/** A hotel with one booking of no agency, and an agency. */
async function makeWorld(replicas: Pick<Replicas, 'all' | 'setup' | 'next'>): Promise<void> {
  const served = replicas.next()
  const admin = await hireAdmin(replicas)
  await makeGround(admin, served)
  const room = { roomCode: 'DBL', totalRooms: 5 }
  const { secret } = await makeHotel(admin, replicas, { slug: 'alfa', rooms: [room] })
  const agency = { code: 'DELTA', name: 'Delta', email: 'delta@example.com' }
  await admin(served, 'POST', '/admin/agencies', { ...agency, commissionBasisPoints: 1_000 })
  const [checkin, checkout] = [dayFromNow(20), dayFromNow(21)]
  const day = { roomCode: 'DBL', date: checkin, available: 5, priceCents: 10_000, closed: false }
  const body = { updates: [day] }
  good(await served.call('PUT', '/v1/partner/availability', { key: secret, body }))
  const guest = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }
  const stay = { hotelSlug: 'alfa', roomCode: 'DBL', checkin, checkout, adults: 2, guest }
  good(await served.call('POST', '/v1/bookings', { body: stay }))
}

test('on SQLite a statement has each line once after kill -9 amid its closing', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, env: {} }
  {
    await using served = await startProcess(['serve'], setup)
    await makeWorld({ all: [served], setup, next: () => served })
    await served.stop()
  }
  const ask = async (statement: string) => {
    using database = new Database(join(folder.path, 'data/roomwire.db'))
    return database.query(statement).all() as Record<string, any>[]
  }
  await killAmidClosing({ setup, ask, hotelSlug: 'alfa', login: ADMIN }, 1)
})

test('on PostgreSQL a statement that two replicas close at once has each line once after kill -9 of both', async () => {
  await using replicas = await startReplicas({ count: 1 })
  await makeWorld(replicas)
  await replicas.stop()
  const { setup, sql } = replicas
  const ask = async (statement: string) => [...(await sql.unsafe(statement))]
  await killAmidClosing({ setup, ask, hotelSlug: 'alfa', login: ADMIN }, 2)
})
