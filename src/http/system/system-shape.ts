import { type Static, Type } from 'typebox'
import { BACKLOG_COUNTED_MAX } from '../../domain/dashboards/dashboard.ts'
import { Instant, namedObject, nullable } from '../api/schema.ts'

const count = Type.Integer()
const bytes = Type.Integer()
const hotel = {
  hotelSlug: nullable(Type.String(), 'null: no hotel; mails about links of accounts.'),
  hotelName: nullable(Type.String()),
}

/** How the service is, for whoever runs it. */
export const SystemSchema = namedObject('System', {
  database: Type.Object({
    engine: Type.String(),
    sizeBytes: bytes,
    freeBytes: nullable(bytes, 'Room left where it is kept; null: on another machine.'),
    backedUpAt: nullable(
      Instant,
      'The last `backup` of a SQLite file, or archived log of PostgreSQL; null: none is known.',
    ),
    backupKnown: Type.Boolean({ description: '`pg_dump` leaves no trace: then nothing is known.' }),
    backupCommand: Type.String(),
  }),
  process: Type.Object(
    {
      residentBytes: bytes,
      requests: count,
      refused: count,
      failed: count,
    },
    { description: 'The replica that answers: its memory, and what it was asked since its start.' },
  ),
  bookingsMade: count,
  endpoints: Type.Object({ on: count, failing: count, switchedOff: count, pending: count }),
  worker: Type.Object(
    {
      here: Type.Boolean({ description: 'The replica that answers.' }),
      holder: nullable(Type.String(), 'By the database; null: nobody, or there is no choice.'),
    },
    { description: 'Who sends events and mails and does what one alone may do.' },
  ),
  webhooks: Type.Array(
    Type.Object({
      ...hotel,
      failing: count,
      switchedOff: count,
      pending: Type.Integer({
        description: `Deliveries that wait, counted up to ${BACKLOG_COUNTED_MAX} an endpoint.`,
      }),
      oldestPendingAt: nullable(Instant),
    }),
    {
      description:
        'Hotels with endpoints that fail or were switched off by the service, or with deliveries that wait for more than 10 minutes.',
    },
  ),
  webhooksComplete: Type.Boolean({ description: 'Not all endpoints were looked at when false.' }),
  mails: Type.Object({
    waiting: count,
    oldestDueAt: nullable(Instant),
    refused: Type.Array(
      Type.Object({ ...hotel, mails: count, lastAt: Instant, answer: nullable(Type.String()) }),
      { description: 'Refused for good or given up in the last 7 days, by hotel.' },
    ),
  }),
})

export type System = Static<typeof SystemSchema>
