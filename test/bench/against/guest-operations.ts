import { png } from '../../support/pictures.ts'
import { again, each, type NextRequests, type Operation, read } from './operation.ts'
import { answersOf, bookingOf, bookKeys, bookStays, DAYS, EMAIL, type Side } from './side.ts'

const ISTANBUL = 'lat=41.01&lng=28.97&radiusKm=20'
/** Stays of two nights, by their query. */
const STAYS = Array.from({ length: 60 }, (_, at) => {
  const checkin = 7 + at
  return `checkin=${DAYS[checkin]}&checkout=${DAYS[checkin + 2]}&adults=2`
})
/** Stays of one to fourteen nights on ever other days: more than are kept. */
const OTHER_STAYS = Array.from({ length: 14 * 300 }, (_, at) => {
  const checkin = 1 + (at % 300)
  return `checkin=${DAYS[checkin]}&checkout=${DAYS[checkin + 1 + Math.floor(at / 300)]}&adults=2`
})
const CHANGED = 200
const CROWD = 200

/** What guests call, without a session but for the log-in, and who books for them. */
export const GUEST_OPERATIONS: Operation[] = [
  {
    name: 'hotel page',
    isQuick: true,
    prepare: read(undefined, ({ sheet }) => [`/v1/hotels/${sheet.hotelSlug}`]),
  },
  {
    name: 'hotel page with dates',
    isQuick: true,
    prepare: read(undefined, ({ sheet }) =>
      STAYS.map((stay) => `/v1/hotels/${sheet.hotelSlug}?${stay}`),
    ),
  },
  {
    name: 'hotel page with dates that vary',
    isQuick: true,
    prepare: read(undefined, ({ sheet }) =>
      OTHER_STAYS.map((stay) => `/v1/hotels/${sheet.hotelSlug}?${stay}`),
    ),
  },
  {
    // 55 KB each: in a crowd a page waits for its turn, and Bun sends such an answer in pieces.
    name: 'hotel page of a month, a crowd at once',
    callers: CROWD,
    prepare: read(undefined, ({ sheet }) =>
      STAYS.map((_, at) => {
        const month = `checkin=${DAYS[7 + at]}&checkout=${DAYS[37 + at]}`
        return `/v1/hotels/${sheet.hotelSlug}?${month}&adults=2`
      }),
    ),
  },
  {
    name: 'price calendar of two months',
    prepare: read(undefined, ({ sheet }) =>
      STAYS.map((_, at) => {
        const range = `from=${DAYS[7 + at]}&to=${DAYS[68 + at]}`
        return `/v1/hotels/${sheet.hotelSlug}/calendar?${range}`
      }),
    ),
  },
  { name: 'photo', prepare: photos },
  {
    name: 'reviews',
    prepare: read(undefined, ({ sheet }) => [`/v1/hotels/${sheet.hotelSlug}/reviews`]),
  },
  { name: 'list of hotels', prepare: read(undefined, ['/v1/hotels?limit=20']) },
  {
    name: 'search near a point',
    isQuick: true,
    prepare: read(
      undefined,
      STAYS.map((stay) => `/v1/hotels?${ISTANBUL}&sort=distance&${stay}`),
    ),
  },
  {
    name: 'search in a city',
    prepare: read(
      undefined,
      STAYS.map((stay) => `/v1/hotels?city=istanbul&sort=price&${stay}`),
    ),
  },
  { name: 'cities', prepare: read(undefined, ['/v1/cities?q=an']) },
  { name: 'booking', isQuick: true, status: 201, prepare: (side) => each(() => bookingOf(side)) },
  {
    name: 'booking by a member',
    status: 201,
    prepare: (side) => each(() => bookingOf(side, {}, 'manager')),
  },
  {
    name: 'booking by an agency',
    status: 201,
    prepare: (side) => each(() => bookingOf(side, {}, 'agency')),
  },
  {
    name: 'hold',
    status: 201,
    prepare: (side) => each(() => bookingOf(side, { hold: true })),
  },
  {
    name: 'own booking',
    prepare: async (side) => {
      const codes = await bookStays(side, 50)
      return again(codes.map((code) => side.ask('GET', `/v1/bookings/${code}?email=${EMAIL}`)))
    },
  },
  { name: 'change of a booking', prepare: changes },
  {
    name: 'cancellation',
    prepare: (side) => async (count) => {
      const booked = await bookKeys(side, count)
      return booked.map(({ code, key }) => side.ask('POST', `/v1/bookings/${code}/cancel`, key))
    },
  },
  {
    name: 'log-in',
    isQuick: true,
    // As many as hash at once.
    callers: 2,
    warmUp: 10,
    prepare: ({ ask, sheet }) => again([ask('POST', '/v1/auth/login', sheet.users.guest)]),
  },
]

/** The photos of the hotel, or one of our own where the demo of before has none. */
async function photos(side: Side): Promise<NextRequests> {
  const { server, sheet, ask } = side
  const [text] = await answersOf(server, [ask('GET', `/v1/hotels/${sheet.hotelSlug}`)])
  const { photos = [] } = JSON.parse(text!)
  const urls =
    photos.length > 0 ? photos.map(({ url }: { url: string }) => url) : [await addPhoto(side)]
  return again(urls.map((url: string) => ask('GET', url)))
}

/** @returns the path of the new photo; where a program knows none, the path that it lacks */
async function addPhoto({ server, sheet, ask }: Side): Promise<string> {
  const path = '/v1/panel/photos'
  const [text] = await answersOf(server, [ask('POST', '/v1/auth/login', sheet.users.manager)])
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${JSON.parse(text!).token}`, 'content-type': 'image/png' },
    body: png({ width: 800, height: 600 }),
  })
  if (answer.status === 404) return path
  if (answer.status !== 201) throw new Error(`a photo is ${answer.status}: ${await answer.text()}`)
  return (await answer.json()).url
}

/** Moves some bookings by a night, and back. */
async function changes(side: Side): Promise<NextRequests> {
  const booked = await bookKeys(side, CHANGED)
  return each((made) => {
    const first = 1 + ((made % CHANGED) % 300) + (Math.floor(made / CHANGED) % 2)
    const dates = { checkin: DAYS[first], checkout: DAYS[first + 2] }
    const { code, key } = booked[made % CHANGED]!
    return side.ask('PATCH', `/v1/bookings/${code}`, { ...key, ...dates })
  })
}
