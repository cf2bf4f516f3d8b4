/** Problems of a stay that is not for sale, or that a restriction refuses. */
export const SALE_PROBLEMS = {
  sold_out: {
    status: 409,
    title: 'Not enough rooms',
    help: 'Too few rooms are left on the nights in `dates`. Nothing was booked or changed.',
  },
  set_aside: {
    status: 409,
    title: 'Rooms are set aside for agencies',
    help: 'The hotel’s people alone see this: `nights` has what is left and free, and the agencies with their rooms. `override: true` takes the rooms and is kept in the history. Nothing was booked or changed.',
  },
  too_many_options: {
    status: 409,
    title: 'Too many rooms in options',
    help: 'On the nights in `dates` the agency’s holds and options beyond its allotment would take more than a quarter of the room type. Confirm or cancel others first. Nothing was booked or changed.',
  },
  closed_for_sale: {
    status: 409,
    title: 'Closed for sale',
    help: 'The nights in `dates` are not for sale. Nothing was booked or changed.',
  },
  credit_exceeded: {
    status: 409,
    title: 'The credit of the agency is too small',
    help: 'The agency would owe the hotel more than its terms allow; `leftCents` is left. Without terms it collects no price. The hotel’s staff may pass it with `override`. Nothing was booked or changed.',
  },
  text_changed: {
    status: 409,
    title: 'The text has changed',
    help: 'The guest agreed to a text that no longer stands. Show the present one (`GET /v1/hotels/{slug}/agreements`) and ask again. Nothing was booked.',
  },
  no_price: {
    status: 409,
    title: 'The rate has no price',
    help: 'On the nights in `dates` the rate has no price for this party. Nothing was booked or changed.',
  },
  min_stay: {
    status: 409,
    title: 'The stay is too short',
    help: 'A stay that begins on the day in `dates` needs more nights at this rate. Nothing was booked or changed.',
  },
  min_stay_through: {
    status: 409,
    title: 'The stay is too short for one of its nights',
    help: 'At this rate the nights in `dates` are sold in longer stays only. Nothing was booked or changed.',
  },
  max_stay: {
    status: 409,
    title: 'The stay is too long',
    help: 'A stay that begins on the day in `dates` has too many nights for this rate. Nothing was booked or changed.',
  },
  min_advance: {
    status: 409,
    title: 'Too late to book',
    help: 'A stay that begins on the day in `dates` must be booked more days before it at this rate. Nothing was booked or changed.',
  },
  max_advance: {
    status: 409,
    title: 'Too early to book',
    help: 'A stay that begins on the day in `dates` may be booked fewer days before it only at this rate. Nothing was booked or changed.',
  },
  closed_to_arrival: {
    status: 409,
    title: 'Closed to arrival',
    help: 'At this rate no stay may begin on the day in `dates`; stays through it are possible. Nothing was booked or changed.',
  },
  closed_to_departure: {
    status: 409,
    title: 'Closed to departure',
    help: 'At this rate no stay may end on the day in `dates`; stays through it are possible. Nothing was booked or changed.',
  },
}
