import { useState } from 'preact/hooks'
import { asProblem, call, Problem } from '../../../lib/api.ts'
import { forgetEntry, useEntryState } from '../../../lib/entry-state.ts'
import { t } from '../../../lib/i18n.ts'
import { useAction } from '../../../lib/load.ts'
import { go } from '../../../lib/router.ts'
import { say } from '../../../parts/toast.tsx'
import { readPrice } from '../parts/manual-price.tsx'
import { nameOf, type OfGuest } from '../parts/model.ts'
import { lacksName } from '../parts/typed-text.ts'
import { type Agreed, type Draft, groupBody, loneBody } from './draft.ts'
import { asOfGroup } from './flaws.ts'

const NOTHING = { text: '', key: '' }

/** The booking to open after a reservation, and its name for the toast. */
type Placed = {
  code: string
  guest: OfGuest['guest']
  opens: string
  /** True if its whole reservation is opened. */
  isWhole?: boolean
}

/** Sends a basket; `until` holds it, and the key makes it once. */
export type PlaceBasket = (draft: Draft, until: string | undefined, key: string) => Promise<Placed>

/**
 * Sends a basket with the total that was shown: one stay as a booking, several as a group. A basket that costs another
 * total is agreed to by a second press.
 *
 * @param onRefused runs after a refusal for prices or rooms, to price the basket anew
 * @param place sends the basket; default: as the hotel
 */
export function useSending(
  draft: Omit<Draft, 'agreed' | 'override'>,
  onRefused: () => Promise<unknown>,
  place: PlaceBasket = placeAtHotel,
) {
  const [agreed, setAgreed] = useState<Agreed>()
  const [override, setOverride] = useState(false)
  const [isTried, setTried] = useState(false)
  const [sent, setSent] = useEntryState('sent', NOTHING)
  const action = useAction(async (until?: string) => {
    setTried(true)
    if (draft.lines.length === 0) return focusOn('.rooms [data-stop][tabindex="0"]')
    if (isWrong(draft)) return focusWrong()
    const whole = { ...draft, agreed, override }
    // One object per press: the key belongs to exactly what is sent.
    const text = JSON.stringify(groupBody(whole, until))
    // The same reservation sent again, after an answer that was lost, is not made twice.
    const now = sent.text === text ? sent : { text, key: crypto.randomUUID() }
    setSent(now)
    try {
      const { code, guest, opens, isWhole } = await place(whole, until, now.key)
      say(t(until ? 'desk.optionGiven' : 'desk.booked', { name: nameOf({ guest }), code }))
      // Who has gone on to something else meanwhile stays there.
      if (!document.querySelector('.new-booking')) return
      forgetEntry()
      go({ view: 'bookings', rest: [opens], query: { whole: isWhole || undefined } })
    } catch (error) {
      if (error instanceof Problem && error.status === 409) {
        const { totalPriceCents, payableCents } = error.body as Record<string, number | undefined>
        if (error.code === 'price_changed')
          setAgreed({ totalCents: Number(totalPriceCents), payableCents })
        onRefused().catch(asProblem)
      }
      focusWrong()
      throw error
    }
  })
  const problem = draft.lines.length > 1 ? action.problem : asOfGroup(action.problem)
  return { ...action, problem, agreed, setAgreed, override, setOverride, isTried }
}

const placeAtHotel: PlaceBasket = async (draft, until, key) => {
  if (draft.lines.length === 1) return await placeLone(draft, until, key)
  const params = { hotel: draft.hotel.slug }
  const record = await call('placePanelGroup', params, { body: groupBody(draft, until), key })
  return { ...record, opens: record.bookings[0]!.code }
}

/** Sends a basket of one stay as a lone booking. */
export const placeLone: PlaceBasket = async (draft, until, key) => {
  const record = await call('placeBooking', {}, { body: loneBody(draft, until), key })
  return { ...record, opens: record.code }
}

/** True if a field holds what the page itself knows to be wrong. */
const isWrong = ({ lines, hotel }: Pick<Draft, 'lines' | 'hotel'>): boolean =>
  lines.some(({ price, names }) => readPrice(price, hotel.currency).wrong || lacksName(names))

/** Puts the focus on the first field or stay that is wrong, once that is shown. */
const focusWrong = (): void =>
  focusOn('.new-booking [aria-invalid]', '.new-booking .line.is-refused')

/** Puts the focus on the first of some elements that is there, once the page is drawn. */
function focusOn(...selectors: string[]): void {
  requestAnimationFrame(() =>
    selectors
      .map((selector) => document.querySelector<HTMLElement>(selector))
      .find(Boolean)
      ?.focus(),
  )
}
