import { expect, setDefaultTimeout, test } from 'bun:test'
import { SQL } from 'bun'
import { currentSnapshot, findSnapshot } from '../../src/store/catalog/catalog.ts'
import { updateRoomType } from '../../src/store/catalog/catalog-edits.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { push } from '../support/http.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { until } from '../support/process.ts'
import { startRelay } from '../support/relay.ts'
import { room, startService } from '../support/service.ts'

// What is kept is of the history that the database has: numbers of one that was lost are given out again (issue 29).

setDefaultTimeout(120_000)

const DATE = '2027-05-01'
const STAY = `checkin=${DATE}&checkout=2027-05-02&adults=1`

async function runOn({ url }: PostgresServer, text: string) {
  await using sql = new SQL({ url, max: 1 })
  return await sql.unsafe(text)
}

/** What `pg_restore --clean` does to the versions: another table of the same name, with what the dump has. */
const RESTORE = `begin;
  create table dump as table version; drop table version;
  create table version (scope text collate "C" primary key, version bigint not null);
  insert into version table dump; drop table dump;`

const target = (url: string) => ({ url, directUrl: url, prepare: true })
const setPrice = (store: Store, id: number, basePriceCents: number) =>
  store.tx((tx) => updateRoomType(tx, id, room({ roomCode: 'DBL', basePriceCents })))

test('a transaction reads a hotel anew whose revision was given out twice by a failover that lost a change', async () => {
  await using primary = await startPostgres()
  const seeded = await startService({ target: target(primary.url), rooms: [{ roomCode: 'DBL' }] })
  const { id } = seeded.alfa
  await seeded[Symbol.asyncDispose]()
  await using standby = await primary.standby()
  await runOn(primary, 'alter system reset synchronous_standby_names')
  await runOn(primary, 'select pg_reload_conf()')
  const [{ lsn }] = await runOn(primary, 'select pg_current_wal_lsn()::text as lsn')
  await until('the standby has it', async () => {
    const [row] = await runOn(standby, `select pg_last_wal_replay_lsn() >= '${lsn}' as has`)
    return row.has
  })
  await standby.control('stop')
  using relay = startRelay(primary.port)
  const address = primary.url.replace(String(primary.port), String(relay.port))
  const store = await openStore(target(address))

  await setPrice(store, id, 22_200)
  const lost = (await findSnapshot(store, id))!
  expect(await store.tx((tx) => currentSnapshot(tx, lost))).toBe(lost)
  await primary.kill()
  await standby.control('start')
  await standby.control('promote')
  relay.lead(standby.port)
  const other = await openStore(target(standby.url))
  await setPrice(other, id, 33_300)
  await other.close()

  const now = await store.tx((tx) => currentSnapshot(tx, lost))
  const [row] = await runOn(standby, `select revision from hotel where id = ${id}`)
  expect(lost.revision.split(' ')[1]).toBe(String(row.revision))
  expect(now.rooms[0]!.basePriceCents).toBe(33_300)
  await store.close()
})

test('nothing that was kept is answered once a dump was put back under those who serve it, though its versions are the same', async () => {
  await using server = await startPostgres()
  await using service = await startService({
    target: target(server.url),
    rooms: [{ roomCode: 'DBL', boards: ['RO'] }],
  })
  const { alfa, bravo, call } = service
  const day = { roomCode: 'DBL', date: DATE, available: 3, closed: false }
  await push(alfa, [{ ...day, priceCents: 22_200 }])
  const pulled = async () =>
    (await alfa.call('GET', `/availability?from=${DATE}&to=${DATE}`)).body.rooms[0].days[0]
      .priceCents
  const shown = async () =>
    (await call('GET', `/v1/hotels/${alfa.slug}?${STAY}`)).body.rooms[0].quote.totalPriceCents
  const statusOf = async (slug: string) => (await call('GET', `/v1/hotels/${slug}`)).status
  expect([await pulled(), await shown(), await statusOf(bravo.slug)]).toEqual([22_200, 22_200, 200])

  // In the dump Bravo was not made yet, and its number is another hotel's.
  await runOn(
    server,
    `${RESTORE} update day set price_cents = 11100; update hotel set slug = 'charlie' where slug = '${bravo.slug}'; commit`,
  )

  expect([await shown(), await pulled()]).toEqual([11_100, 11_100])
  expect([await statusOf(bravo.slug), await statusOf('charlie')]).toEqual([404, 200])
})

test("a hotel's page has the prices of a commit elsewhere of which no notice has come", async () => {
  await using server = await startPostgres()
  await using service = await startService({
    target: target(server.url),
    rooms: [{ roomCode: 'DBL', boards: ['RO'] }],
  })
  const { alfa, call } = service
  await push(alfa, [
    { roomCode: 'DBL', date: DATE, available: 3, priceCents: 22_200, closed: false },
  ])
  const shown = async () =>
    (await call('GET', `/v1/hotels/${alfa.slug}?${STAY}`)).body.rooms[0].quote.totalPriceCents
  expect(await shown()).toBe(22_200)

  await runOn(
    server,
    `begin; update day set price_cents = 33300;
    update version set version = version + 1 where scope = 'days:${alfa.id}'; commit`,
  )

  expect(await shown()).toBe(33_300)
})

test('a scope whose version is no more is read anew', async () => {
  await using server = await startPostgres()
  await using service = await startService({ target: target(server.url) })
  const topic = `days:${service.alfa.id}`
  const { store } = service
  await push(service.alfa, [{ roomCode: 'DBL', date: DATE, available: 3, priceCents: 22_200 }])
  await store.freshen([topic])
  const before = store.version(topic)
  await store.freshen([topic])
  expect(store.version(topic)).toBe(before)

  await runOn(server, `delete from version where scope = '${topic}'`)
  await store.freshen([topic])

  expect(store.version(topic)).toBe(before + 1)
})
