import type { WholeHotel } from '../../../client/call.ts'
import { PageBar } from './bar.tsx'
import { BookingDetail } from './detail.tsx'
import type { Filter } from './filters.tsx'

/** One booking as a page of its own. */
export function BookingPage(props: {
  hotel: WholeHotel
  code: string
  filter: Filter
  isWhole: boolean
}) {
  const { hotel, code, filter, isWhole } = props
  const place = { isBeside: false, filter, isWhole }
  return (
    <>
      <PageBar {...{ hotel, code, place }} />
      <BookingDetail {...{ hotel, code, place }} />
    </>
  )
}
