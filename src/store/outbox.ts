import type { Tx } from './open.ts'

/** An event to be told: `body` is the exact text that will be sent and signed. */
export type OutboxEvent = {
  id: string
  hotelId: number
  event: string
  bookingCode: string | null
  revision: number | null
  body: string
  createdAtMs: number
}

/** Queues an event in the transaction that made it happen. */
export async function insertOutbox({ t, db }: Tx, event: OutboxEvent): Promise<void> {
  await db.insert(t.outbox).values(event)
}
