import { Type } from 'typebox'
import { CHANGES_PAGE_MAX, CHANGES_WAIT_SECONDS_MAX, EVENT_DAYS_MAX } from '../../domain/limits.ts'
import { nullable, partnerOperation, words } from '../docs.ts'
import { exampleDay } from '../example-day.ts'
import { BookingSchema } from '../shapes/booking.ts'

const soon = exampleDay(180)
const Instant = Type.String({ format: 'date-time' })
const Cursor = Type.String({ description: 'The place after this entry.' })

const BookingEntry = Type.Object({
  cursor: Cursor,
  type: words('booking'),
  at: Instant,
  event: Type.Optional(
    Type.String({
      description: 'The event of this revision; holds and their expiry have none here.',
    }),
  ),
  booking: BookingSchema,
})
const AvailabilityEntry = Type.Object({
  cursor: Cursor,
  type: words('availability'),
  at: Instant,
  actor: Type.Object({
    type: Type.String({ description: '`key`, `booking`, `user` or `system`.' }),
    id: Type.String(),
    name: nullable(Type.String()),
  }),
  pushId: nullable(Type.String()),
  days: Type.Array(
    Type.Object({
      roomCode: Type.String(),
      date: Type.String({ format: 'date' }),
      available: Type.Integer(),
      priceCents: Type.Integer(),
      closed: Type.Boolean(),
    }),
  ),
})

/** What the page says of the parameters. */
export const parameters = {
  cursor: {
    description:
      'The `nextCursor` of the answer before, or the `cursor` of any entry; `latest`: from now on; left out: from the oldest entry kept.',
  },
  limit: { description: `Entries, 1 to ${CHANGES_PAGE_MAX}.` },
  waitSeconds: {
    description: `0 to ${CHANGES_WAIT_SECONDS_MAX}: when there is nothing, wait so long for something to happen.`,
  },
}

export const changes = partnerOperation({
  id: 'listChanges',
  tag: 'Changes',
  summary: 'What happened, in order',
  description: `Every revision of a booking and every change of days of the hotel, oldest first: each exactly once, nothing skipped, replayable from any cursor for 90 days. Go on from \`nextCursor\`, which is always there; \`hasMore\` says whether to do so at once.

Entries are full snapshots. A \`booking\` entry is the booking as that revision left it: **every** revision, so also holds (\`pending\`) that were never confirmed and those that \`expired\`; take them by their \`status\`, or only those with an \`event\`. An \`availability\` entry is the days that one change touched, as it left them and as the pull shows them; what a booking took or gave back is one too, right after the booking's own entry, and so are your own pushes (\`actor\`, \`pushId\`). It has at most ${EVENT_DAYS_MAX} days: a larger push comes in several entries of the same \`pushId\`.

With \`waitSeconds\` an answer that would be empty waits until something happens. It takes one token of the limit, however long it waits. To begin: ask for \`latest\`, pull everything, then read on from that cursor.

A cursor older than what is kept is 410 with \`oldestCursor\`: pull everything, then read on from there.`,
  answers: {
    200: {
      description: 'Entries, perhaps none, and where to go on.',
      schema: Type.Object({
        changes: Type.Array(Type.Union([BookingEntry, AvailabilityEntry])),
        nextCursor: Type.String(),
        hasMore: Type.Boolean(),
      }),
      example: {
        changes: [
          {
            cursor: 'WzEsNDIsMCwxNzk1MjYyMTAwMDAwXQ',
            type: 'availability',
            at: '2026-11-21T09:55:00.000Z',
            actor: {
              type: 'key',
              id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
              name: 'Channel manager',
            },
            pushId: '0198c0de-2b3c-7d4e-8f5a-6b7c8d9e0f1a',
            days: [{ roomCode: 'DBL', date: soon, available: 4, priceCents: 12900, closed: false }],
          },
        ],
        nextCursor: 'WzEsNDIsMCwxNzk1MjYyMTAwMDAwXQ',
        hasMore: false,
      },
    },
  },
  errors: ['validation_failed', 'cursor_expired'],
})
