import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import type { Handle } from '../../engine/engine.ts'
import { type Invariant, type Look, readOnce } from './invariant.ts'

/**
 * The bookings of a reservation are of one hotel and numbered from 1 without a gap, and none is held while another is
 * confirmed: a hold is confirmed, and runs out, as a whole (contract-groups).
 */
export const GROUPS: Invariant = {
  holds: 'reservations of several stays are whole',
  async *find(look) {
    for await (const stays of groupsOf(look)) {
      const { slug, groupCode } = stays[0]!
      for (const what of judge(stays)) yield `${slug} reservation ${groupCode}: ${what}`
    }
  },
}

/** Bookings read at once, more than a reservation may have. */
const AT_ONCE = 500

type Booking = Handle['t']['booking']['$inferSelect']
type Stay = Pick<
  Booking,
  'hotelId' | 'code' | 'status' | 'groupCode' | 'groupPosition' | 'holdExpiresAtMs'
> & { slug: string }

/** Reads reservations one by one, their bookings in order. */
async function* groupsOf(look: Look): AsyncGenerator<Stay[]> {
  let after = ''
  for (;;) {
    const rows = await readOnce(look, (handle) => listStays(handle, after))
    const byCode = Map.groupBy(rows, ({ groupCode }) => groupCode)
    const groups = [...byCode.values()]
    const isLast = rows.length < AT_ONCE
    // The last one may go on in the next slice.
    if (!isLast) groups.pop()
    yield* groups.filter(([stay]) => stay!.hotelId > 0)
    if (isLast) return
    after = groups.at(-1)![0]!.groupCode!
  }
}

const listStays = async ({ t: { booking, hotel }, db }: Handle, after: string): Promise<Stay[]> => {
  const { hotelId, code, status, groupCode, groupPosition, holdExpiresAtMs } = booking
  return await db
    .select({
      ...{ hotelId, code, status, groupCode, groupPosition, holdExpiresAtMs },
      slug: hotel.slug,
    })
    .from(booking)
    .innerJoin(hotel, eq(hotel.id, hotelId))
    .where(and(isNotNull(groupCode), gt(groupCode, after)))
    .orderBy(asc(groupCode), asc(booking.groupPosition))
    .limit(AT_ONCE)
}

/** Everything that is wrong with a reservation. */
function judge(stays: readonly Stay[]): string[] {
  const wrong: string[] = []
  const places = stays.map(({ groupPosition }) => groupPosition)
  if (places.some((place, at) => place !== at + 1))
    wrong.push(`its bookings have the places ${places.join(', ')}`)
  const stranger = stays.find(({ hotelId }) => hotelId !== stays[0]!.hotelId)
  if (stranger) wrong.push(`its booking ${stranger.code} is of hotel ${stranger.slug}`)
  const held = stays.filter(({ status }) => status === 'pending')
  const stands = stays.find(({ status }) => status === 'confirmed')
  if (held[0] && stands) wrong.push(`${held[0].code} is held and ${stands.code} confirmed`)
  const other = held.find((stay) => stay.holdExpiresAtMs !== held[0]!.holdExpiresAtMs)
  if (other) wrong.push(`${held[0]!.code} and ${other.code} are held until different moments`)
  return wrong
}
