import { addDays, dateIn } from '../../src/domain/kernel/date.ts'
import { createAdmin } from '../../src/service/accounts/accounts.ts'
import { encodeRequest, NOBODY } from './client.ts'
import { withHouse } from './house-servers.ts'
import { expectOk, withConnections } from './load.ts'
import type { Plan } from './rows.ts'
import { inFolder } from './seed.ts'
import { DAYS_BEFORE } from './seed-fill.ts'
import { hugeHouse, type SeededHouse } from './seed-large.ts'
import type { Server } from './servers.ts'
import { startOurs } from './servers.ts'
import type { Line } from './stats.ts'
import { type IsOver, measuredTime, percentile, smallWaits, waitsBeside } from './waits.ts'

const EMAIL = 'admin@example.com'
const PASSWORD = 'a password of the bench'

/** The service on a folder in which an admin has been made. */
export async function startWithAdmin(folder: string) {
  await inFolder(folder, async (deps) =>
    createAdmin(deps, EMAIL, await deps.passwords.hash(PASSWORD)),
  )
  return await startOurs(folder)
}
const SUMMED_DAYS = 366

/**
 * What a small pull and health wait for while an admin asks one question after another of 2,000,000 bookings: by
 * words that all, some, one and none of them have, by state and dates, and for the sums of a month and of a year.
 */
export async function admin(plan: Plan): Promise<Line[]> {
  const house = hugeHouse(plan)
  return await withHouse(
    house,
    async ({ servers: [server], about }) => {
      const key = await logIn(server!)
      const questions = questionsOf(about).map((path) => ({
        path,
        request: encodeRequest({ id: 0, key }, 'GET', `/v1/admin/${path}`),
        took: [] as number[],
      }))
      const ask = async (isOver: IsOver) =>
        await withConnections(server!, 1, async ([connection]) => {
          for (let n = 0; !isOver(); n++) {
            const { request, took } = questions[n % questions.length]!
            const startMs = performance.now()
            expectOk(await connection!.send(request))
            took.push(performance.now() - startMs)
          }
        })
      const what = `pull and health, admin over ${house.bookings.toLocaleString('en')} bookings`
      const lines = await waitsBeside(
        plan,
        { what, p99MsMax: 25, longestMsMax: 100 },
        async (isAsking) => {
          const isOver = measuredTime(plan)
          const asking = isAsking ? ask(isOver) : undefined
          const pulled = { ...about.busy, day: addDays(about.from, DAYS_BEFORE) }
          const [waits] = await Promise.all([smallWaits(server!, pulled, isOver), asking])
          return waits
        },
      )
      for (const { path, took } of questions) plan.note(`admin: ${path} took ${inWords(took)}`)
      return lines
    },
    [startWithAdmin],
  )
}

/** The token of that admin. */
export const logIn = (server: Server): Promise<string> =>
  withConnections(server, 1, async ([connection]) => {
    const body = { email: EMAIL, password: PASSWORD }
    const answer = await connection!.send(encodeRequest(NOBODY, 'POST', '/v1/auth/login', body))
    return JSON.parse(expectOk(answer).text()).token
  })

function questionsOf({ from, bookings }: SeededHouse): string[] {
  const checkin = addDays(from, DAYS_BEFORE)
  const today = dateIn('UTC', Date.now())
  return [
    'bookings?q=carla%20guest',
    `bookings?q=guest%20${bookings >> 1}`,
    'bookings?q=carla%2017',
    'bookings?q=nobodyhasthis',
    `bookings?status=confirmed&from=${checkin}&to=${addDays(checkin, 6)}`,
    `bookings?status=cancelled&dateField=checkout&from=${checkin}&to=${addDays(checkin, 2)}`,
    // Nothing is found: nobody stays so late.
    `bookings?status=confirmed&from=${addDays(from, SUMMED_DAYS)}`,
    'dashboard',
    `dashboard?from=${addDays(today, 1 - SUMMED_DAYS)}&to=${today}`,
  ]
}

/** Median and longest of some times, for the eye. */
export function inWords(took: readonly number[]): string {
  const sorted = took.toSorted((a, b) => a - b)
  const [half, most] = [percentile(sorted, 0.5), percentile(sorted, 1)]
  return `${half.toFixed(1)} ms at the median of ${took.length}, ${most.toFixed(0)} ms at most`
}
