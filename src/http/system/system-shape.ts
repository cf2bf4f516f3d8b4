import { type Static, Type } from 'typebox'
import { BACKLOG_COUNTED_MAX } from '../../domain/dashboards/dashboard.ts'
import { Instant, namedObject, nullable } from '../api/schema.ts'

const count = Type.Integer()
const bytes = Type.Integer()
const hotel = {
  hotelSlug: nullable(
    Type.String(),
    'null: mails about account links, or a vendor’s own webhooks.',
  ),
  hotelName: nullable(Type.String()),
}

/** The state of the service, for its operator. */
export const SystemSchema = namedObject('System', {
  database: Type.Object({
    engine: Type.String(),
    sizeBytes: bytes,
    freeBytes: nullable(bytes, 'Free space on its disk; null: on another machine.'),
    backedUpAt: nullable(
      Instant,
      'The last `backup` of a SQLite file, or archived log of PostgreSQL; null: none known.',
    ),
    backupBytes: nullable(bytes, 'Size of that copy, which was checked.'),
    backupFailure: nullable(Type.String(), 'Why the last scheduled backup failed.'),
    backupKnown: Type.Boolean({ description: '`false` with `pg_dump`, which leaves no trace.' }),
    backupCommand: Type.String(),
    lateIndexes: Type.Array(Type.String(), {
      description:
        'Indexes of a large SQLite file that the last upgrade left for later and that are still to be made or dropped, one at a time; some lists are slower until then. Empty with PostgreSQL.',
    }),
    bookingsUnindexed: {
      ...count,
      description:
        'Bookings whose words are still to be indexed, which takes minutes after an upgrade of millions: their number if it is below 20,000, else at most so many. While there are 20,000 or more, a search reads bookings in parts, the newest first (`searchedUntil`); a whole code is found at once.',
    },
  }),
  process: Type.Object(
    {
      residentBytes: bytes,
      requests: count,
      refused: count,
      failed: count,
      clockAheadMs: Type.Integer({
        description: 'How far its clock is ahead of the database’s; 0: it is the same.',
      }),
    },
    {
      description:
        'The answering replica: its memory, its requests since the start, and its clock.',
    },
  ),
  bookingsMade: count,
  endpoints: Type.Object({ on: count, failing: count, switchedOff: count, pending: count }),
  worker: Type.Object(
    {
      here: Type.Boolean({ description: 'The answering replica is the worker.' }),
      holder: nullable(Type.String(), 'Holder of the lease; null: none, or no lease is needed.'),
    },
    { description: 'The replica that sends events and mails and runs other exclusive tasks.' },
  ),
  webhooks: Type.Array(
    Type.Object({
      ...hotel,
      vendor: nullable(
        Type.Object({ id: Type.String(), name: Type.String() }),
        'Of webhooks for all its hotels.',
      ),
      failing: count,
      switchedOff: count,
      pending: Type.Integer({
        description: `Waiting deliveries, counted up to ${BACKLOG_COUNTED_MAX} per endpoint.`,
      }),
      oldestPendingAt: nullable(Instant),
    }),
    {
      description:
        'Hotels and vendors with failing endpoints, endpoints switched off by the service, or deliveries waiting for more than 10 minutes.',
    },
  ),
  webhooksComplete: Type.Boolean({ description: '`false`: not all endpoints were checked.' }),
  mails: Type.Object({
    waiting: count,
    oldestDueAt: nullable(Instant),
    refused: Type.Array(
      Type.Object({ ...hotel, mails: count, lastAt: Instant, answer: nullable(Type.String()) }),
      { description: 'Mails refused for good or given up in the last 7 days, by hotel.' },
    ),
  }),
})

export type System = Static<typeof SystemSchema>
