// `missing`: what the journal beside the backups has, and a restored database has not.

import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { lookInto, type OpenFile } from '../store/sqlite/look.ts'

type Booking = {
  code: string
  revision: number
  status: string
  hotelSlug: string
  roomCode: string
  rooms: number
  checkin: string
  checkout: string
  guest: { firstName: string; lastName: string; email: string | null; phone: string | null } | null
}
type Line = { seq?: number; at?: string; hotelId?: number; booking?: Booking | null; days?: Day[] }
type Day = { seq: number; hotelId: number; roomCode: string; date: string }

/** The newest state of each booking in a journal as it is printed, and by hotel the days that changed. */
type Journal = {
  bookings: Map<string, { revision: number; text: string }>
  days: Map<number, Set<string>>
}

/**
 * `missing <folder>`: prints the bookings of a journal whose newest state the database does not know, one a line, and
 * then how many days of which hotels have changed since.
 */
export async function printMissing(
  { database }: Config,
  folder: string | undefined,
): Promise<number> {
  if (!folder) throw new Error('name the folder of the journal: roomwire missing <folder>')
  if (typeof database !== 'string') throw new Error('a journal is kept for SQLite alone')
  if (!existsSync(database)) throw new Error(`there is no database at ${database}`)
  const names = existsSync(folder) ? readdirSync(folder) : []
  const files = names.filter((name) => name.endsWith('.jsonl')).toSorted()
  if (files.length === 0) throw new Error(`there is no journal in ${folder}`)
  const newest = lookInto(
    database,
    (open) =>
      open.query<{ seq: number | null }, []>('select max(seq) seq from change').get()?.seq ?? 0,
  )
  const journal: Journal = { bookings: new Map(), days: new Map() }
  for (const name of files) await readInto(journal, join(folder, name), newest)
  for (const line of lookInto(database, (open) => linesOf(open, journal)))
    process.stdout.write(`${line}\n`)
  return 0
}

/** Reads a file of a journal line by line: one may be larger than the memory. @param newest the database's last change */
async function readInto({ bookings, days }: Journal, file: string, newest: number): Promise<void> {
  for await (const text of textsOf(file)) {
    const { at, booking, days: changed = [] } = parseLine(text)
    if (booking) {
      const { code, revision } = booking
      bookings.set(code, { revision, text: textOf(at!, booking) })
    }
    for (const { seq, hotelId, roomCode, date } of changed) {
      if (seq <= newest) continue
      const places = days.get(hotelId) ?? new Set()
      days.set(hotelId, places.add(`${roomCode} ${date}`))
    }
  }
}

async function* textsOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  yield rest
}

/** Parses a line; the last one of a killed service may be cut off. */
function parseLine(text: string): Line {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** The lines to print: what the journal has and a database has not. */
function linesOf(open: OpenFile, { bookings, days }: Journal): string[] {
  const known = open.query<{ revision: number | null }, [string]>(
    'select max(revision) revision from booking where code = ?',
  )
  const hotel = open.query<{ slug: string }, [number]>('select slug from hotel where id = ?')
  const missing = [...bookings].filter(
    ([code, { revision }]) => (known.get(code)?.revision ?? 0) < revision,
  )
  return [
    ...missing.map(([, { text }]) => text),
    `${missing.length} bookings of the journal are not in the database`,
    ...[...days].map(
      ([id, places]) =>
        `${hotel.get(id)?.slug ?? `hotel ${id}`}: ${places.size} days were changed since`,
    ),
  ]
}

function textOf(at: string, { guest, ...booking }: Booking): string {
  const { code, status, hotelSlug, roomCode, rooms, checkin, checkout } = booking
  const who = guest
    ? [guest.firstName, guest.lastName, guest.email, guest.phone].filter(Boolean)
    : []
  return [at, code, status, hotelSlug, `${rooms} ${roomCode}`, checkin, checkout, ...who].join('  ')
}
