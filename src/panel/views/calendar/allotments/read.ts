import { call } from '../../../lib/api.ts'
import { readAll } from '../../../lib/read-all.ts'
import type { Agency, Allotments, Night } from './model.ts'

/** Reads the agencies that have terms at a hotel, which alone may have allotments. @throws Problem */
export async function readAgencies(hotel: string, signal: AbortSignal): Promise<Agency[]> {
  const items = await readAll('listPanelAgencies', { hotel }, signal)
  return items
    .filter(({ terms }) => terms?.active)
    .map(({ agencyCode, agencyName }) => ({ code: agencyCode, name: agencyName }))
}

/** Reads what is set aside over some days, and the rooms left of every night. @throws Problem */
export async function readAllotments(
  query: { hotel: string; from: string; to: string },
  signal: AbortSignal,
): Promise<Allotments> {
  const [{ allotments, nights }, { rooms }] = await Promise.all([
    call('listPanelAllotments', query, { signal }),
    call('pullPanelAvailability', query, { signal }),
  ])
  const known = new Map(nights.map((night) => [`${night.roomCode} ${night.date}`, night]))
  const all = rooms.flatMap(({ roomCode, days }) =>
    days.map(
      ({ date, available }): Night =>
        known.get(`${roomCode} ${date}`) ?? {
          ...{ roomCode, date, available },
          free: available,
          setAside: 0,
        },
    ),
  )
  return { allotments, nights: all }
}
