import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { prepareDemo } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import { startProcess, until } from '../support/process.ts'

// The index of words under kill -9, on SQLite (issue 35, item 3).

setDefaultTimeout(300_000)

const KILLS = Number(process.env.WORD_KILLS ?? 2)
/** A plan of bookings for each kill, and a rest. */
const BOOKINGS = KILLS * 20_000 + 3_000
/** An hour: no booking of a lower id may still come. */
const OLD_MS = 3_600_000

/** Bookings as an older version left them: without words. @returns the id of the last */
function addUnindexed(file: string): number {
  using database = new Database(file)
  const columns = database
    .query<{ name: string }, []>('pragma table_info(booking)')
    .all()
    .map(({ name }) => name)
    .filter((name) => !['id', 'code', 'hotel_id', 'group_code', 'group_position'].includes(name))
    .join(', ')
  database.run(
    `with recursive number(n) as (select 1 union all select n + 1 from number where n < ${BOOKINGS})
    insert into booking (code, hotel_id, ${columns}) select 'N' || n, 1 + n % 2, ${columns} from number,
      (select * from booking where status = 'cancelled' limit 1)`,
  )
  database.run(`update booking set created_at_ms = created_at_ms - ${OLD_MS}`)
  database.run('delete from booking_word')
  database.run(`delete from meta where key like 'booking_words_%'`)
  return database.query<{ id: number }, []>('select max(id) as id from booking').get()!.id
}

test(`an index of words that is killed ${KILLS} times on its way goes on from its place, and holds every booking once it is done`, async () => {
  using folder = temporaryFolder()
  await prepareDemo({ folder: folder.path })
  const file = join(folder.path, 'data', 'roomwire.db')
  const last = addUnindexed(file)
  using database = new Database(file, { readonly: true })
  const count = (text: string) => Number(database.query(text).values()[0]![0])
  const words = () => count('select count(*) from booking_word')
  const through = () =>
    count(`select coalesce(max(value + 0), 0) from meta where key = 'booking_words_through'`)
  const places: number[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const [before, place] = [words(), through()]
    await using served = await startProcess(['serve'], { folder: folder.path })
    const isFurther = async () => words() > before + 2_000 && (kill === 0 || through() > place)
    await until('the index has come further', isFurther)
    await served.stop('SIGKILL')
    places.push(through())
  }
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places.at(-1)).toBeLessThan(last)

  await using served = await startProcess(['serve'], { folder: folder.path })
  await until('all bookings are in the index', async () => through() === last)
  expect((await served.stop()).exitCode).toBe(0)
  const withoutCode = `select count(*) from booking where not exists (select 1 from booking_word w
    where w.hotel_id = booking.hotel_id and w.word = lower(code) and w.booking_id = booking.id)`
  expect(count(withoutCode)).toBe(0)
  expect(database.query('pragma integrity_check').values()).toEqual([['ok']])
})
