import type { Booking, Day, Log } from './api.ts'
import type { Mirror } from './mirror.ts'
import type { Sync } from './sync.ts'

type Parts = { mirror: Mirror; sync: Sync; log: Log }

/** Amid traffic a pull and the mirror are of two moments: what differs once is no drift, what differs again and again is. */
const LOOKS = 3

/** Pulls and compares with the mirror. What has drifted is told and read anew; it has never been seen to. */
export async function checkDrift({ mirror, sync, log }: Parts): Promise<void> {
  let drifted = await differing({ mirror, sync, log })
  for (let look = 1; look < LOOKS && drifted.size > 0; look++)
    drifted = drifted.intersection(await differing({ mirror, sync, log }))
  log('compared', { days: mirror.days().length, drifted: [...drifted].slice(0, 20) })
  if (drifted.size > 0) await sync.pullEverything()
}

/** What is not the same on both sides, with what it is on each: what moves is another difference each time. */
async function differing({ mirror, sync }: Parts): Promise<Set<string>> {
  const { from } = sync.range()
  const there = valuesOf(await sync.read())
  await sync.caughtUp()
  const days = mirror.days().filter(({ date }) => date >= from)
  const here = valuesOf({ days, bookings: mirror.bookings() })
  const names = [...new Set([...there.keys(), ...here.keys()])]
  return new Set(
    names
      .filter((name) => there.get(name) !== here.get(name))
      .map((name) => `${name}: ${there.get(name)} there, ${here.get(name)} here`),
  )
}

type Days = readonly (Omit<Day, 'closed'> & { closed: boolean | number })[]

const valuesOf = ({ days, bookings }: { days: Days; bookings: readonly Booking[] }) =>
  new Map([
    ...days.map(({ roomCode, date, available, priceCents, closed }): [string, string] => [
      `${roomCode} ${date}`,
      `${available} ${priceCents} ${Number(closed)}`,
    ]),
    // A pull leaves out holds that were cancelled unconfirmed, the feed does not.
    ...bookings
      .filter(({ confirmedAt }) => confirmedAt !== null)
      .map(({ code, revision, status }): [string, string] => [code, `${revision} ${status}`]),
  ])
