import type { Answer, RoomType } from '../../../../client/call.ts'
import { addDays, type CalendarDate } from '../../../../domain/kernel/date.ts'

/** Rooms set aside for one agency on a night. */
export type Allotment = Answer<'listPanelAllotments'>['allotments'][number]

/** A night of a room type: rooms left, free, and set aside for all agencies. */
export type Night = Answer<'listPanelAllotments'>['nights'][number]

/** The allotments of a hotel over some days, with every night of it. */
export type Allotments = { allotments: readonly Allotment[]; nights: readonly Night[] }

type Room = Pick<RoomType, 'roomCode' | 'name'>

/** An agency by its code. */
export type Agency = { code: string; name: string }

/** A row of the grid: a room type over its nights, or an agency beneath it over what is set aside for it. */
export type Row =
  | { room: Room; agency?: undefined; nights: readonly (Night | undefined)[] }
  | { room: Room; agency: Agency; nights: readonly (Allotment | undefined)[] }

type Agencies = { agencies: readonly Agency[] }
type Dates = { dates: readonly string[] }

/** The rows of an answer: each room type, and beneath it each agency that has an allotment of it. */
export function rowsOf(
  { allotments, nights }: Allotments,
  { rooms, agencies: known, dates }: { rooms: readonly Room[] } & Agencies & Dates,
): Row[] {
  const ofNight = new Map(nights.map((night) => [`${night.roomCode} ${night.date}`, night]))
  const ofAgency = new Map(
    allotments.map((item) => [`${item.agencyCode} ${item.roomCode} ${item.date}`, item]),
  )
  return rooms.flatMap((room): Row[] => {
    const { roomCode } = room
    const inRoom = allotments.filter((item) => item.roomCode === roomCode)
    const codes = [...new Set(inRoom.map(({ agencyCode }) => agencyCode))].sort()
    const agencies = codes.map(
      (code) => known.find((each) => each.code === code) ?? { code, name: code },
    )
    return [
      { room, nights: dates.map((date) => ofNight.get(`${roomCode} ${date}`)) },
      ...agencies.map((agency) => ({
        ...{ room, agency },
        nights: dates.map((date) => ofAgency.get(`${agency.code} ${roomCode} ${date}`)),
      })),
    ]
  })
}

/** True if more is set aside on a night than there are rooms left. */
export const isOver = ({ setAside, available }: Night): boolean => setAside > available

/** The day from which on the rooms of an allotment are on sale to everybody. */
export const releaseDay = ({ date, releaseDays }: Allotment): CalendarDate =>
  addDays(date as CalendarDate, -releaseDays)
