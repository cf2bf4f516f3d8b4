import { HOTEL, type Opening, type PanelDemo } from './panel-demo.ts'
import { dayFromNow } from './process.ts'

/** A hotel that was never told of rates: two room types, nights from 60 days on at 1,000. @returns its slug */
export async function addPlainHotel({ callAs }: PanelDemo): Promise<string> {
  const call = async (method: string, path: string, body?: object) => {
    const answer = await callAs('admin', method, path, body)
    if (answer.status > 201) throw new Error(`${path}: ${answer.text}`)
    return answer.body
  }
  const { body: like } = await callAs('admin', 'GET', `/v1/panel/hotel?hotel=${HOTEL}`)
  const { taxes, ...fields } = asMade(like)
  const { slug } = await call('POST', '/v1/admin/hotels', { ...fields, name: 'Plain Inn' })
  for (const [roomCode, name] of [
    ['DBL', 'Double room'],
    ['TWN', 'Twin room'],
  ]) {
    const sleeps = { maxAdults: 2, maxChildren: 1, maxOccupancy: 3, boards: ['BB', 'HB'] }
    await call('POST', `/v1/admin/hotels/${slug}/rooms`, { roomCode, name, ...sleeps })
  }
  await call('PATCH', `/v1/admin/hotels/${slug}`, { active: true })
  const updates = ['DBL', 'TWN'].flatMap((roomCode) =>
    [60, 61].map((day) => {
      const date = dayFromNow(day)
      return { roomCode, date, available: 3, priceCents: 100_000, closed: false }
    }),
  )
  await call('PUT', `/v1/panel/availability?hotel=${slug}`, { updates })
  return slug
}

/** What an admin says of a hotel to make one like it. */
export function asMade(hotel: Record<string, any>): Record<string, any> {
  const { slug, city, phone, email, website, translations, boards, rateNames, ...rest } = hotel
  const { webMaxRooms, webMaxNights, webProof, webBrakeLiftedUntil, extras, agencies, ...fields } =
    rest
  // The page for guests is written once the hotel is made.
  const { amenities, houseRules, distances, licenceNumber, logo, colour, ...bare } = fields
  const { readableColour, agreements, isListed, widgetOrigins, guestDataYears, ...made } = bare
  return { ...made, city: city.slug }
}

/** How an admin opens a view of a hotel's panel. */
export const hotelAt = (slug: string, view: string): Opening => ({
  hash: `#/${slug}/${view}`,
  as: 'admin',
})

/** Makes a rate of the demo's hotel: of the double room, at the standard price and free to cancel unless said otherwise. */
export async function addRate(
  { callAs }: PanelDemo,
  rate: Record<string, unknown> & { rateCode: string },
): Promise<void> {
  const body = {
    name: `Rate ${rate.rateCode}`,
    roomCodes: ['DBL'],
    pricing: { type: 'derived' },
    cancellation: { freeUntilDays: 0, penalty: 'none' },
    ...rate,
  }
  const { status, text } = await callAs('manager', 'POST', `/v1/panel/rates?hotel=${HOTEL}`, body)
  if (status !== 201) throw new Error(`not made: ${text}`)
}

/** Sets days of rates as the hotel's people do. */
export async function setRateDays({ callAs }: PanelDemo, updates: object[]): Promise<void> {
  const path = `/v1/panel/availability?hotel=${HOTEL}`
  const { status, text } = await callAs('manager', 'PATCH', path, { updates })
  if (status !== 200) throw new Error(`not set: ${text}`)
}
