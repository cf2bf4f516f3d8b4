import {
  and,
  asc,
  between,
  eq,
  exists,
  gt,
  gte,
  inArray,
  max,
  min,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Allotment, DrawnAllotment } from '../../domain/agencies/allotment.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { pacedChunks } from '../engine/pace.ts'
import { prepared } from '../engine/prepared.ts'
import { padIds } from '../engine/rows.ts'

// Allotments of agencies with what they have drawn (contract-agencies, *Allotment*).

/** An allotment of a night with its place. */
export type AllotmentRow = DrawnAllotment & { hotelId: number; roomCode: string }

/** A night's allotment to be stored. */
export type NewAllotment = Allotment & { agencyId: number; roomCode: string; date: CalendarDate }

const selectAllotments = ({ t, db }: Handle, ...where: SQL[]) => {
  const { allotment, agency, agencyTerms, agencyNight } = t
  const { hotelId, roomCode, date, agencyId, rooms, releaseDays } = allotment
  return db
    .select({
      ...{ hotelId, roomCode, date, agencyId, rooms, releaseDays },
      agencyCode: agency.code,
      ...{ isAgency: agency.active, isAgreed: agencyTerms.active, stopSale: agencyTerms.stopSale },
      live: agencyNight.live,
      keptBack: agencyNight.keptBack,
    })
    .from(allotment)
    .innerJoin(agency, eq(agency.id, agencyId))
    .leftJoin(
      agencyTerms,
      and(eq(agencyTerms.hotelId, hotelId), eq(agencyTerms.agencyId, agencyId)),
    )
    .leftJoin(
      agencyNight,
      and(
        eq(agencyNight.hotelId, hotelId),
        eq(agencyNight.roomCode, roomCode),
        eq(agencyNight.date, date),
        eq(agencyNight.agencyId, agencyId),
      ),
    )
    .where(and(...where))
    .orderBy(asc(hotelId), asc(roomCode), asc(date), asc(agency.code))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectAllotments>>[number]

const fromRow = ({ isAgency, isAgreed, stopSale, live, keptBack, ...row }: Row): AllotmentRow => ({
  ...row,
  drawn: (live ?? 0) + (keptBack ?? 0),
  // Without terms an agency has no allotment.
  isOpen: isAgency && isAgreed === true && stopSale === false,
})

const ofRoom = prepared((handle) => {
  const { hotelId, roomCode, date } = handle.t.allotment
  const { placeholder } = sql
  return selectAllotments(
    handle,
    eq(hotelId, placeholder('hotelId')),
    eq(roomCode, placeholder('roomCode')),
    between(date, placeholder('from'), placeholder('to')),
  ).prepare()
})

/** Allotments of one room type, `from` and `to` inclusive, by date and agency code ascending. */
export async function listRoomAllotments(
  handle: Handle,
  place: { hotelId: number; roomCode: string; from: CalendarDate; to: CalendarDate },
): Promise<AllotmentRow[]> {
  return (await ofRoom(handle).execute(place)).map(fromRow)
}

/** Narrows allotments to some hotels, room types or one agency; `from` and `to` inclusive. */
export type AllotmentFilter = {
  hotelIds: readonly number[]
  from: CalendarDate
  to: CalendarDate
  roomCodes?: readonly string[] | undefined
  agencyId?: number | undefined
}

/** Allotments of hotels, by hotel, room code, date and agency code ascending. */
export async function listAllotments(
  handle: Handle,
  { hotelIds, from, to, roomCodes, agencyId }: AllotmentFilter,
): Promise<AllotmentRow[]> {
  if (hotelIds.length === 0) return []
  const { allotment } = handle.t
  const rows = await selectAllotments(
    handle,
    inArray(allotment.hotelId, padIds(hotelIds)),
    between(allotment.date, from, to),
    ...(roomCodes ? [inArray(allotment.roomCode, [...roomCodes])] : []),
    ...(agencyId === undefined ? [] : [eq(allotment.agencyId, agencyId)]),
  )
  return rows.map(fromRow)
}

/** The nights of a room type on which an agency has an allotment: the first and the last of them. */
export type AllotmentSpan = {
  agencyCode: string
  roomCode: string
  from: CalendarDate
  to: CalendarDate
}

/** Spans of a hotel's allotments from a day on, by agency and room code ascending. */
export async function listAllotmentSpans(
  { t: { allotment, agency }, db }: Handle,
  hotelId: number,
  first: CalendarDate,
): Promise<AllotmentSpan[]> {
  const { roomCode, date, rooms } = allotment
  const rows = await db
    .select({
      ...{ agencyCode: agency.code, roomCode },
      ...{ from: min(date), to: max(date) },
    })
    .from(allotment)
    .innerJoin(agency, eq(agency.id, allotment.agencyId))
    .where(and(eq(allotment.hotelId, hotelId), gte(date, first), gt(rooms, 0)))
    .groupBy(agency.code, roomCode)
    .orderBy(asc(agency.code), asc(roomCode))
  return rows.map(({ from, to, ...span }) => ({ ...span, from: from!, to: to! }))
}

/** Inserts or overwrites allotments of a hotel. */
export async function upsertAllotments(
  { t: { allotment }, db }: Tx,
  hotelId: number,
  rows: readonly NewAllotment[],
): Promise<void> {
  for await (const part of pacedChunks(rows))
    await db
      .insert(allotment)
      .values(part.map((row) => ({ hotelId, ...row })))
      .onConflictDoUpdate({
        target: [allotment.hotelId, allotment.roomCode, allotment.date, allotment.agencyId],
        set: {
          rooms: sql.raw(`excluded.${allotment.rooms.name}`),
          releaseDays: sql.raw(`excluded.${allotment.releaseDays.name}`),
        },
      })
}

/** Marks a hotel as one with allotments; its queries look for them from now on. */
export async function noteAllotmentsUsed({ t: { hotel }, db }: Tx, hotelId: number): Promise<void> {
  await db.update(hotel).set({ usesAllotments: true }).where(eq(hotel.id, hotelId))
}

/** Ids of the hotels on sale that have or had allotments of an agency, ascending. @param slug only this hotel */
export async function listAllotmentHotels(
  { t: { allotment, hotel }, db }: Handle,
  agencyId: number,
  slug?: string,
): Promise<number[]> {
  const ofAgency = db
    .select({ hotelId: allotment.hotelId })
    .from(allotment)
    .where(and(eq(allotment.hotelId, hotel.id), eq(allotment.agencyId, agencyId)))
  const rows = await db
    .select({ id: hotel.id })
    .from(hotel)
    .where(
      and(
        eq(hotel.usesAllotments, true),
        eq(hotel.active, true),
        slug === undefined ? undefined : eq(hotel.slug, slug),
        exists(ofAgency),
      ),
    )
    .orderBy(asc(hotel.id))
  return rows.map(({ id }) => id)
}
