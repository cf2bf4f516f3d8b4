// `missing`: what the journal beside the backups has, and a restored database has not.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { lookInto } from '../store/sqlite/look.ts'

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

/**
 * `missing <folder>`: prints the bookings of a journal whose newest state the database does not know, one a line, and
 * then how many days of which hotels have changed since.
 */
export function printMissing({ database }: Config, folder: string | undefined): number {
  if (!folder) throw new Error('name the folder of the journal: roomwire missing <folder>')
  if (typeof database !== 'string') throw new Error('a journal is kept for SQLite alone')
  if (!existsSync(database)) throw new Error(`there is no database at ${database}`)
  const names = existsSync(folder) ? readdirSync(folder) : []
  const files = names.filter((name) => name.endsWith('.jsonl')).toSorted()
  if (files.length === 0) throw new Error(`there is no journal in ${folder}`)
  lookInto(database, (open) => {
    const newest = open.query<{ seq: number | null }, []>('select max(seq) seq from change').get()
    const known = open.query<{ revision: number | null }, [string]>(
      'select max(revision) revision from booking where code = ?',
    )
    const bookings = new Map<string, { at: string; booking: Booking }>()
    const days = new Map<number, Set<string>>()
    for (const name of files)
      for (const line of linesOf(join(folder, name))) {
        if (line.booking) bookings.set(line.booking.code, { at: line.at!, booking: line.booking })
        for (const day of line.days ?? []) {
          if (day.seq <= (newest?.seq ?? 0)) continue
          const places = days.get(day.hotelId) ?? new Set()
          days.set(day.hotelId, places.add(`${day.roomCode} ${day.date}`))
        }
      }
    const missing = [...bookings.values()].filter(
      ({ booking }) => (known.get(booking.code)?.revision ?? 0) < booking.revision,
    )
    for (const { at, booking } of missing) process.stdout.write(textOf(at, booking))
    process.stdout.write(`${missing.length} bookings of the journal are not in the database\n`)
    for (const [hotelId, places] of days)
      process.stdout.write(`hotel ${hotelId}: ${places.size} days were changed since\n`)
  })
  return 0
}

/** Reads a file of the journal; the last line of a killed service may be cut off. */
function linesOf(file: string): Line[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text) => {
      try {
        return [JSON.parse(text) as Line]
      } catch {
        return []
      }
    })
}

function textOf(at: string, { guest, ...booking }: Booking): string {
  const { code, status, hotelSlug, roomCode, rooms, checkin, checkout } = booking
  const who = guest
    ? [guest.firstName, guest.lastName, guest.email, guest.phone].filter(Boolean)
    : []
  return `${[at, code, status, hotelSlug, `${rooms} ${roomCode}`, checkin, checkout, ...who].join('  ')}\n`
}
