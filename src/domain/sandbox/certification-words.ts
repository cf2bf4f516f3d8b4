import type { Scenario } from './certification.ts'

/** The title and the instruction of each scenario. */
export const SCENARIO_WORDS: Record<Scenario, { title: string; next: string }> = {
  full_sync: {
    title: 'Full sync',
    next: 'Push count and price of every active room type for each day of a year from today, each room type whole in one call and all of them within an hour. Nothing of it may be refused.',
  },
  one_day: {
    title: 'One day',
    next: 'Push a change of one single day: a price, or a count. What changes nothing does not count.',
  },
  many_days: {
    title: 'Many days',
    next: 'Push a change of several days, fewer than 180, in one call.',
  },
  ranges: {
    title: 'Ranges with weekdays',
    next: 'Push a range of which only some weekdays are meant, so that at least two days change.',
  },
  half_year: {
    title: 'Half a year',
    next: 'Push a change of 180 days or more in one call that is no full sync.',
  },
  closed: {
    title: 'Stop sale',
    next: 'Close a day that is open, by `closed` and not by a count of 0.',
  },
  min_stay: {
    title: 'Minimum stay from arrival',
    next: 'Push `minStay`: stays that arrive on the day have at least so many nights.',
  },
  min_stay_through: {
    title: 'Minimum stay through a night',
    next: 'Push `minStayThrough`: stays with this night have at least so many.',
  },
  max_stay: {
    title: 'Maximum stay',
    next: 'Push `maxStay`: stays that arrive on the day have at most so many nights.',
  },
  min_advance: {
    title: 'Minimum days ahead',
    next: 'Push `minAdvanceDays`: stays that arrive on the day are booked at least so many days before.',
  },
  max_advance: {
    title: 'Maximum days ahead',
    next: 'Push `maxAdvanceDays`: stays that arrive on the day are booked at most so many days before.',
  },
  closed_to_arrival: {
    title: 'Closed to arrival',
    next: 'Push `closedToArrival`: no arrivals on the day.',
  },
  closed_to_departure: {
    title: 'Closed to departure',
    next: 'Push `closedToDeparture`: no departures on the day.',
  },
  late_count: {
    title: 'A count that is late',
    next: 'Keep the cursor of the feed, let a guest book, then push a count of that night from before with the cursor as `seenThrough`: what was sold meanwhile is taken off, and the report says so (`corrected`, `sold_meanwhile`).',
  },
  hold_confirmed: {
    title: 'A hold that is confirmed',
    next: 'Make a hold, push a count of its night with a cursor at which it stands and `holds` as you mean it, confirm it, then push a count with a cursor after that. Both counts must speak of the same number of rooms.',
  },
  hold_expired: {
    title: 'A hold that runs out',
    next: 'The same with a hold that runs out (`POST /v1/partner/sandbox/bookings/{code}/expire`): your next count offers its rooms again.',
  },
  hold_released: {
    title: 'A hold that is let go',
    next: 'The same with a hold that its guest cancels.',
  },
  back_off: {
    title: 'Back-off after 429',
    next: 'Have a call refused with 429, ask nothing with this key until the seconds of its `Retry-After` have passed, then ask again and be answered.',
  },
  booking_new: {
    title: 'New booking',
    next: 'Let a guest book; read the booking in the feed or by a pull, or take it by webhook; then acknowledge its revision.',
  },
  booking_changed: {
    title: 'Changed booking',
    next: 'Let the guest change a booking; receive the new revision, then acknowledge it.',
  },
  booking_cancelled: {
    title: 'Cancelled booking',
    next: 'Let the guest cancel a booking; receive the new revision, then acknowledge it.',
  },
  booking_group: {
    title: 'Several rooms in one reservation',
    next: 'Let a guest book two stays or more as one reservation (`POST /v1/partner/sandbox/booking-groups`); receive each of its bookings, which have `group {code, position}`, then acknowledge every one.',
  },
  forged_delivery: {
    title: 'Forged delivery',
    next: 'With a webhook of this key, have a delivery forged: answer it 4xx (401) because its signature is wrong, and the true one, which follows some seconds later, 2xx.',
  },
  reconciliation: {
    title: 'Reconciliation',
    next: 'When all else is done, pull the days of a year from today of every room type, and all bookings by `updatedSince` from before the first one to the last page; compare them with yours.',
  },
}
