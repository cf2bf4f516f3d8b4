import slugify from '@sindresorhus/slugify'
import { completeBooking } from '../service/bookings/end-by-clock.ts'
import { replyToReview, writeReview } from '../service/bookings/reviews.ts'
import type { Deps } from '../service/deps.ts'
import { CITIES, DEMO } from './catalog.ts'
import { acknowledge } from './desk.ts'
import type { Order } from './orders.ts'
import type { DemoPeople } from './people.ts'
import { at, ignoreDone, placeWhenFree } from './place-orders.ts'
import { demoSlugs } from './seed.ts'
import { guestFrom, HOTELS_WITH_STAYS } from './stays.ts'

/** The opinion of a guest, and the hotel's answer to some of them. */
type Opinion = [rating: number, text: string, reply?: string]

/** Reviews of a hotel, each after a stay of its own; the first day of the earliest stay, and days between two. */
const REVIEWS = 5
const FIRST_START = -56
const DAYS_BETWEEN = 10
const NIGHTS_MAX = 3
/** From one review of a hotel to its next: no factor of either list's length, so that none comes twice. */
const STEP = 5
const MADE_BEFORE = 20

/** Reviews of guests of Turkish hotels. */
const TURKISH: Opinion[] = [
  [5, 'Her şey beklediğimizden güzeldi. Kahvaltı zengin, personel güler yüzlü. Yine geleceğiz.'],
  [4, 'Oda temiz ve sessizdi, yatak çok rahattı. Banyo biraz küçük ama bizim için sorun olmadı.'],
  [3, 'Konum iyi, her yere yürüyerek gittik. Asansör yavaş, akşamları beklemek gerekiyor.'],
  [
    5,
    'Annemle kaldık, girişte odamızı alt kata aldılar. Bu kadar ilgi beklemiyorduk, teşekkürler.',
  ],
  [4, 'Fiyatına göre çok iyi. Kahvaltıda sıcak çeşitler biraz daha fazla olabilir.'],
  [
    ...([2, 'Klima gece boyunca ses yaptı, söyledik ama aynı gün bakan olmadı.'] as const),
    'Haklısınız, özür dileriz. Klima değiştirildi; bir sonraki gelişinizde sizi ağırlamak isteriz.',
  ],
  [5, 'Üçüncü gelişimiz, hep aynı özen. Resepsiyondaki arkadaşlara selamlar.'],
  [
    ...([4, 'Otopark dar, ama görevli yardımcı oldu. Oda fotoğraflardaki gibiydi.'] as const),
    'Teşekkür ederiz. Otopark için yerinizi gelmeden ayırabiliyoruz, aramanız yeterli.',
  ],
  [3, 'Oda güzel ama yola bakıyor, sabah erken saatte ses geliyor. İç tarafa bakan oda isteyin.'],
  [
    ...([5, 'Çocuklarla rahat ettik. Mama sandalyesi istemeden hazırdı.'] as const),
    'Küçük misafirlerimize sevgiler, yine bekleriz.',
  ],
  [4, 'Giriş hızlı, çıkış hızlı, fatura hemen geldi. İş için geldim, internet de sorunsuzdu.'],
]

/** Reviews of guests of the other hotels. */
const ENGLISH: Opinion[] = [
  [5, 'Exactly as described. Fresh bread at breakfast, and people at the desk who remember names.'],
  [4, 'Very comfortable bed and a quiet room. The shower takes a while to get warm.'],
  [3, 'Good place to sleep and well located, but the room is smaller than it looks.'],
  [
    ...([5, 'We arrived at midnight and there was soup. That says it all.'] as const),
    'It was a pleasure. Do come back, at any hour.',
  ],
  [4, 'Clean, friendly and close to everything. Breakfast is crowded around nine.'],
  [
    ...([
      2,
      'Building works next door from eight in the morning, and nobody had told us.',
    ] as const),
    'You should have heard it from us, and we are sorry. The works ended in the first week of this month.',
  ],
  [5, 'Third stay and never disappointed. The view from the upper floors is worth asking for.'],
  [4, 'Fair price, no surprises on the bill. I would have liked a desk to work at.'],
  [
    ...([
      3,
      'The lift was out of order for two days. The staff carried our bags, with a smile.',
    ] as const),
    'Thank you for your patience. The lift has a new motor since.',
  ],
  [5, 'The children did not want to leave, and neither did we.'],
  [4, 'Calm, well kept, sensible breakfast. Check-in took a little long.'],
  [1, 'Our room was not ready before six in the evening, and the one we got smelled of smoke.'],
]

/**
 * Places stays of the past weeks in every hotel that has bookings but the first one, which has reviews of named guests,
 * and has their guests review them. All hotels at once, one stay after the other, so that the newest review is the last.
 */
export async function demoReviews(deps: Deps, people: DemoPeople): Promise<void> {
  const hotels = CITIES.flatMap(({ city: { country }, hotels }) =>
    hotels.map(({ name }) => ({ slug: slugify(name), isTurkish: country === 'TR' })),
  )
    .slice(0, HOTELS_WITH_STAYS)
    .filter(({ slug }) => slug !== demoSlugs.alfa)
  for (let nth = 0; nth < REVIEWS; nth++)
    await Promise.all(hotels.map((hotel) => reviewOne(deps, people, hotel, nth)))
}

type DemoHotel = { slug: string; isTurkish: boolean }

async function reviewOne(deps: Deps, people: DemoPeople, hotel: DemoHotel, nth: number) {
  const { slug, isTurkish } = hotel
  const key = `review ${slug} ${nth}`
  const { code, checkout } = await placeWhenFree(deps, people, key, stayOf(hotel, nth))
  await completeBooking(deps, code)
  await acknowledge(deps, { code, hotelSlug: slug, revision: 2 }, `PMS-${slug}-${nth + 1}`)
  const opinions = isTurkish ? TURKISH : ENGLISH
  const [rating, text, reply] = opinions[(Bun.hash.xxHash32(slug) + nth * STEP) % opinions.length]!
  const ago = (Date.parse(checkout) - deps.nowMs()) / 86_400_000
  const written = at(deps, Math.min(0, Math.ceil(ago) + 1))
  const review = await writeReview(written, code, { rating, text }).catch(ignoreDone)
  if (review && reply)
    await replyToReview(
      at(written, 1),
      DEMO,
      { hotelId: review.hotelId, id: review.id },
      reply,
      () => {},
    )
}

function stayOf({ slug, isTurkish }: DemoHotel, nth: number): Order {
  const chance = (what: string, of: number) => Bun.hash.xxHash32(`${what} ${slug} ${nth}`) % of
  const start = FIRST_START + nth * DAYS_BETWEEN + chance('start', 4)
  return {
    ...{ hotel: slug, room: chance('room', 2) === 0 ? 'DBL' : 'TWN' },
    ...{ made: start - MADE_BEFORE, start, nights: 1 + chance('nights', NIGHTS_MAX) },
    guest: guestFrom(isTurkish ? ['TR'] : ['DE', 'FR', 'IT', 'ES', 'NL', 'SE', 'GB', 'US'], chance),
  }
}
