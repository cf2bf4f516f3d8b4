import type { Hotel } from '../../domain/catalog/catalog.ts'
import { MEAN_DAYS } from '../../domain/strangers/strangers.ts'
import type { Demand } from '../../domain/strangers/unusual-demand.ts'
import { findSnapshot } from '../../store/catalog/catalog.ts'
import { hasBrakeNights } from '../../store/strangers/brake.ts'
import {
  findLastMailed,
  findNewestHour,
  hourOf,
  type StrangerHour,
  upsertHour,
} from '../../store/strangers/hours.ts'
import type { Deps } from '../deps.ts'
import { queueDemandMails } from '../mails/queue-mail.ts'
import { findDemand, findLeast } from './demand.ts'

/** The alarm `unusual_demand` of a hotel. */
export type DemandAlarm = { hotel: Hotel; demand: Demand; hour: StrangerHour }

/** Shortest interval of mails to the owners. */
const MAIL_EVERY_MS = 6 * 60 * 60 * 1_000

/**
 * Writes what strangers have taken of a hotel if that raises, moves or ends its alarm (`contract-access`, *The
 * alarm*).
 *
 * @param isRefused true if the brake has refused a booking, which raises this hour's alarm to one of the whole
 * @param isWorker true for the one process that mails the owners, if a mail is due
 * @returns the alarm; undefined if none stands
 */
export async function noteDemand(
  deps: Deps,
  hotelId: number,
  { isRefused = false, isWorker = false }: { isRefused?: boolean; isWorker?: boolean },
): Promise<DemandAlarm | undefined> {
  const { store } = deps
  const newest = await findNewestHour(store, hotelId)
  const isQuiet = (newest?.level ?? 'none') === 'none'
  if (isQuiet && (await findLeast(store, deps, hotelId)).level === 'none') return undefined
  const snapshot = await findSnapshot(store, hotelId)
  if (!snapshot) return undefined
  const { hotel } = snapshot
  const demand = await findDemand(store, deps, snapshot)
  const hour = hourNow(deps, hotel, { demand, newest, isRefused })
  const stands = hour.level !== 'none'
  if (!stands && isQuiet) return undefined
  const isMailed = stands && isWorker && (await isMailDue(deps, hotel))
  if (isMailed || !newest || !isSame(hour, newest))
    await store.tx(async (tx) => {
      await upsertHour(tx, hour, isMailed)
      if (isMailed) await queueDemandMails(tx, deps, hotel)
    })
  return stands ? { hotel, demand, hour } : undefined
}

function hourNow(
  { nowMs, mailHealth }: Deps,
  { id: hotelId }: Hotel,
  {
    demand: { level, taken, meanDay },
    newest,
    isRefused,
  }: { demand: Demand; newest: StrangerHour | undefined; isRefused: boolean },
): StrangerHour {
  const kept = newest?.hourMs === hourOf(nowMs()) ? newest : undefined
  const isWhole = level !== 'none' && (isRefused || kept?.level === 'whole')
  return {
    ...{ hotelId, hourMs: hourOf(nowMs()), updatedAtMs: nowMs() },
    ...{ dayNights: taken.day, weekNights: taken.week },
    monthNights: Math.round((meanDay ?? 0) * MEAN_DAYS),
    level: isWhole ? 'whole' : level,
    isMailStuck: mailHealth.isStuck(),
    mailedAtMs: kept?.mailedAtMs ?? null,
  }
}

/**
 * True if a mail to the owners is due: strangers booked since the last mail, hours ago, and the owners did not claim
 * the demand as theirs.
 */
async function isMailDue({ store, nowMs, isMailing }: Deps, hotel: Hotel): Promise<boolean> {
  const { id, webBrakeLiftedUntilMs } = hotel
  if (!isMailing || (webBrakeLiftedUntilMs ?? 0) > nowMs()) return false
  const lastMs = await findLastMailed(store, id)
  if (lastMs === undefined) return true
  return nowMs() - lastMs >= MAIL_EVERY_MS && (await hasBrakeNights(store, id, lastMs))
}

const isSame = ({ updatedAtMs, ...hour }: StrangerHour, kept: StrangerHour) =>
  Bun.deepEquals({ ...hour, updatedAtMs: kept.updatedAtMs }, kept)
