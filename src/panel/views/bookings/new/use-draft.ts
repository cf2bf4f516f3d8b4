import type { WholeHotel } from '../../../../client/call.ts'
import type { CalendarDate } from '../../../../domain/kernel/date.ts'
import { useEntryState } from '../../../lib/entry-state.ts'
import { newAsk, type StayAsk } from './ask.ts'
import { type Line, withoutRoom, withRoom } from './basket.ts'
import { NO_DETAILS, NOBODY } from './draft.ts'
import type { Offer } from './offers.ts'
import { priceAnew } from './price-anew.ts'

/** Everything that is typed and chosen on the page, kept in the entry of the browser's history. */
export function useDraft(hotel: WholeHotel, today: CalendarDate) {
  const [kept, setAsk] = useEntryState('ask', newAsk(today))
  const [override, setOverride] = useEntryState('override', false)
  const [lines, setLines] = useEntryState<Line[]>('lines', [])
  const [guest, setGuest] = useEntryState('guest', NOBODY)
  const [details, setDetails] = useEntryState('facts', NO_DETAILS)
  const [until, setUntil] = useEntryState('until', '')
  return {
    // What was kept may be of another day.
    ask: kept.from < today ? { ...kept, ...daysOf(newAsk(today)) } : kept,
    ...{ setAsk, override, setOverride, lines, guest, setGuest, details, setDetails },
    ...{ until, setUntil },
    add: (offer: Offer, stay: StayAsk) =>
      setLines((lines) => withRoom(lines, offer, stay, override)),
    takeRoom: (id: string) => setLines((lines) => withoutRoom(lines, id)),
    remove: (id: string) => setLines((lines) => lines.filter((line) => line.id !== id)),
    setLine: (line: Line) =>
      setLines((lines) => lines.map((each) => (each.id === line.id ? line : each))),
    /** Prices the stays of the basket anew; a stay that is not sold any more keeps its price. */
    reprice: () => priceAnew(hotel, lines).then(setLines),
  }
}

const daysOf = ({ from, to }: ReturnType<typeof newAsk>) => ({ from, to })
