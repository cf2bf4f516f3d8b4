import { useEffect, useState } from 'preact/hooks'
import type { WholeHotel } from '../../../../client/call.ts'
import { call } from '../../../lib/api.ts'
import { language } from '../../../lib/i18n.ts'
import { useLoad } from '../../../lib/load.ts'
import { useSettled } from '../../../lib/typing.ts'
import { type Ask, readAsk, type StayAsk } from './ask.ts'
import { type Offer, offersOf } from './offers.ts'

/** The query of the offers for one room. */
const queryOf = (ask: Ask, override: boolean) => {
  const { childAges, ...stay } = readAsk(ask)
  return {
    ...{ ...stay, rooms: 1 },
    ...(childAges && { childAges: childAges.join() }),
    ...(ask.boardCode && { board: ask.boardCode }),
    ...(override && { override }),
  }
}

/**
 * Reads what the hotel sells for the asked stay once the typing pauses.
 *
 * @returns the rooms of the last answer; `add` adds an offer for the stay that it was priced for. An offer that is
 *   pressed while newer fields are still being priced waits for their answer and is dropped if that has no such offer:
 *   it is never added at the price of the fields before
 */
export function useOffers(
  { slug }: WholeHotel,
  ask: Ask,
  override: boolean,
  onAdd: (offer: Offer, stay: StayAsk) => void,
) {
  const now = JSON.stringify({ ask, override })
  const settled = useSettled(now)
  const read = useLoad(
    async (signal) => {
      const { ask, override } = JSON.parse(settled) as { ask: Ask; override: boolean }
      const page = await call('getHotelPage', { slug, ...queryOf(ask, override) }, { signal })
      return { asked: settled, stay: readAsk(ask), page, rooms: offersOf(page) }
    },
    [slug, settled, language.get()],
  )
  const [waiting, setWaiting] = useState<{ key: string; asked: string }>()
  const { data } = read
  const isFresh = data?.asked === now && !read.isBusy
  const add = (key: string) => {
    if (!isFresh) return setWaiting({ key, asked: now })
    setWaiting(undefined)
    const offer = data.rooms.flatMap(({ offers }) => offers).find((each) => each.key === key)
    if (offer) onAdd(offer, data.stay)
  }
  useEffect(() => {
    if (!waiting) return
    // What was pressed belongs to fields that have changed since, or to a stay that cannot be priced.
    if (waiting.asked !== now || (read.problem && settled === now)) setWaiting(undefined)
    else if (isFresh) add(waiting.key)
  }, [waiting, now, isFresh, read.problem])
  return { ...read, isFresh, isWaiting: waiting !== undefined, waitingKey: waiting?.key, add }
}

/** What the hotel sells for the asked stay. */
export type OffersRead = ReturnType<typeof useOffers>
