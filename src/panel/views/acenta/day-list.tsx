import type { ComponentChildren } from 'preact'
import type { Booking } from '../../../client/call.ts'
import { rangeText } from '../../lib/format.ts'
import { href } from '../../lib/router.ts'
import { nameOf } from '../bookings/parts/model.ts'

type ListProps = {
  title: string
  count: number
  heads: readonly [string, string]
  none: string
  children: ComponentChildren
}

/** A list of the day under its head. */
export const DayList = ({ title, count, heads: [first, second], none, children }: ListProps) => (
  <section class="card day-list">
    <div class="day-head">
      <h2>
        {title} {count > 0 && <span class="dim">{count}</span>}
      </h2>
      <span class="dim">{first}</span>
      <span class="dim number">{second}</span>
    </div>
    {count === 0 ? <p class="dim within">{none}</p> : <ul>{children}</ul>}
  </section>
)

type RowProps = {
  booking: Booking
  roomOf: (booking: Booking) => string
  when: ComponentChildren
  amount: ComponentChildren
  children?: ComponentChildren
}

/** A row of the day: the client over the stay, when it is, what it costs, and what to do. */
export const DayRow = ({ booking, roomOf, when, amount, children }: RowProps) => (
  <li class="day-row">
    <span class="two">
      <a href={href({ view: 'bookings', rest: [booking.code] })}>
        <bdi>{nameOf(booking)}</bdi>
      </a>
      <span class="dim">
        <bdi>{booking.hotelName}</bdi> · <bdi>{roomOf(booking)}</bdi> ·{' '}
        <span class="unbroken">{rangeText(booking.checkin, booking.checkout)}</span>
      </span>
    </span>
    <span class="two">{when}</span>
    <span class="two number">{amount}</span>
    <span class="buttons">{children}</span>
  </li>
)
