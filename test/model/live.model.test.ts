import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { Flag } from '../../src/store/engine/dialect.ts'
import { addDay } from '../support/bookings.ts'
import { EVERY_KIND } from '../support/live-history.ts'
import {
  type Command,
  command,
  obey,
  openDays,
  ROOMS,
  type Run,
  ZONE,
} from '../support/live-model.ts'
import type { Answer } from '../support/matchers.ts'
import { rounds } from '../support/rounds.ts'
import { startService } from '../support/service.ts'
import { rowsOf } from '../support/sql.ts'
import { signIn } from '../support/users.ts'

const CLIENTS = 8

type DayRow = {
  roomCode: string
  date: string
  available: number
  live: number
  shortfall: number
  oversold: Flag
  /** `totalRooms + overbookingRooms`; null: the type's rooms are not counted. */
  capacity: number | null
}

type BookingRow = {
  roomCode: string
  status: string
  rooms: number
  checkin: string
  checkout: string
}

const DAYS = `select d.room_code as "roomCode", date, available, live, shortfall, oversold,
  total_rooms + overbooking_rooms capacity
  from day d join room_type r on r.hotel_id = d.hotel_id and r.room_code = d.room_code`
const BOOKINGS = 'select room_code as "roomCode", status, rooms, checkin, checkout from booking'
/** Days that are not as their history's last entry left them. */
const UNTOLD = `select d.room_code, d.date from day d left join day_history h
  on h.hotel_id = d.hotel_id and h.room_code = d.room_code and h.date = d.date
  and h.change_seq = (select max(change_seq) from day_history
    where hotel_id = d.hotel_id and room_code = d.room_code and date = d.date)
  where d.available is distinct from h.available or d.shortfall is distinct from h.shortfall
    or d.closed is distinct from h.closed`

const nameOf = ({ roomCode, date }: { roomCode: string; date: string }) => `${roomCode} ${date}`

/** Rooms that live bookings sleep in, by room type and night. */
function liveRooms(bookings: BookingRow[]): Map<string, number> {
  const live = new Map<string, number>()
  for (const { roomCode, status, rooms, checkin, checkout } of bookings) {
    if (!['pending', 'confirmed', 'no_show'].includes(status)) continue
    const until = status === 'no_show' ? addDay(checkin, 1) : checkout
    for (let date = checkin; date < until; date = addDay(date, 1)) {
      const name = nameOf({ roomCode, date })
      live.set(name, (live.get(name) ?? 0) + rooms)
    }
  }
  return live
}

/** Returns the fault of a day in words; empty if the day is right. */
function flawsOf(day: DayRow, { live, today }: { live: number; today: string }): string[] {
  const { available, capacity } = day
  const flaws: string[] = []
  if (day.live !== live) flaws.push(`live is not ${live}`)
  if (available < 0 || day.shortfall < 0) flaws.push('below 0')
  if (day.date < today) return flaws
  if (capacity !== null && available > Math.max(0, capacity - live)) flaws.push('above the ceiling')
  if (Boolean(day.oversold) !== (capacity !== null && live > capacity)) flaws.push('wrong flag')
  return flaws
}

/** Looks at the database as it was committed; after one step what was live before tells what that step sold. */
function createCheck({ service }: Run) {
  const read = <Row>(statement: string) => rowsOf<Row>(service.store, sql.raw(statement))
  let before = new Map<string, number>()
  const look = async (isOneStep = true) => {
    const today = service.deps.today(ZONE)
    const [bookings, days, untold] = await Promise.all([
      read<BookingRow>(BOOKINGS),
      read<DayRow>(DAYS),
      read(UNTOLD),
    ])
    const live = liveRooms(bookings)
    const wrong: unknown[] = []
    for (const day of days) {
      const now = live.get(nameOf(day)) ?? 0
      const flaws = flawsOf(day, { live: now, today })
      const isSold = day.date >= today && now > (before.get(nameOf(day)) ?? 0)
      if (isOneStep && isSold && day.capacity !== null && now > day.capacity)
        flaws.push('sold twice')
      if (flaws.length > 0) wrong.push({ ...day, flaws })
    }
    expect(wrong).toEqual([])
    expect(untold).toEqual([])
    before = live
  }
  const states = async () => (await read<BookingRow>(BOOKINGS)).map(({ status }) => status)
  return { look, states }
}

async function withRun(body: (run: Run) => Promise<void>): Promise<void> {
  await using service = await startService({ rooms: ROOMS })
  const run: Run = { service, admin: await signIn(service, 'admin'), codes: [] }
  await openDays(run)
  await body(run)
}

/** How often each kind of command was done, and each state reached: a model that is refused everything proves nothing. */
const done = new Map<string, number>()
const note = (what: string) => done.set(what, (done.get(what) ?? 0) + 1)

/** As it is, but the clock moves so little that what was asked meanwhile keeps its session. */
const brief = (command: Command): Command =>
  command.type === 'tick' ? { ...command, minutes: command.minutes % 20 } : command

/** Every command is done or refused with a reason. */
function judge({ type }: Command, answer: Answer | undefined): void {
  if (!answer) return
  expect([200, 201, 207, 409, 422], answer.text).toContain(answer.status)
  if (answer.status < 300) note(type)
}

test('after every step a day knows its live rooms, offers no more than the ceiling and is flagged when oversold (contract-counts)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { minLength: 40, maxLength: 60, size: 'max' }),
      async (commands) => {
        await withRun(async (run) => {
          const check = createCheck(run)
          await check.look()
          for (const command of commands) {
            judge(command, await obey(run, command))
            await check.look()
          }
          for (const status of await check.states()) note(status)
        })
      },
    ),
    { numRuns: rounds(25), examples: [[EVERY_KIND]] },
  )
  const kinds = ['book', 'change', 'confirm', 'cancel', 'no-show', 'reinstate', 'push', 'rooms']
  const states = ['pending', 'confirmed', 'cancelled', 'expired', 'no_show', 'completed']
  expect([...kinds, ...states].filter((name) => !done.has(name))).toEqual([])
}, 60_000)

test('what eight clients do at once keeps the same rules (contract-counts)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { minLength: 20, maxLength: 80, size: 'max' }),
      async (commands) => {
        await withRun(async (run) => {
          const check = createCheck(run)
          const answers = new Map<Command, Answer | undefined>()
          const client = async (own: Command[]) => {
            for (const command of own) answers.set(command, await obey(run, brief(command)))
          }
          const shares = Array.from({ length: CLIENTS }, (_, share) =>
            commands.filter((_, index) => index % CLIENTS === share),
          )
          await Promise.all(shares.map(client))
          for (const [command, answer] of answers) judge(command, answer)
          await check.look(false)
        })
      },
    ),
    { numRuns: rounds(10) },
  )
}, 60_000)
