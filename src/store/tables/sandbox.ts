import type { Proof } from '../../domain/sandbox/certification-book.ts'
import type { DeliveryFault } from '../../domain/sandbox/sandbox-fault.ts'
import type { Kit } from './kit.ts'

/** Faults to order in sandbox hotels, and the certification of partners. */
export const sandboxTables = (kit: Kit) => ({
  sandboxFault: sandboxFaultTable(kit),
  sandboxProof: sandboxProofTable(kit),
})

/** Faults that holders of test keys ordered in a sandbox hotel, each for a number of times. */
const sandboxFaultTable = ({ table, text, int, big, index }: Kit) =>
  table(
    'sandbox_fault',
    {
      id: text('id').primaryKey(),
      hotelId: int('hotel_id').notNull(),
      /** For faults of answers, the operation that fails; null for any. */
      operation: text('operation'),
      /** For faults of answers, JSON `{status?, delayMs?, drop?}`; null for faults of deliveries. */
      answer: text('answer'),
      /** For faults of deliveries, their kind; null for faults of answers. */
      webhooks: text('webhooks').$type<DeliveryFault>(),
      times: int('times').notNull(),
      remaining: int('remaining').notNull(),
      createdAtMs: big('created_at_ms').notNull(),
    },
    (t) => [index('sandbox_fault_hotel').on(t.hotelId)],
  )

/** Progress of test keys in the certification: one row per scenario that was begun or done. */
const sandboxProofTable = ({ table, text, big, pk }: Kit) =>
  table(
    'sandbox_proof',
    {
      apiKeyId: text('api_key_id').notNull(),
      scenario: text('scenario').$type<Proof['scenario']>().notNull(),
      /** Null if the scenario was begun only. */
      doneAtMs: big('done_at_ms'),
      /** JSON lists of the requests and of the deliveries that prove it. */
      requestIds: text('request_ids').notNull(),
      deliveryIds: text('delivery_ids').notNull(),
      /** JSON of the calls so far, for scenarios of several calls. */
      seen: text('seen').notNull(),
    },
    (t) => [pk({ columns: [t.apiKeyId, t.scenario] })],
  )
