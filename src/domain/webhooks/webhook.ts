/** Circuit breaker: an endpoint without a success for this long is switched off (contract §4). */
export const FAILING_MS_MAX = 5 * 24 * 60 * 60 * 1_000

/** Events of webhooks (contract §4); `ping` is sent on request only. */
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
  'guest.erased',
] as const

/** Events of a connection, sent to its vendor's own webhooks alone (contract-groups, *Vendors*). */
const CONNECTION_EVENTS = ['hotel.connected', 'hotel.disconnected'] as const

/** Events that a vendor's own webhooks may receive. */
export const VENDOR_EVENTS = [...EVENTS, ...CONNECTION_EVENTS] as const

export type ConnectionEvent = (typeof CONNECTION_EVENTS)[number]
export type EventName = (typeof VENDOR_EVENTS)[number]

/** Events of booking transitions. */
export type BookingEvent = Exclude<
  EventName,
  ConnectionEvent | 'booking.unacked' | 'booking.oversold' | 'availability.changed' | 'guest.erased'
>

/** Opt-in events (contract §4). */
const EVENTS_OPT_IN: readonly EventName[] = [
  'booking.held',
  'booking.released',
  'booking.oversold',
  'availability.changed',
  'guest.erased',
]

/** Default events: all about reservations. */
export const EVENTS_DEFAULT: readonly EventName[] = EVENTS.filter(
  (event) => !EVENTS_OPT_IN.includes(event),
)

/** Default events of a vendor's own webhook: also those of its connections. */
export const VENDOR_EVENTS_DEFAULT: readonly EventName[] = [...EVENTS_DEFAULT, ...CONNECTION_EVENTS]

/** True if an event tells of a connection: every webhook of its vendor may receive it, also after the connection ended. */
export const isConnectionEvent = (event: string): event is ConnectionEvent =>
  CONNECTION_EVENTS.some((each) => each === event)

/** Reasons that an endpoint is off: switched off by hand, an answer of 410, or five days without success. */
export const OFF_REASONS = ['manual', 'gone', 'failing'] as const
export type OffReason = (typeof OFF_REASONS)[number]

/** Causes of a delivery: the event itself, or a request for it (again). */
export const DELIVERY_CAUSES = ['event', 'test', 'redelivery', 'replay'] as const
export type DeliveryCause = (typeof DELIVERY_CAUSES)[number]

/** States of a delivery: on its way, accepted by the receiver, given up. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/**
 * Errors of an attempt. `unreachable`: a name without an address, or with a forbidden one; the two look alike on
 * purpose (`contract-access`, *Settings*; older rows have `dns` for some). `status`: an answer other than 2xx.
 * `redirect`: a 3xx, which is not followed. `secret`: an unreadable secret, so nothing could be signed.
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
