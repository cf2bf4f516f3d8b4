import type { MemberRole } from '../../domain/accounts/membership.ts'
import { withPaidOf } from '../../domain/bookings/booking-change.ts'
import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import type { Handle } from '../../store/engine/engine.ts'
import {
  type AuditEntry,
  type AuditPlace,
  HOTEL_ENTITIES,
  type HotelEntity,
  listHotelAudit,
} from '../../store/history/audit.ts'
import { type LoggedChange, listLoggedChanges } from '../../store/history/changes-log.ts'

/** Kinds of entries in a hotel's history (audit log, days, bookings). */
export const LOG_KINDS = ['days', 'booking', ...HOTEL_ENTITIES] as const
type LogKind = (typeof LOG_KINDS)[number]

/** Kinds that each role may read, by its work; owners read all. */
const KINDS_OF: Record<Exclude<MemberRole, 'owner'>, readonly LogKind[]> = {
  revenue: ['days', 'rate', 'extra', 'agency_terms', 'allotment', 'room_type', 'photo'],
  front_desk: ['booking', 'desk'],
  read_only: [],
}

/** Sort key of an entry: `of` is 0 for the audit log of the hotel, 1 for changes of days and bookings. */
export type LogPlace = AuditPlace & { of: number }

/** An entry of the history. */
type LogEntry = LogPlace & Omit<AuditEntry, 'seq' | 'atMs' | 'entity'> & { entity: LogKind }

type Filter = {
  entity?: LogKind | undefined
  userId?: string | undefined
  fromMs?: number | undefined
  untilMs?: number | undefined
}

/**
 * Lists the history of a hotel, newest first: its audit log, and changes of its days and bookings.
 *
 * @returns `stoppedAt` if the page reached its scan limit: older entries are for the next page
 */
export async function listHotelLog(
  handle: Handle,
  hotelId: number,
  { entity, ...filter }: Filter,
  role: MemberRole,
  { after, limit }: { after: LogPlace | undefined; limit: number },
) {
  const { userId, fromMs = 0, untilMs = Number.MAX_SAFE_INTEGER } = filter
  const kinds = kindsOf(role, entity)
  const audited = auditsOf(kinds)
  const lists = await Promise.all(
    audited.map((kind) =>
      listHotelAudit(
        handle,
        hotelId,
        { ...filter, entity: kind },
        { after: ofAudit(after), limit },
      ),
    ),
  )
  const shown = { days: kinds.includes('days'), bookings: kinds.includes('booking') }
  const changes =
    shown.days || shown.bookings
      ? await listLoggedChanges(
          handle,
          hotelId,
          { kinds: shown, userId, fromMs, untilMs },
          { before: ofChanges(after, untilMs), limit },
        )
      : { rows: [] }
  const stoppedAt = changes.stoppedAt && { ...changes.stoppedAt, of: 1 }
  const entries: LogEntry[] = [
    ...lists.flat().map((entry) => ({ ...entry, entity: entry.entity as HotelEntity, of: 0 })),
    ...changes.rows.map(entryOf),
  ]
    .toSorted(byNewest)
    .filter((entry) => !stoppedAt || byNewest(entry, stoppedAt) <= 0)
    .slice(0, limit)
  if (!stoppedAt || entries.length === limit) return { rows: entries }
  return { rows: entries, stoppedAt: { ...stoppedAt, createdAtMs: stoppedAt.atMs } }
}

function kindsOf(role: MemberRole, asked: LogKind | undefined): readonly LogKind[] {
  const all = role === 'owner' ? LOG_KINDS : KINDS_OF[role]
  return all.filter((kind) => asked === undefined || kind === asked)
}

/** Returns the audited kinds to query one by one; `undefined` queries all at once. */
function auditsOf(kinds: readonly LogKind[]): (HotelEntity | undefined)[] {
  const audited = HOTEL_ENTITIES.filter((kind) => kinds.includes(kind))
  return audited.length === HOTEL_ENTITIES.length ? [undefined] : audited
}

/** Orders by instant, newest first; at the same instant the audit log comes first. */
const byNewest = (a: LogPlace, b: LogPlace) => b.atMs - a.atMs || a.of - b.of || b.seq - a.seq

const ofAudit = (after: LogPlace | undefined): AuditPlace | undefined =>
  after && { atMs: after.atMs, seq: after.of === 0 ? after.seq : 0 }

function ofChanges(after: LogPlace | undefined, untilMs: number): AuditPlace {
  if (!after) return { atMs: untilMs, seq: 0 }
  return { atMs: after.atMs, seq: after.of === 0 ? Number.MAX_SAFE_INTEGER : after.seq }
}

function entryOf(change: LoggedChange): LogEntry {
  const { seq, atMs, actor, pushId } = change
  const place = { seq, atMs, of: 1, actor }
  if (change.kind === 'days') {
    const { parts, more } = change.sums
    const id = pushId ?? String(seq)
    return { ...place, entity: 'days', entityId: id, before: null, after: { parts, more } }
  }
  const { record, before } = change
  const guest = record.guest && `${record.guest.firstName} ${record.guest.lastName}`
  const head = { what: outcomeOf(record, before), guest, revision: record.revision }
  const id = { ...place, entity: 'booking' as const, entityId: record.code }
  if (!before) return { ...id, before: null, after: head }
  // Only an option's end is news: a hold loses its end with whatever ends it.
  const isMoved = before.status === 'pending' && record.status === 'pending'
  const fields = isMoved ? [...REPORTED_FIELDS, 'holdUntil' as const] : REPORTED_FIELDS
  const was = withPaidOf(before, record)
  const changed = fields.filter((name) => !Bun.deepEquals(was[name], record[name]))
  const pick = (from: BookingRecord) =>
    Object.fromEntries(changed.map((name) => [name, from[name]]))
  return { ...id, before: pick(was), after: { ...head, ...pick(record) } }
}

/** Fields of a booking whose changes are listed. */
const REPORTED_FIELDS = [
  ...['roomCode', 'rateCode', 'boardCode', 'rooms', 'checkin', 'checkout'],
  ...['adults', 'children', 'totalPriceCents', 'penaltyCents', 'specialRequests'],
  ...['arrivalTime', 'guestNames', 'company', 'extras', 'payment'],
] as (keyof BookingRecord)[]

/** Returns the outcome of a revision in one word. */
function outcomeOf({ status }: BookingRecord, before: BookingRecord | undefined): string {
  if (!before) return status === 'pending' ? 'held' : 'booked'
  if (before.status === status) return 'changed'
  return status === 'confirmed' && before.status !== 'pending' ? 'reinstated' : status
}
