import type { Kit } from './kit.ts'

/** Requests with an Idempotency-Key and their answers, kept 24 hours. */
export const replayTables = (kit: Kit) => ({
  idempotency: idempotencyTable(kit),
  pushReplay: pushReplayTable(kit),
})

/** Requests to book, with their answers. */
const idempotencyTable = ({ table, text, big, pk, index }: Kit) =>
  table(
    'idempotency',
    {
      /** The sender of the key: a user's id, or `anonymous <the guest's e-mail address>`. */
      owner: text('owner').notNull(),
      key: text('key').notNull(),
      requestHash: text('request_hash').notNull(),
      bookingCode: text('booking_code').notNull(),
      answer: text('answer').notNull(),
      createdAtMs: big('created_at_ms').notNull(),
    },
    (t) => [pk({ columns: [t.owner, t.key] }), index('idempotency_created').on(t.createdAtMs)],
  )

/** Pushes of days, with their answers in the table `push`. */
const pushReplayTable = ({ table, text, big, pk, index }: Kit) =>
  table(
    'push_replay',
    {
      apiKeyId: text('api_key_id').notNull(),
      key: text('key').notNull(),
      requestHash: text('request_hash').notNull(),
      pushId: text('push_id').notNull(),
      createdAtMs: big('created_at_ms').notNull(),
    },
    (t) => [pk({ columns: [t.apiKeyId, t.key] }), index('push_replay_created').on(t.createdAtMs)],
  )
