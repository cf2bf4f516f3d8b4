import type { AgencyHotel } from '../../../client/call.ts'
import type { CalendarDate } from '../../../domain/kernel/date.ts'
import { useEntryState } from '../../lib/entry-state.ts'
import { t } from '../../lib/i18n.ts'
import { say } from '../../parts/toast.tsx'
import type { StayAsk } from '../bookings/new/ask.ts'
import type { Line } from '../bookings/new/basket.ts'
import { NO_DETAILS, NOBODY } from '../bookings/new/draft.ts'
import { newSellAsk } from './ask.ts'
import {
  CHOICES_MAX,
  type Choice,
  type SoldHotel,
  type SoldOffer,
  withLines,
  withoutSold,
  withSold,
} from './offers.ts'
import { priceAnew } from './use-hotels.ts'

/** Everything that is typed and chosen on the page, kept in the entry of the browser's history. */
export function useOffer(today: CalendarDate) {
  const [kept, setAsk] = useEntryState('sell-ask', newSellAsk(today))
  const [choices, setChoices] = useEntryState<Choice[]>('choices', [])
  const [guest, setGuest] = useEntryState('guest', NOBODY)
  const [details, setDetails] = useEntryState('details', NO_DETAILS)
  const [until, setUntil] = useEntryState('until', '')
  const isNew = ({ slug }: SoldHotel) => !choices.some((each) => each.hotel.slug === slug)
  return {
    // The kept search may be of another day.
    ask: kept.from < today ? { ...kept, ...daysOf(newSellAsk(today)) } : kept,
    ...{ setAsk, choices, guest, setGuest, details, setDetails, until, setUntil },
    add(hotel: AgencyHotel, offer: SoldOffer, stay: StayAsk) {
      if (isNew(hotel) && choices.length >= CHOICES_MAX)
        return say(t('sell.tooMany', { count: CHOICES_MAX }))
      setChoices((now) => withSold(now, hotel, offer, stay))
    },
    takeRoom: (slug: string, id: string) => setChoices((now) => withoutSold(now, slug, id)),
    setLine: (slug: string, line: Line) =>
      setChoices((now) => withLines(now, slug, (lines) => lines.map((each) => put(each, line)))),
    removeLine: (slug: string, id: string) =>
      setChoices((now) => withLines(now, slug, (lines) => lines.filter((each) => each.id !== id))),
    removeHotel: ({ slug }: SoldHotel) => setChoices((now) => withLines(now, slug, () => [])),
    putFirst: ({ slug }: SoldHotel) =>
      setChoices((now) => [
        ...now.filter(({ hotel }) => hotel.slug === slug),
        ...now.filter(({ hotel }) => hotel.slug !== slug),
      ]),
    /** Prices the stays of the first hotel anew; a stay that is not sold any more keeps its price. */
    async reprice() {
      const [first] = choices
      if (!first) return
      const lines = await priceAnew(first.hotel.slug, first.lines)
      setChoices((now) => withLines(now, first.hotel.slug, () => lines))
    },
  }
}

/** A stay with the names and extras of a changed one. */
const put = (line: Line<SoldOffer>, { id, names, extras }: Line): Line<SoldOffer> =>
  line.id === id ? { ...line, names, extras } : line

const daysOf = ({ from, to }: ReturnType<typeof newSellAsk>) => ({ from, to })
