import { instantOrNull } from '../domain/kernel/date.ts'
import type { Log } from '../log.ts'
import type { DemandAlarm } from '../service/strangers/unusual-demand.ts'

/** Logs the alarm `unusual_demand` of a hotel (`contract-access`, *The alarm*). */
export function tellDemand(log: Log, { hotel, demand, hour }: DemandAlarm): void {
  const { taken, bounds, meanDay } = demand
  log.warn('unusual_demand', {
    hotel: hotel.slug,
    reached: hour.level,
    dayRoomNights: taken.day,
    dayMax: bounds.day,
    weekRoomNights: taken.week,
    weekMax: bounds.week,
    usualDayRoomNights: meanDay === null ? null : Math.round(meanDay),
    brakeLiftedUntil: instantOrNull(hotel.webBrakeLiftedUntilMs),
    ...(hour.isMailStuck && { hint: 'mails wait: guests cannot be asked for proof' }),
  })
}
