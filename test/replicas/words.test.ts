import { expect, setDefaultTimeout, test } from 'bun:test'
import { SQL } from 'bun'
import { indexBookings } from '../../src/service/bookings/index-words.ts'
import { book, sell } from '../support/bookings.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { startService } from '../support/service.ts'

setDefaultTimeout(60_000)

const TAKEN = 'ZZZZZZZZZZ'

test('a booking that is committed after a later one comes into the index of words; an id that nobody used holds nothing up', async () => {
  await using server = await startPostgres()
  const target = { url: server.url, directUrl: server.url, prepare: true }
  await using service = await startService({ target })
  await sell(service, { available: 100 })
  const { store, nowMs } = service.deps
  const index = async (lateMs = 0) => {
    const deps = { store, nowMs: () => nowMs() + lateMs }
    await indexBookings(deps, new AbortController().signal)
  }
  await using own = new SQL({ url: server.url, max: 2 })
  const indexed = async () => {
    const rows = await own`select distinct booking_id from booking_word order by booking_id`
    return rows.map((row: { booking_id: string }) => Number(row.booking_id))
  }
  await book(service.call)
  await index()

  const [{ columns }] = await own`
    select string_agg(quote_ident(column_name), ',') as columns from information_schema.columns
    where table_name = 'booking' and column_name not in ('id', 'code')`
  await own.begin(async (tx) => {
    await tx.unsafe(
      `insert into booking (code, ${columns}) select $1, ${columns} from booking limit 1`,
      [TAKEN],
    )
    await book(service.call)
    await index()
  })
  await index()
  expect(await indexed()).toEqual([1, 2, 3])

  await own`select nextval('booking_id_seq')`
  await book(service.call)
  await index()
  expect(await indexed()).toEqual([1, 2, 3])
  await index(61_000)
  expect(await indexed()).toEqual([1, 2, 3, 5])
})
