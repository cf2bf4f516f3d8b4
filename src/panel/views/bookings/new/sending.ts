import { useState } from 'preact/hooks'
import { call, Problem } from '../../../lib/api.ts'
import { forgetEntry, useEntryState } from '../../../lib/entry-state.ts'
import { t } from '../../../lib/i18n.ts'
import { useAction } from '../../../lib/load.ts'
import { go, type ViewProps } from '../../../lib/router.ts'
import { say } from '../../../parts/toast.tsx'
import { isAgainst } from '../parts/against.ts'
import type { ReadPrice } from '../parts/manual-price.tsx'
import { nameOf } from '../parts/model.ts'
import type { Offer, readParty } from './offers.ts'

const NOTHING = { text: '', key: '' }

type Sending = {
  hotel: ViewProps['hotel']
  stay: { checkin: string; checkout: string } & ReturnType<typeof readParty>
  override: boolean
  offer: Offer | undefined
  guest: { firstName: string; lastName: string; email: string; phone: string }
  requests: string
  price: ReadPrice
  totalCents: number | undefined
  /** Reads anew what is sold. */
  reload: () => void
}

/** Sends a booking with the total that was shown; one that costs another is agreed to by a second press. */
export function useSending(order: Sending) {
  const { hotel, stay, override, offer, guest, requests, price, totalCents, reload } = order
  const [agreedCents, setAgreed] = useState<number>()
  const [isTried, setTried] = useState(false)
  const [sent, setSent] = useEntryState('sent', NOTHING)
  const action = useAction(async () => {
    setTried(true)
    if (!offer || price.wrong) return focusWrong()
    const { roomCode, rateCode, boardCode } = offer
    const { phone, email, ...who } = guest
    const expectedTotalCents = agreedCents ?? totalCents
    const body = {
      ...{ hotelSlug: hotel.slug, roomCode, rateCode, ...stay },
      ...(boardCode !== null && { boardCode }),
      ...(override && { override }),
      guest: {
        ...who,
        ...(phone.trim() !== '' && { phone: phone.trim() }),
        ...(email.trim() !== '' && { email: email.trim() }),
      },
      ...(requests.trim() !== '' && { specialRequests: requests }),
      ...(expectedTotalCents !== undefined && { expectedTotalCents }),
      ...(price.price && { manualPrice: price.price }),
    }
    const text = JSON.stringify(body)
    // The same booking sent again, after an answer that was lost, is not made twice.
    const now = sent.text === text ? sent : { text, key: crypto.randomUUID() }
    setSent(now)
    try {
      const { key } = now
      const record = await call('placeBooking', {}, { body, key })
      say(t('desk.booked', { name: nameOf(record), code: record.code }))
      // Who has gone on to something else meanwhile stays there.
      if (!document.querySelector('.new-booking')) return
      forgetEntry()
      go({ view: 'bookings', rest: [record.code] })
    } catch (error) {
      if (error instanceof Problem && error.code === 'price_changed')
        setAgreed(Number(error.body.totalPriceCents))
      else if (error instanceof Problem && isAgainst(error)) reload()
      focusWrong()
      throw error
    }
  })
  return { ...action, agreedCents, setAgreed, isTried }
}

/** Puts the focus on the first field that is wrong, once that is shown. */
function focusWrong(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('.new-booking [aria-invalid]')?.focus(),
  )
}
