import { CANCELS_MAX } from '../../domain/bookings/booking.ts'
import { instantOrNull, instantText } from '../../domain/kernel/date.ts'
import { waveDays } from '../../domain/strangers/unusual-demand.ts'
import { findDemand } from '../../service/strangers/demand.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { listWave, type WaveBooking } from '../../store/strangers/brake.ts'
import { findAlarmHour, findNewestHour, hourOf } from '../../store/strangers/hours.ts'
import type { Context, HotelSnapshot } from '../api/context.ts'
import type { UnusualDemand } from './figures-shape.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * Returns the alarm `unusual_demand` of a hotel, or null without one. It is computed from the present bookings, so that
 * it ends with the wave. Its level is `whole` also within an hour that recorded a refusal.
 */
export async function showUnusualDemand(
  handle: Handle,
  context: Context,
  { hotel, rooms }: Pick<HotelSnapshot, 'hotel' | 'rooms'>,
): Promise<UnusualDemand | null> {
  const demand = await findDemand(handle, context, { hotel, rooms })
  const { level, taken, bounds, meanDay } = demand
  if (level === 'none') return null
  const nowMs = context.nowMs()
  const hourMs = hourOf(nowMs)
  const newest = await findNewestHour(handle, hotel.id)
  const isWhole = newest?.hourMs === hourMs && newest.level === 'whole'
  const { webBrakeLiftedUntilMs: liftedMs } = hotel
  const days = waveDays(demand)
  const found = await listWave(handle, hotel.id, {
    sinceMs: nowMs - days * DAY_MS,
    limit: CANCELS_MAX + 1,
  })
  const wave = found.slice(0, CANCELS_MAX)
  return {
    level: isWhole ? 'whole' : level,
    dayRoomNights: taken.day,
    dayMax: bounds.day,
    weekRoomNights: taken.week,
    weekMax: bounds.week,
    usualDayRoomNights: meanDay === null ? null : Math.round(meanDay),
    since: instantText((await findAlarmHour(handle, hotel.id)) ?? hourMs),
    brakeLiftedUntil: instantOrNull(liftedMs !== null && liftedMs > nowMs ? liftedMs : null),
    mailStuck: context.mailHealth.isStuck(),
    wave: {
      days,
      unproven: partOf(wave.filter(({ isByMail }) => !isByMail)),
      provenByMail: partOf(wave.filter(({ isByMail }) => isByMail)),
      more: found.length > wave.length,
    },
  }
}

const partOf = (bookings: readonly WaveBooking[]) => ({
  codes: bookings.map(({ code }) => code),
  roomNights: bookings.reduce((sum, { roomNights }) => sum + roomNights, 0),
})
