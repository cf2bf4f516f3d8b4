// The knowledge of bodies that share a transaction, ahead of the answers of a remote database.

import type { Change, CountedDay, Days, StoredDay } from '../../domain/kernel/availability.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'

/** The knowledge of a transaction's bodies ahead of the answers of a remote database. */
export type Foresight = {
  /** Days as the statements sent so far and the sales that wait leave them, by name (`foreseen.ts`). */
  days: Map<string, KnownDay>
  /** Those of them that the body which runs has changed, as they were before it. */
  before: Map<string, KnownDay | undefined>
  /** Nights that are read when all bodies that wait have asked. */
  runs: NightRun[]
  /** Sends what bodies have asked for, once all have. */
  later: (() => void)[]
  /** The days that pushes have sent so far. Another list takes its place once days change otherwise or a body is undone. */
  pushed: PushedDays[]
  /** The blocks of days that were read: a body that needs no others reads none. */
  blocks: ReadBlock[]
}

/** Consecutive nights of one room type, both ends inclusive. */
export type NightRun = { hotelId: number; roomCode: string; from: CalendarDate; to: CalendarDate }

/** A day as a shared transaction knows it, with its newest change, if that is known. */
export type KnownDay = CountedDay & { lastSeq?: number | null }

/** Stored days of room types, and the list of pushes that brings them up to date. */
export type ReadBlock = Pick<Foresight, 'pushed'> & {
  roomCodes: ReadonlySet<string>
  span: Record<'from' | 'to', CalendarDate>
  days: Promise<Days<StoredDay>>
}

/** Days as a push leaves them, and the number of its change. */
export type PushedDays = { changes: readonly Change[]; lastSeq: number }
