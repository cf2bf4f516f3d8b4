import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import { brakeBounds } from '../../../src/domain/strangers/strangers.ts'
import { completeStays, expireHolds } from '../../../src/service/bookings/booking-passes.ts'
import { findDemand } from '../../../src/service/strangers/demand.ts'
import { noteBrakeRefusals } from '../../../src/service/strangers/demand-watch.ts'
import { findSnapshot } from '../../../src/store/catalog/catalog.ts'
import { findNewestHour } from '../../../src/store/strangers/hours.ts'
import { addDay } from '../bookings.ts'
import { strangers } from '../bounded.ts'
import { demandWatch } from '../demand.ts'
import type { Answer } from '../matchers.ts'
import type { TestService } from '../service.ts'
import { createRandom, type Random } from '../sim/random.ts'
import { signIn } from '../users.ts'
import { checkWebRooms } from '../web-rooms.ts'
import { newAttacker } from './attacker.ts'
import { dateOf, openHouse } from './house.ts'
import { type Ledger, readLedger } from './ledger.ts'
import type { Setting } from './setting.ts'
import { takeTurn } from './turn.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** What came of an attack. */
export type Figures = Ledger & {
  /** The most that the brake let pass, by the contract's formulas. */
  bounds: { day: number; week: number }
  /** After how many minutes the alarm stood; null: it was never needed. */
  alarm: { half: number | null; whole: number | null }
  answers: Record<string, number>
  /** What the honest guest was answered once the wave had ended. */
  honest: { status: number; proof: string; presses: number }
}

/** Plays an attack through the real service. */
export async function playWave(setting: Setting): Promise<Figures> {
  await using service = await openHouse(setting)
  const random = createRandom(setting.seed)
  const attacker = await newAttacker(service, setting, random)
  const fromMs = service.clock.nowMs
  const untilMs = fromMs + setting.days * DAY_MS
  const watch = watchAlarm(service, setting)
  while (service.clock.nowMs < untilMs) {
    await takeTurn(attacker)
    await watch.look()
    service.clock.advance(pauseMs(setting, random))
    // Rooms of holds that have run out may be asked for before the clock has come to them.
    if (random.chance(0.3)) await takeTurn(attacker)
    await expireHolds(service.deps)
    await completeStays(service.deps)
  }
  await checkWebRooms(service)
  const ledger = await readLedger(service, { fromMs, untilMs: service.clock.nowMs })
  return {
    ...ledger,
    ...watch.seen,
    answers: Object.fromEntries([...attacker.answers].toSorted()),
    honest: await endWave(service),
  }
}

/** Pauses around the ends of holds, and others. */
function pauseMs({ turnsADay }: Setting, random: Random): number {
  const mean = DAY_MS / turnsADay
  return random.chance(0.4)
    ? random.pick([1, 1_000, 15 * MINUTE_MS, 15 * MINUTE_MS - 1, 30 * MINUTE_MS])
    : Math.ceil(random.next() * 3 * mean)
}

/** Looks at the alarm after each turn: it must stand from half of the brake on. */
function watchAlarm(service: TestService, { rooms, isNew }: Setting) {
  const { deps, store, alfa, clock } = service
  const fromMs = clock.nowMs
  const { pass, said } = demandWatch(service)
  const seen: Pick<Figures, 'alarm' | 'bounds'> = {
    ...{ alarm: { half: null, whole: null }, bounds: brakeBounds(rooms, null) },
  }
  async function look(): Promise<void> {
    const { level, bounds } = await findDemand(store, deps, (await findSnapshot(store, alfa.id))!)
    // Those of an older hotel follow what it is used to.
    if (!isNew) {
      seen.bounds.day = Math.max(seen.bounds.day, bounds.day)
      seen.bounds.week = Math.max(seen.bounds.week, bounds.week)
    }
    await pass()
    await noteBrakeRefusals(service.context)
    await pass()
    if (level === 'none') return
    const newest = await findNewestHour(store, alfa.id)
    expect(['half', 'whole']).toContain(newest!.level)
    const minutes = Math.round((clock.nowMs - fromMs) / MINUTE_MS)
    seen.alarm.half ??= minutes
    if (said.some((each) => each.level === 'whole')) seen.alarm.whole ??= minutes
  }
  return { look, seen }
}

/**
 * The hotel ends the wave by what its alarm lists, beside what is pending, and somebody books as on any day. A wave that
 * went on for more than two days takes two presses: one that fills the day is listed first.
 */
async function endWave(service: TestService): Promise<Figures['honest']> {
  const { alfa, store, clock } = service
  const owner = await signIn(service, 'hotel_manager', { hotelIds: [alfa.id] })
  const { booking } = store.t
  let presses = 0
  for (; presses < PRESSES_MAX; presses++) {
    const { unusualDemand } = (await owner.call('GET', '/v1/panel/dashboard')).body
    const { unproven, provenByMail } = unusualDemand?.wave ?? NO_WAVE
    const held = await store.db.select().from(booking).where(eq(booking.status, 'pending'))
    const codes = [...unproven.codes, ...provenByMail.codes, ...held.map(({ code }) => code)]
    if (codes.length === 0) break
    const body = { codes, reason: 'a wave' }
    await owner.call('POST', '/v1/panel/bookings/cancel', { body })
  }
  await checkWebRooms(service)
  const known = { mailbox: 'honest@example.com', from: '192.0.2.77' }
  let answer: Answer
  let day = 7
  do {
    const checkin = addDay(dateOf(clock.nowMs), day++)
    const stay = { roomCode: 'DBL', checkin, checkout: addDay(checkin, 2) }
    answer = await strangers(service)(stay, known)
  } while (answer.body.code === 'sold_out')
  return { status: answer.status, proof: answer.body.proof ?? answer.body.code, presses }
}

const PRESSES_MAX = 3
const NO_WAVE = { unproven: { codes: [] }, provenByMail: { codes: [] } }
