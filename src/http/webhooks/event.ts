import { type TSchema, Type } from 'typebox'
import { SCOPES } from '../../domain/accounts/scope.ts'
import { ACTOR_TYPES } from '../../domain/accounts/user.ts'
import { NAMED_BOOKINGS_MAX } from '../../domain/kernel/availability.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { EVENT_DAYS_MAX } from '../../domain/kernel/limits.ts'
import { type ExampleContext, exampleOf } from '../../domain/webhooks/event-examples.ts'
import { type EventName, VENDOR_EVENTS } from '../../domain/webhooks/webhook.ts'
import { actorDetails } from '../api/audit-shape.ts'
import { discriminated, Instant, named, nullable, TestMark, words } from '../api/schema.ts'
import { BookingSchema } from '../bookings/booking-shape.ts'
import { ChangedRateDaySchema, InheritedSchema, RoomDaySchema } from '../days/day-shape.ts'

/** Name of an event body that a webhook is sent. */
type BodyEvent = EventName | 'ping'

/** Instant and id of the example events. */
export const EXAMPLE_AT = '2026-11-21T09:56:00.000Z'
export const EXAMPLE_ID = '0198c0de-2b3c-7d4e-8f5a-6b7c8d9e0f1a'
const EXAMPLE_CONTEXT: ExampleContext = {
  hotel: { slug: 'sea-view', name: 'Sea View', currency: 'EUR' },
  today: EXAMPLE_AT.slice(0, 10) as CalendarDate,
  atMs: Date.parse(EXAMPLE_AT),
}
const PING = { webhookId: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f' }

const ConfirmedSchema = Type.Object({
  ...BookingSchema.properties,
  reinstated: Type.Optional(
    Type.Boolean({ description: '`true`: a cancelled or no-show booking was reinstated.' }),
  ),
})
const ModifiedSchema = Type.Object({
  ...BookingSchema.properties,
  changes: Type.Array(Type.String(), { description: 'Names of the fields that changed.' }),
  previous: Type.Unsafe({
    type: 'object',
    additionalProperties: true,
    description: 'Their previous values.',
  }),
})
const DaysSchema = Type.Object({
  pushId: nullable(Type.String(), 'Id of the push; null for a booking.'),
  actor: Type.Object({
    type: words(...ACTOR_TYPES),
    id: Type.String({ description: 'Id of the API key, vendor or user, or the booking’s code.' }),
    ...actorDetails,
  }),
  days: Type.Array(RoomDaySchema, {
    maxItems: EVENT_DAYS_MAX,
    description: 'The new values, as in the pull; empty if only rates changed.',
  }),
  rates: Type.Optional(
    Type.Array(ChangedRateDaySchema, {
      maxItems: EVENT_DAYS_MAX,
      description:
        'Present if not empty: changed days of rates and restrictions of `STD`, as stored.',
    }),
  ),
  inherited: Type.Optional(InheritedSchema),
  test: TestMark,
})

const OversoldSchema = Type.Object({
  roomCode: Type.String(),
  date: Type.String({ format: 'date', description: 'The night.' }),
  totalRooms: Type.Integer({ description: 'Rooms of this type in the hotel.' }),
  overbookingRooms: Type.Integer({ description: 'Further rooms it may sell (overbooking).' }),
  sold: Type.Integer({ description: 'Rooms sold that night.' }),
  bookings: Type.Array(Type.String(), {
    maxItems: NAMED_BOOKINGS_MAX,
    description: `Codes of bookings of that night, at most ${NAMED_BOOKINGS_MAX}.`,
  }),
  test: TestMark,
})

/** Sentence for events outside the default list. */
const OPT_IN = 'Only for webhooks that subscribe to it.'

/** Sentence for events that hotels' own endpoints do not get. */
const OF_VENDORS = 'Only for a vendor’s own webhooks, in order for each hotel.'

/** Schema of each event, and the occasion on which it is sent. */
const EVENT_DESCRIPTIONS: Record<BodyEvent, { when: string; schema: TSchema }> = {
  'booking.confirmed': {
    when: 'A booking was made, a hold was confirmed, or the hotel reinstated a cancelled or no-show booking (`reinstated`).',
    schema: ConfirmedSchema,
  },
  'booking.modified': {
    when: 'A booking was changed: dates, room, guests, requests.',
    schema: ModifiedSchema,
  },
  'booking.cancelled': {
    when: 'A booking was cancelled, or a hold, which may be new to you.',
    schema: BookingSchema,
  },
  'booking.no_show': {
    when: 'The guests did not arrive: the first night is kept.',
    schema: BookingSchema,
  },
  'booking.completed': {
    when: 'The check-out has passed.',
    schema: BookingSchema,
  },
  'booking.unacked': {
    when: 'A revision was not acknowledged within 30 minutes (`POST /v1/partner/bookings/{code}/ack`).',
    schema: BookingSchema,
  },
  'booking.held': {
    when: `Rooms are held (\`pending\`) until \`holdUntil\`. \`booking.confirmed\`, \`booking.cancelled\` or \`booking.released\` follows. ${OPT_IN}`,
    schema: BookingSchema,
  },
  'booking.released': {
    when: `A hold expired (\`expired\`): its rooms are back on sale. ${OPT_IN}`,
    schema: BookingSchema,
  },
  'booking.oversold': {
    when: `More rooms of a night are sold than \`totalRooms\` + \`overbookingRooms\`: once per night, until resolved. ${OPT_IN}`,
    schema: OversoldSchema,
  },
  'availability.changed': {
    when: `Days or rate days (\`rates\`) changed, by a push, the panel or a booking. ${OPT_IN} Not sent for pushes of the webhook's own key (without a key: of any key). A change of more than ${EVENT_DAYS_MAX} days is split into events of one \`pushId\`.`,
    schema: DaysSchema,
  },
  'guest.erased': {
    when: `A guest's data was erased: erase it on your side, too. ${OPT_IN}`,
    schema: Type.Object({
      code: Type.String({ description: 'Of the booking.' }),
      groupCode: nullable(Type.String()),
      erasedAt: Instant,
      test: TestMark,
    }),
  },
  'hotel.connected': {
    when: `A hotel connected the vendor, or again. ${OF_VENDORS}`,
    schema: Type.Object({ scopes: Type.Array(words(...SCOPES)) }),
  },
  'hotel.disconnected': {
    when: `A hotel disconnected the vendor: nothing of it follows, and what waited was cancelled. ${OF_VENDORS}`,
    schema: Type.Object({}),
  },
  ping: {
    when: 'A test was requested.',
    schema: Type.Object({ webhookId: Type.String() }),
  },
}

/** All events and `ping`: schema and example of the whole body, and the occasion. */
export const EVENT_BODIES = ([...VENDOR_EVENTS, 'ping'] as const).map((event) => {
  const { when, schema } = EVENT_DESCRIPTIONS[event]
  const data = event === 'ping' ? PING : exampleOf(event, EXAMPLE_CONTEXT)
  const body = Type.Object(
    {
      event: words(event),
      data: schema,
      id: Type.String({ description: 'The same as `webhook-id`.' }),
      createdAt: Instant,
      hotelSlug:
        event === 'ping'
          ? nullable(Type.String(), 'null: of a vendor’s own webhook.')
          : Type.String(),
      test: TestMark,
    },
    { description: when },
  )
  const head = { id: EXAMPLE_ID, createdAt: EXAMPLE_AT, hotelSlug: EXAMPLE_CONTEXT.hotel.slug }
  const example = { event, data, ...head }
  return { event, when, schema: named(schemaName(event), body), example }
})

/** The body sent to an endpoint: any event, discriminated by `event`. */
export const WebhookEventSchema = named(
  'WebhookEvent',
  discriminated(
    'event',
    Object.fromEntries(EVENT_BODIES.map(({ event, schema }) => [event, schema])),
  ),
)

/** Returns the schema name of an event: `booking.no_show` → `EventBookingNoShow`. */
function schemaName(event: string): string {
  const parts = event.split(/[._]/).map((part) => part[0]!.toUpperCase() + part.slice(1))
  return `Event${parts.join('')}`
}
