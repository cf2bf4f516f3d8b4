import { type TSchema, Type } from 'typebox'
import { ATTEMPTS_MAX, EVENT_DAYS_MAX, NAMED_BOOKINGS_MAX } from '../../domain/limits.ts'
import { EVENTS, type EventName } from '../../domain/webhook.ts'
import { nullable, words } from '../docs.ts'
import { BookingSchema } from '../shapes/booking.ts'
import { atText, booking, id, oversold } from './webhook-event-examples.ts'

type Told = EventName | 'ping'

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
  pushId: nullable(Type.String({ description: 'Of a push: its id; of a booking: null.' })),
  actor: Type.Object({
    type: words('key', 'booking', 'user', 'system'),
    id: Type.String({ description: 'The API key, the booking’s code, the user.' }),
  }),
  days: Type.Array(
    Type.Object({
      roomCode: Type.String(),
      date: Type.String({ format: 'date' }),
      available: Type.Integer(),
      priceCents: Type.Integer(),
      closed: Type.Boolean(),
    }),
    { maxItems: EVENT_DAYS_MAX, description: 'As the change left them, as the pull shows them.' },
  ),
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
})

/** Said of every event that is in no default list. */
const ASKED_FOR = 'Only for webhooks that ask for it.'

/** What each event says and when it is sent. */
const TOLD: Record<Told, { when: string; schema: TSchema; data: unknown }> = {
  'booking.confirmed': {
    when: 'A booking was made, a hold was confirmed, or the hotel reinstated what was cancelled or a no-show (`reinstated`).',
    schema: ConfirmedSchema,
    data: booking,
  },
  'booking.modified': {
    when: 'A booking was changed: dates, room, guests, what was asked for.',
    schema: ModifiedSchema,
    data: {
      ...booking,
      revision: 2,
      adults: 1,
      changes: ['adults'],
      previous: { adults: 2 },
    },
  },
  'booking.cancelled': {
    when: 'A booking was cancelled, also one that was only held: then you may never have heard of it.',
    schema: BookingSchema,
    data: {
      ...booking,
      revision: 3,
      status: 'cancelled',
      cancelledAt: atText,
      cancelReason: 'Plans changed',
    },
  },
  'booking.no_show': {
    when: 'The guests did not come: the first night is kept.',
    schema: BookingSchema,
    data: { ...booking, revision: 2, status: 'no_show' },
  },
  'booking.completed': {
    when: 'The check-out has passed.',
    schema: BookingSchema,
    data: { ...booking, revision: 2, status: 'completed' },
  },
  'booking.unacked': {
    when: 'A revision was not acknowledged within 30 minutes (`POST /v1/partner/bookings/{code}/ack`).',
    schema: BookingSchema,
    data: booking,
  },
  'booking.held': {
    when: `Rooms were taken for a booking that is held for 15 minutes (\`pending\`). \`booking.confirmed\`, \`booking.cancelled\` or \`booking.released\` follows. ${ASKED_FOR}`,
    schema: BookingSchema,
    data: { ...booking, status: 'pending', confirmedAt: null },
  },
  'booking.released': {
    when: `A hold ran out (\`expired\`): its rooms are back. ${ASKED_FOR}`,
    schema: BookingSchema,
    data: { ...booking, revision: 2, status: 'expired', confirmedAt: null },
  },
  'booking.oversold': {
    when: `More rooms of a night are sold than \`totalRooms\` + \`overbookingRooms\`: once a night, until that is mended. ${ASKED_FOR}`,
    schema: OversoldSchema,
    data: oversold,
  },
  'availability.changed': {
    when: `Days changed: by a push, in the panel, by a booking. ${ASKED_FOR} Never for pushes of the webhook's own key (one of no key: of any key). A change of more than ${EVENT_DAYS_MAX} days comes as several events of one \`pushId\`.`,
    schema: DaysSchema,
    data: {
      pushId: null,
      actor: { type: 'booking', id: 'K7MPQ2XW9R' },
      days: [
        { roomCode: 'DBL', date: '2027-05-20', available: 3, priceCents: 12900, closed: false },
        { roomCode: 'DBL', date: '2027-05-21', available: 3, priceCents: 12900, closed: false },
      ],
    },
  },
  ping: {
    when: 'Somebody asked for a test.',
    schema: Type.Object({ webhookId: Type.String() }),
    data: { webhookId: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f' },
  },
}

/** Every event by its name, `ping` too: the schema and an example of its whole body. */
const EVENT_DOCS = Object.fromEntries(
  ([...EVENTS, 'ping'] as const).map((event) => [event, describe(event)]),
)

/** Schemas of the events' bodies by the names they have among the components. */
export const EVENT_SCHEMAS = Object.fromEntries(
  Object.entries(EVENT_DOCS).map(([event, { schema }]) => [schemaName(event), schema]),
)

/** What receivers should know, for the page. */
export const RECEIVER_RULES = `For partners: events sent to an address of yours, signed, in order, at least once.

**Request**: a \`POST\` with the body \`{event, data, id, createdAt, hotelSlug}\` and the headers below; bodies and examples of every event are under *Schemas* (\`Event…\`) and in the document as \`x-webhooks\`.

**Verify before anything else**, over the raw bytes of the body, with a comparison in constant time; either of the two will do:
- \`x-<brand>-signature\`: hex HMAC-SHA256 of the body, keyed by the secret as it is shown, \`whsec_\` and all;
- [Standard Webhooks](https://www.standardwebhooks.com): \`webhook-signature\` is \`v1,\` and the base64 HMAC-SHA256 of \`<webhook-id>.<webhook-timestamp>.<body>\`, keyed by the bytes that the part of the secret after \`whsec_\` stands for in base64. While a rotation overlaps there are two, with a space between. Its public libraries verify it; they also refuse a \`webhook-timestamp\` more than five minutes off, which keeps an old request from being sent to you again by somebody else.

**Answer** any 2xx within 10 seconds, and do the work afterwards. Anything else is a failure, a redirect too. Retries come after 5 s, 1 min, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h (±10 %, or your longer \`Retry-After\`): ${ATTEMPTS_MAX} attempts. \`410\` switches the webhook off, and so do five days without a success.

**Deduplicate by \`webhook-id\`**: an answer that is lost on its way makes us send again, and so do a redelivery and a replay; the id stays the same, \`x-<brand>-attempt\` and the timestamp do not.

**Order**: events of one booking come one after another by \`revision\`; those of different bookings come side by side. After a redelivery or a replay an older revision may come after a newer one: keep the highest.`

/** The events as OpenAPI 3.1 describes webhooks, under the name that documents of 3.0 use for it. */
export function describeEvents(brand: string) {
  const headers: Record<string, string> = {
    [`x-${brand}-signature`]: 'b7e0ad…',
    [`x-${brand}-event`]: 'booking.confirmed',
    [`x-${brand}-attempt`]: '1',
    'webhook-id': id,
    'webhook-timestamp': String(Date.parse(atText) / 1_000),
    'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  }
  const parameters = Object.entries(headers).map(([name, example]) => {
    return { name, in: 'header', required: true, schema: { type: 'string' }, example }
  })
  return Object.fromEntries(
    Object.entries(EVENT_DOCS).map(([event, { when, example }]) => {
      const schema = { $ref: `#/components/schemas/${schemaName(event)}` }
      const content = { 'application/json': { schema, example } }
      const responses = { '2XX': { description: 'Taken.' } }
      const requestBody = { required: true, content }
      const about = { summary: event, description: when, tags: ['Webhooks'] }
      return [event, { post: { ...about, parameters, requestBody, responses } }]
    }),
  )
}

function describe(event: Told) {
  const { when, schema, data } = TOLD[event]
  const body = Type.Object(
    {
      event: words(event),
      data: schema,
      id: Type.String({ description: 'The same as `webhook-id`.' }),
      createdAt: Type.String({ format: 'date-time' }),
      hotelSlug: Type.String(),
    },
    { description: when },
  )
  const example = { event, data, id, createdAt: atText, hotelSlug: 'sea-view' }
  return { when, schema: body, example }
}

/** `booking.no_show` → `EventBookingNoShow`. */
function schemaName(event: string): string {
  const parts = event.split(/[._]/).map((part) => part[0]!.toUpperCase() + part.slice(1))
  return `Event${parts.join('')}`
}
