import { type TSchema, Type } from 'typebox'
import { ACTOR_TYPES } from '../../domain/accounts/user.ts'
import { NAMED_BOOKINGS_MAX } from '../../domain/kernel/availability.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { EVENT_DAYS_MAX } from '../../domain/kernel/limits.ts'
import { type ExampleContext, exampleOf } from '../../domain/webhooks/event-examples.ts'
import { EVENTS, type EventName } from '../../domain/webhooks/webhook.ts'
import { actorDetails } from '../api/audit-shape.ts'
import { discriminated, Instant, named, nullable, TestMark, words } from '../api/schema.ts'
import { BookingSchema } from '../bookings/booking-shape.ts'
import { ChangedRateDaySchema, InheritedSchema, RoomDaySchema } from '../days/day-shape.ts'

type BodyEvent = EventName | 'ping'

/** When the example of an event happened, and its id. */
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
    Type.Boolean({ description: '`true`: it was cancelled or a no-show, and stands again.' }),
  ),
})
const ModifiedSchema = Type.Object({
  ...BookingSchema.properties,
  changes: Type.Array(Type.String(), { description: 'Names of the fields that changed.' }),
  previous: Type.Unsafe({
    type: 'object',
    additionalProperties: true,
    description: 'Their values before.',
  }),
})
const DaysSchema = Type.Object({
  pushId: nullable(Type.String(), 'Of a push: its id; of a booking: null.'),
  actor: Type.Object({
    type: words(...ACTOR_TYPES),
    id: Type.String({ description: 'The API key, the vendor, the booking’s code, the user.' }),
    ...actorDetails,
  }),
  days: Type.Array(RoomDaySchema, {
    maxItems: EVENT_DAYS_MAX,
    description: 'As the change left them, as the pull shows them; none when it left rates alone.',
  }),
  rates: Type.Optional(
    Type.Array(ChangedRateDaySchema, {
      maxItems: EVENT_DAYS_MAX,
      description:
        'Only when there are any: days of rates, and restrictions of `STD`, as the change left them and as they are stored.',
    }),
  ),
  inherited: Type.Optional(InheritedSchema),
  test: TestMark,
})

const OversoldSchema = Type.Object({
  roomCode: Type.String(),
  date: Type.String({ format: 'date', description: 'The night.' }),
  totalRooms: Type.Integer({ description: 'Rooms that the hotel has of this type.' }),
  overbookingRooms: Type.Integer({ description: 'How many more it may sell.' }),
  sold: Type.Integer({ description: 'Rooms sold of that night.' }),
  bookings: Type.Array(Type.String(), {
    maxItems: NAMED_BOOKINGS_MAX,
    description: `Codes of bookings that sleep there, at most ${NAMED_BOOKINGS_MAX}.`,
  }),
  test: TestMark,
})

/** Said of every event that is in no default list. */
const OPT_IN = 'Only for webhooks that ask for it.'

/** What each event says and when it is sent. */
const EVENT_DESCRIPTIONS: Record<BodyEvent, { when: string; schema: TSchema }> = {
  'booking.confirmed': {
    when: 'A booking was made, a hold was confirmed, or the hotel reinstated what was cancelled or a no-show (`reinstated`).',
    schema: ConfirmedSchema,
  },
  'booking.modified': {
    when: 'A booking was changed: dates, room, guests, what was asked for.',
    schema: ModifiedSchema,
  },
  'booking.cancelled': {
    when: 'A booking was cancelled, also one that was only held: then you may never have heard of it.',
    schema: BookingSchema,
  },
  'booking.no_show': {
    when: 'The guests did not come: the first night is kept.',
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
    when: `Rooms were taken for a booking that is held for 15 minutes (\`pending\`). \`booking.confirmed\`, \`booking.cancelled\` or \`booking.released\` follows. ${OPT_IN}`,
    schema: BookingSchema,
  },
  'booking.released': {
    when: `A hold ran out (\`expired\`): its rooms are back. ${OPT_IN}`,
    schema: BookingSchema,
  },
  'booking.oversold': {
    when: `More rooms of a night are sold than \`totalRooms\` + \`overbookingRooms\`: once a night, until that is mended. ${OPT_IN}`,
    schema: OversoldSchema,
  },
  'availability.changed': {
    when: `Days changed, or days of rates (\`rates\`): by a push, in the panel, by a booking. ${OPT_IN} Never for pushes of the webhook's own key (one of no key: of any key). A change of more than ${EVENT_DAYS_MAX} days comes as several events of one \`pushId\`.`,
    schema: DaysSchema,
  },
  ping: {
    when: 'Somebody asked for a test.',
    schema: Type.Object({ webhookId: Type.String() }),
  },
}

/** Every event, `ping` too: the schema and an example of its whole body, and when it is sent. */
export const EVENT_BODIES = ([...EVENTS, 'ping'] as const).map((event) => {
  const { when, schema } = EVENT_DESCRIPTIONS[event]
  const data = event === 'ping' ? PING : exampleOf(event, EXAMPLE_CONTEXT)
  const body = Type.Object(
    {
      event: words(event),
      data: schema,
      id: Type.String({ description: 'The same as `webhook-id`.' }),
      createdAt: Instant,
      hotelSlug: Type.String(),
      test: TestMark,
    },
    { description: when },
  )
  const head = { id: EXAMPLE_ID, createdAt: EXAMPLE_AT, hotelSlug: EXAMPLE_CONTEXT.hotel.slug }
  const example = { event, data, ...head }
  return { event, when, schema: named(schemaName(event), body), example }
})

/** What an endpoint is sent: any of the events, told apart by `event`. */
export const WebhookEventSchema = named(
  'WebhookEvent',
  discriminated(
    'event',
    Object.fromEntries(EVENT_BODIES.map(({ event, schema }) => [event, schema])),
  ),
)

/** `booking.no_show` → `EventBookingNoShow`. */
function schemaName(event: string): string {
  const parts = event.split(/[._]/).map((part) => part[0]!.toUpperCase() + part.slice(1))
  return `Event${parts.join('')}`
}
