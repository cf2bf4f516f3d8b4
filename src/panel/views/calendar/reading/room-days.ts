import { useMemo, useRef } from 'preact/hooks'
import type { Availability, Change } from '../../../../client/call.ts'
import { call } from '../../../lib/api.ts'
import type { Live } from '../../../lib/live.ts'
import { useLoad } from '../../../lib/load.ts'
import { useRooms } from '../../../lib/rooms.ts'
import { type Row, rowsOf, withRates } from '../model/days.ts'
import { isOwn, ofDays, withChanges } from '../model/since.ts'
import { usePending } from './pending.ts'
import { useRates } from './rates.ts'

/** Days as they were read, and the place of the feed up to which they are complete; own changes come after it. */
type Reading = Availability & { cursor: string | undefined }

type Range = { from: string; to: string }

/**
 * The hotel's room types, their days and those of unfolded rates, in rows that stay the same object while nothing of them
 * changes; and the place of the feed up to which they are complete.
 */
export function useRoomDays(hotel: string, live: Live, range: Range, open: ReadonlySet<string>) {
  const { from, to } = range
  const rooms = useRooms(hotel)
  const place = useRef<string | undefined>(undefined)
  const days = useLoad<Reading>(
    async (signal) => {
      // The place before the call: changes that come meanwhile may be in the answer or not.
      const cursor = live.cursor() ?? place.current
      const read = await call('pullPanelAvailability', { hotel, from, to }, { signal })
      return { ...read, cursor }
    },
    [hotel, from, to],
  )
  const rates = useRates(hotel, range, [...open].sort())
  const ofRooms = useRef<Row[]>([])
  const roomRows = useMemo(() => {
    if (!days.data || !rooms.data) return undefined
    place.current = days.data.cursor
    ofRooms.current = rowsOf(days.data, rooms.data, ofRooms.current)
    return ofRooms.current
  }, [days.data, rooms.data])
  const all = useRef<Row[]>([])
  const rows = useMemo(() => {
    if (!roomRows || !rates.data || open.size === 0) return roomRows
    all.current = withRates(roomRows, rates.data.rates, onlyOf(rates.data.terms, open), all.current)
    return all.current
  }, [roomRows, rates.data, open])
  const pending = usePending(rows)

  /** Takes in changes of the feed; `undefined`: some may have been missed. */
  const takeIn = (changes: Change[] | undefined) => {
    const daysChanges = changes && ofDays(changes)
    const ofRates = !changes || changes.some(({ type }) => type === 'rates')
    if (open.size > 0 && (ofRates || isToggled(days.data, daysChanges ?? []))) rates.reload()
    if (daysChanges?.length === 0) return
    // Changes by others are read with everything else that is new; an answer on its way has an unknown part of them.
    if (daysChanges?.every(isOwn) && days.data && !days.isBusy)
      days.set(withChanges(days.data, daysChanges))
    else days.reload()
  }
  return { rooms, days, rates, rows: pending.shown, place, takeIn, pending }
}

/** The entries of the room types that are still unfolded. */
const onlyOf = <T>(terms: ReadonlyMap<string, T>, open: ReadonlySet<string>) =>
  new Map([...terms].filter(([roomCode]) => open.has(roomCode)))

/** True if days were closed or opened, which closes and opens their rates. */
function isToggled(shown: Availability | undefined, changes: ReturnType<typeof ofDays>): boolean {
  return (
    shown !== undefined &&
    withChanges(shown, changes).rooms.some(({ days }, row) =>
      days.some(({ closed }, col) => closed !== shown.rooms[row]!.days[col]!.closed),
    )
  )
}
