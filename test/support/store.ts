import { Database } from 'bun:sqlite'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Change, Day } from '../../src/domain/availability.ts'
import { type CalendarDate, parseDate } from '../../src/domain/date.ts'
import { listDays } from '../../src/store/availability/availability.ts'
import type { Handle } from '../../src/store/engine.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { temporaryFolder } from './folder.ts'

export type TestStore = {
  store: Store
  file: string
  /** How many days are stored, as a connection of its own sees it: only what was committed. */
  daysSeenOutside: () => number
  /** Closes the store before the end of the test. */
  close: () => Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

let template: Promise<Uint8Array> | undefined

/** A store in a file that is not there yet, with every table: the migrations ran once in this process. */
export async function openNewStore(file: string): Promise<Store> {
  template ??= makeTemplate()
  writeFileSync(file, await template)
  return await openStore(file)
}

async function makeTemplate(): Promise<Uint8Array> {
  using folder = temporaryFolder()
  const file = join(folder.path, 'roomwire.db')
  await (await openStore(file)).close()
  return readFileSync(file)
}

/** A store on a real database in a temporary folder: the one place of its tests that knows the engine. */
export async function startStore(): Promise<TestStore> {
  const folder = temporaryFolder()
  const file = join(folder.path, 'roomwire.db')
  const store = await openNewStore(file)
  const outside = new Database(file, { readonly: true })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= (async () => {
      outside.close()
      await store.close()
    })()
    return closed
  }
  return {
    store,
    file,
    daysSeenOutside: () =>
      (outside.query('select count(*) as days from day').get() as { days: number }).days,
    close,
    async [Symbol.asyncDispose]() {
      await close()
      folder[Symbol.dispose]()
    },
  }
}

/** A date of a test; what is not one is a mistake of the test. */
export function date(text: string): CalendarDate {
  const parsed = parseDate(text)
  if (!parsed) throw new Error(`${text} is not a date`)
  return parsed
}

/** A change as `upsertDays` takes it, of a day with everything a test does not care about. */
export function change(roomCode: string, on: string, day: Partial<Day> = {}): Change {
  const after = { available: 1, priceCents: 10_000, closed: false, shortfall: 0, ...day }
  return { roomCode, date: date(on), before: null, after }
}

/** Every stored day of the room types of a hotel. */
export function allDays(handle: Handle, hotelId: number, ...roomCodes: string[]) {
  const range = { from: date('0001-01-01'), to: date('9999-12-31') }
  return listDays(handle, { hotelId, roomCodes, ...range })
}
