/** Without a success for this long an endpoint is switched off (contract §4). */
export const FAILING_MS_MAX = 5 * 24 * 60 * 60 * 1_000

/** What an endpoint can be told of (contract §4); `ping` is only ever asked for. */
export const EVENTS = [
  'booking.confirmed',
  'booking.modified',
  'booking.cancelled',
  'booking.no_show',
  'booking.completed',
  'booking.unacked',
  'booking.held',
  'booking.released',
  'booking.oversold',
  'availability.changed',
] as const

export type EventName = (typeof EVENTS)[number]

/** What a transition of a booking is told as. */
export type BookingEvent = Exclude<
  EventName,
  'booking.unacked' | 'booking.oversold' | 'availability.changed'
>

/** What an endpoint is told of only when it asks for it (contract §4). */
const EVENTS_OPT_IN: readonly EventName[] = [
  'booking.held',
  'booking.released',
  'booking.oversold',
  'availability.changed',
]

/** What an endpoint is told of unless it says otherwise: all there is about reservations. */
export const EVENTS_DEFAULT: readonly EventName[] = EVENTS.filter(
  (event) => !EVENTS_OPT_IN.includes(event),
)

/** Why an endpoint is off: somebody switched it off, it answered 410, or nothing arrived for five days. */
export const OFF_REASONS = ['manual', 'gone', 'failing'] as const
export type OffReason = (typeof OFF_REASONS)[number]

/** What made a delivery: the event itself, or somebody who asked for it (again). */
export const DELIVERY_CAUSES = ['event', 'test', 'redelivery', 'replay'] as const
export type DeliveryCause = (typeof DELIVERY_CAUSES)[number]

/** On its way; taken by the receiver; given up. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/**
 * What went wrong with an attempt; `unreachable` is a name that has no address, or one that may not be connected to, which
 * nobody is told apart (`contract-access`, *Settings*; `dns` stands for some of that in rows of before); `status` is an answer that is no 2xx, `redirect` a 3xx, which is not followed, and
 * `secret` one that cannot be opened, so that nothing could be signed.
 */
export const ATTEMPT_ERRORS = [
  'unreachable',
  'dns',
  'refused',
  'timeout',
  'tls',
  'reset',
  'redirect',
  'blocked_target',
  'status',
  'protocol',
  'secret',
] as const

export type AttemptError = (typeof ATTEMPT_ERRORS)[number]
