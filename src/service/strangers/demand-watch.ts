import { pacedChunks, readSlices } from '../../store/engine/pace.ts'
import { listBrakeStates } from '../../store/strangers/brake.ts'
import { listAlarmedHotels } from '../../store/strangers/hours.ts'
import type { Deps } from '../deps.ts'
import { type DemandAlarm, noteDemand } from './unusual-demand.ts'

/** The alarms that were told, by hotel: their hours and levels. */
type AlarmHistory = Map<number, string>

/** What a first pass looks back on: the longest time that an alarm is reckoned over. */
const FIRST_LOOK_MS = 7 * 24 * 60 * 60 * 1_000
/** Commits of other processes may be seen late, and their clocks differ. */
const OVERLAP_MS = 60 * 1_000

/**
 * Makes the pass that raises and ends the alarms `unusual_demand` (`contract-access`, *The alarm*): it looks at hotels where
 * strangers have taken something since the pass before, and at those whose alarm stands.
 *
 * @param tell is told of an alarm that stands, once an hour and hotel
 */
export function createDemandWatch(tell: (alarm: DemandAlarm) => void) {
  let lookedAtMs: number | undefined
  const told: AlarmHistory = new Map()

  return async (deps: Deps, stopping: AbortSignal): Promise<void> => {
    const nowMs = deps.nowMs()
    const sinceMs = Math.min(lookedAtMs ?? nowMs - FIRST_LOOK_MS, nowMs) - OVERLAP_MS
    const watched = await listWatched(deps, sinceMs, stopping)
    for await (const [hotelId] of pacedChunks([...watched], 1)) {
      if (stopping.aborted) return
      const alarm = await noteDemand(deps, hotelId!, { isWorker: true })
      if (!alarm) told.delete(hotelId!)
      else if (isNewAlarm(told, alarm)) tell(alarm)
    }
    lookedAtMs = nowMs
  }
}

/** Notes where the brake has refused something, which raises the alarm again, and forgets what it has noted. */
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

/** Whether an alarm is told: once an hour and hotel, and again when it becomes one of the whole. */
function isNewAlarm(told: AlarmHistory, { hotel, hour: { level, hourMs } }: DemandAlarm): boolean {
  const before = told.get(hotel.id)
  if (before === `${hourMs} whole` || before === `${hourMs} ${level}`) return false
  told.set(hotel.id, `${hourMs} ${level}`)
  return true
}
