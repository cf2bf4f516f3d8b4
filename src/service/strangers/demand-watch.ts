import { pacedChunks, readSlices } from '../../store/engine/pace.ts'
import { listBrakeStates } from '../../store/strangers/brake.ts'
import { listAlarmedHotels } from '../../store/strangers/hours.ts'
import type { Deps } from '../deps.ts'
import { type DemandAlarm, noteDemand } from './unusual-demand.ts'

/** The last alarm per hotel: its hour and level. It dedupes alarms. */
type AlarmHistory = Map<number, string>

/** Start of the first pass, back from now: the longest time that an alarm covers. */
const FIRST_LOOK_MS = 7 * 24 * 60 * 60 * 1_000
/** Commits of other processes may appear late, and their clocks differ. */
const OVERLAP_MS = 60 * 1_000

/**
 * Creates the pass that raises and ends the alarms `unusual_demand` (`contract-access`, *The alarm*). It looks at
 * hotels with new bookings of strangers since the last pass, and at those with a standing alarm.
 *
 * @param tell receives a standing alarm, once per hour and hotel
 */
export function createDemandWatch(tell: (alarm: DemandAlarm) => void) {
  let lookedAtMs: number | undefined
  const history: AlarmHistory = new Map()

  return async (deps: Deps, stopping: AbortSignal): Promise<void> => {
    const nowMs = deps.nowMs()
    const sinceMs = Math.min(lookedAtMs ?? nowMs - FIRST_LOOK_MS, nowMs) - OVERLAP_MS
    const watched = await listWatched(deps, sinceMs, stopping)
    for await (const [hotelId] of pacedChunks([...watched], 1)) {
      if (stopping.aborted) return
      const alarm = await noteDemand(deps, hotelId!, { isWorker: true })
      if (!alarm) history.delete(hotelId!)
      else if (isNewAlarm(history, alarm)) tell(alarm)
    }
    lookedAtMs = nowMs
  }
}

/** Raises the alarm again for hotels whose brake refused a booking, then clears the list of these hotels. */
export async function noteBrakeRefusals(deps: Deps): Promise<void> {
  for (const hotelId of [...deps.brakeRefusals]) {
    await noteDemand(deps, hotelId, { isRefused: true })
    deps.brakeRefusals.delete(hotelId)
  }
}

async function listWatched({ store }: Deps, sinceMs: number, stopping: AbortSignal) {
  const watched = new Set(await listAlarmedHotels(store, sinceMs))
  const slices = readSlices<Awaited<ReturnType<typeof listBrakeStates>>[number]>((after, limit) =>
    listBrakeStates(store, sinceMs, { after, limit }),
  )
  for await (const hotels of slices) {
    for (const { id, isTaken } of hotels) if (isTaken) watched.add(id)
    if (stopping.aborted) break
  }
  return watched
}

/** True if an alarm is due: once per hour and hotel, and again when it rises to one of the whole. */
function isNewAlarm(
  history: AlarmHistory,
  { hotel, hour: { level, hourMs } }: DemandAlarm,
): boolean {
  const before = history.get(hotel.id)
  if (before === `${hourMs} whole` || before === `${hourMs} ${level}`) return false
  history.set(hotel.id, `${hourMs} ${level}`)
  return true
}
