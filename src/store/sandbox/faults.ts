import { and, asc, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnswerFault, DeliveryFault, Fault } from '../../domain/sandbox/sandbox-fault.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { hasRow } from '../engine/rows.ts'

// Fault injection: the faults that a partner requested for its sandbox.

type Row = Handle['t']['sandboxFault']['$inferSelect']

/** The pending faults of a sandbox, in the order of their requests. */
export async function listFaults({ t, db }: Handle, hotelId: number): Promise<Fault[]> {
  const { sandboxFault: fault } = t
  const rows = await db
    .select()
    .from(fault)
    .where(eq(fault.hotelId, hotelId))
    .orderBy(asc(fault.id))
  return rows.map(fromRow)
}

/** Stores a requested fault. */
export async function insertFault({ t, db }: Tx, { answer, ...fault }: Fault): Promise<void> {
  await db.insert(t.sandboxFault).values({ ...fault, answer: answer && JSON.stringify(answer) })
}

/** @returns false if the sandbox has no such fault */
export async function deleteFault(
  { t, db }: Tx,
  { id, hotelId }: Pick<Fault, 'id' | 'hotelId'>,
): Promise<boolean> {
  const { sandboxFault: fault } = t
  const rows = await db
    .delete(fault)
    .where(and(eq(fault.id, id), eq(fault.hotelId, hotelId)))
    .returning({ id: fault.id })
  return rows.length > 0
}

/** True if a fault may apply to an operation's answer; a cheap first read, because most operations have none. */
export const hasAnswerFault = (handle: Handle, hotelId: number, operation: string) =>
  hasRow(handle, handle.t.sandboxFault, ofAnswers(handle, hotelId, operation))

/** Consumes one use of the oldest fault for an operation's answers; undefined if there is none. */
export async function takeAnswerFault(
  tx: Tx,
  hotelId: number,
  operation: string,
): Promise<AnswerFault | undefined> {
  const [taken] = await takeFaults(tx, ofAnswers(tx, hotelId, operation), 1)
  return taken?.answer ?? undefined
}

/** Consumes up to `count` uses of a sandbox's delivery faults, oldest first. */
export async function takeDeliveryFaults(
  tx: Tx,
  hotelId: number,
  count: number,
): Promise<DeliveryFault[]> {
  const { sandboxFault: fault } = tx.t
  const taken = await takeFaults(
    tx,
    and(eq(fault.hotelId, hotelId), isNotNull(fault.webhooks)),
    count,
  )
  return taken.flatMap(({ webhooks }) => webhooks ?? [])
}

/** Consumes uses of faults: one entry for each use. A fault without uses left is deleted. */
async function takeFaults(tx: Tx, which: SQL | undefined, count: number): Promise<Fault[]> {
  const { t, db } = tx
  const { sandboxFault: fault } = t
  const standing = await db.select().from(fault).where(which).orderBy(asc(fault.id))
  const taken: Fault[] = []
  for (const row of standing) {
    const wanted = Math.min(row.remaining, count - taken.length)
    if (wanted === 0) break
    // Other requests consume uses at the same time, hence the guard.
    const [left] = await db
      .update(fault)
      .set({ remaining: sql`${fault.remaining} - ${wanted}` })
      .where(and(eq(fault.id, row.id), gt(fault.remaining, wanted - 1)))
      .returning({ remaining: fault.remaining })
    if (!left) continue
    if (left.remaining === 0) await db.delete(fault).where(eq(fault.id, row.id))
    taken.push(...Array<Fault>(wanted).fill(fromRow(row)))
  }
  return taken
}

function ofAnswers({ t }: Handle, hotelId: number, operation: string): SQL | undefined {
  const { sandboxFault: fault } = t
  const isMatch = or(isNull(fault.operation), eq(fault.operation, operation))
  return and(eq(fault.hotelId, hotelId), isNotNull(fault.answer), isMatch)
}

const fromRow = ({ answer, ...row }: Row): Fault => ({
  ...row,
  answer: answer === null ? null : (JSON.parse(answer) as AnswerFault),
})
