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

/** Days as they were read, and the place of the feed up to which they have everything; own changes come after it. */
type Reading = Availability & { cursor: string | undefined }

type Range = { from: string; to: string }

/**
 * The hotel's room types, their days and those of the rates that are unfolded, in rows that keep what did not change from
 * one answer to the next; and the place of the feed up to which everything is in them.
 */
export function useRoomDays(hotel: string, live: Live, range: Range, open: ReadonlySet<string>) {
  const { from, to } = range
  const rooms = useRooms(hotel)
  const place = useRef<string | undefined>(undefined)
  const days = useLoad<Reading>(
    async (signal) => {
      // Of before it is asked for: what comes meanwhile may be in the answer or not.
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

  /** Takes in what the feed tells; `undefined`: some of it may have been missed. */
  const takeIn = (changes: Change[] | undefined) => {
    const told = changes && ofDays(changes)
    const ofRates = !changes || changes.some(({ type }) => type === 'rates')
    if (open.size > 0 && (ofRates || isToggled(days.data, told ?? []))) rates.reload()
    if (told?.length === 0) return
    // What others do is read with whatever else is new; of an answer on its way nobody knows which changes it has.
    if (told?.every(isOwn) && days.data && !days.isBusy) days.set(withChanges(days.data, told))
    else days.reload()
  }
  return { rooms, days, rates, rows: pending.shown, place, takeIn, pending }
}

/** What was read of the room types that are still unfolded. */
const onlyOf = <T>(terms: ReadonlyMap<string, T>, open: ReadonlySet<string>) =>
  new Map([...terms].filter(([roomCode]) => open.has(roomCode)))

/** Whether days were closed or opened, which closes and opens their rates. */
function isToggled(shown: Availability | undefined, changes: ReturnType<typeof ofDays>): boolean {
  return (
    shown !== undefined &&
    withChanges(shown, changes).rooms.some(({ days }, row) =>
      days.some(({ closed }, col) => closed !== shown.rooms[row]!.days[col]!.closed),
    )
  )
}
