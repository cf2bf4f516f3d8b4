/** Reconciliation: now and then everything is pulled and compared with the mirror. */
import type { Log } from './api.ts'
import { cellOf } from './days.ts'
import type { Booking, Day } from './entries.ts'
import type { Feed } from './feed.ts'
import type { Mirror } from './mirror.ts'

type Parts = { mirror: Mirror; feed: Feed; log: Log }

/** Amid traffic a value may go away and come back between two looks: a difference that is there each time is drift. */
const LOOKS = 3
const TOLD_MAX = 20

/** Compares. What has drifted is logged and read anew. @returns the differences */
export async function reconcile({ mirror, feed, log }: Parts): Promise<string[]> {
  let drifted = await differences({ mirror, feed })
  for (let look = 1; look < LOOKS && drifted.length > 0; look++) {
    const still = new Set(await differences({ mirror, feed }))
    drifted = drifted.filter((each) => still.has(each))
  }
  const counts = { days: mirror.days().length, bookings: mirror.entries().length }
  log('compared', { ...counts, drifted: drifted.slice(0, TOLD_MAX) })
  if (drifted.length > 0) await feed.pullEverything()
  return drifted
}

/**
 * Differences between a pull and the mirror, with the value on each side. Each pull is of another moment than the
 * mirror: a value that the feed has moved meanwhile is none.
 */
async function differences(parts: Omit<Parts, 'log'>): Promise<string[]> {
  const before = await valuesHere(parts)
  const there = valuesOf(await parts.feed.read())
  const here = await valuesHere(parts)
  return [...new Set([...there.keys(), ...here.keys()])]
    .filter((name) => there.get(name) !== here.get(name) && before.get(name) === here.get(name))
    .map((name) => `${name}: ${there.get(name)} there, ${here.get(name)} here`)
}

/** The values of the mirror once it has all that has happened. */
async function valuesHere({ mirror, feed }: Omit<Parts, 'log'>): Promise<Map<string, string>> {
  const { from, to } = feed.range()
  await feed.caughtUp()
  const days = mirror.days().filter(({ date }) => date >= from && date <= to)
  return valuesOf({ days, bookings: mirror.entries().map(({ booking }) => booking) })
}

function valuesOf({ days, bookings }: { days: Day[]; bookings: Booking[] }): Map<string, string> {
  const values = new Map<string, string>()
  for (const { roomCode, date, available, priceCents, closed } of days)
    values.set(cellOf(roomCode, date), `${available} ${priceCents} ${closed}`)
  // A pull leaves out holds that were cancelled unconfirmed, the feed does not.
  for (const { code, revision, status, confirmedAt } of bookings)
    if (confirmedAt !== null) values.set(code, `${revision} ${status}`)
  return values
}
