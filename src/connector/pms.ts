/**
 * Stands for your system: write this file anew. It has the room types of the hotel, keeps each booking in a file, and
 * has sold nothing by itself.
 */
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Booking, createApi, type Log, type Pms, stayOf, type WantedDay } from './lib/index.ts'

export type PmsSettings = {
  url: string
  key: string
  hotel?: string | undefined
  folder: string
  log: Log
}

const DAY_MS = 86_400_000
const ROOMS = 10
const PRICE_CENTS = 10_000

/** Opens it: what it has kept is read from its folder. */
export async function openPms({ url, key, hotel, folder, log }: PmsSettings): Promise<Pms> {
  const place = join(folder, 'bookings')
  await mkdir(place, { recursive: true, mode: 0o700 })
  const bookings = new Map<string, Booking>()
  for (const name of await readdir(place))
    if (name.endsWith('.json')) {
      const booking: Booking = JSON.parse(await readFile(join(place, name), 'utf8'))
      bookings.set(booking.code, booking)
    }
  const { rooms } = await createApi({ url, key, hotel, log }).call('getMapping', {})

  /** Rooms of kept bookings, by room type and date. */
  function takenRooms(): Map<string, number> {
    const taken = new Map<string, number>()
    for (const booking of bookings.values()) {
      const { roomCode, rooms, nights } = stayOf(booking)
      for (const date of nights) {
        const cell = `${roomCode} ${date}`
        taken.set(cell, (taken.get(cell) ?? 0) + rooms)
      }
    }
    return taken
  }

  return {
    async keepBooking(booking, { group }) {
      await writeFileSafely(join(place, `${booking.code}.json`), JSON.stringify(booking, null, 2))
      bookings.set(booking.code, booking)
      const { code, revision, status } = booking
      log('kept', { code, revision, status, ...(group.length > 1 && { rooms: group.length }) })
      return { externalId: `PMS-${code}` }
    },

    async dropBooking({ code }) {
      await rm(join(place, `${code}.json`), { force: true })
      bookings.delete(code)
    },

    async wantedDays({ from, to }) {
      // These counts and prices are made up: they go to a sandbox alone.
      if (!key.includes('_test_')) return []
      const taken = takenRooms()
      const days: WantedDay[] = []
      for (const { roomCode, totalRooms, basePriceCents } of rooms)
        for (let ms = Date.parse(from); ms <= Date.parse(to); ms += DAY_MS) {
          const date = new Date(ms).toISOString().slice(0, 10)
          const left = (totalRooms ?? ROOMS) - (taken.get(`${roomCode} ${date}`) ?? 0)
          const available = Math.max(0, left)
          const priceCents = basePriceCents ?? PRICE_CENTS
          days.push({ roomCode, date, available, priceCents, closed: false })
        }
      return days
    },
  }
}

/** Writes a file so that a kill leaves all of it or nothing. */
async function writeFileSafely(path: string, text: string): Promise<void> {
  const handle = await open(`${path}.new`, 'w', 0o600)
  await handle.writeFile(text)
  await handle.sync()
  await handle.close()
  await rename(`${path}.new`, path)
  // The file has its name on disk when its folder is.
  const folder = await open(dirname(path), 'r')
  await folder.sync()
  await folder.close()
}
