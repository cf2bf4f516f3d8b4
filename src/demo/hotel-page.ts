import { type AgreementText, changeAgreements } from '../domain/catalog/agreements.ts'
import { amenitiesInOrder, type HotelAmenity } from '../domain/catalog/hotel-amenities.ts'
import { type HotelPage, type HouseRules, NO_HOUSE_RULES } from '../domain/catalog/hotel-page.ts'
import type { HotelStory } from './hotel-story.ts'

// The page of a demo hotel for guests: all that such a page may show.

/** The facts of a demo hotel that its page is made from. */
type PageBasis = { slug: string; name: string; city: string; country: string; stars: number }

const EVERYWHERE: HotelAmenity[] = [
  ...(['wifi', 'breakfast', 'reception_24h', 'luggage_storage'] as const),
  ...(['air_conditioning', 'heating', 'safe'] as const),
]
const FOUR_STARS: HotelAmenity[] = [
  ...(['restaurant', 'bar', 'room_service', 'lift', 'laundry'] as const),
  ...(['vegetarian', 'family_rooms', 'terrace'] as const),
]
const FIVE_STARS: HotelAmenity[] = [
  ...(['spa', 'sauna', 'massage', 'fitness', 'indoor_pool', 'concierge'] as const),
  ...(['dry_cleaning', 'meeting_rooms', 'step_free', 'accessible_rooms', 'parking'] as const),
]

const OF_CITY: Record<string, HotelAmenity[]> = {
  istanbul: ['halal', 'airport_shuttle'],
  antalya: ['halal', 'parking', 'pool', 'garden', 'airport_shuttle'],
  lisbon: ['bicycle_rental'],
  vienna: ['cafe', 'bicycle_rental'],
  tokyo: ['laundry', 'smoke_free'],
  'new-york': ['business_center', 'ev_charging'],
}

const OF_HOTEL: Record<string, HotelAmenity[]> = {
  'alfa-grand-bosphorus': ['hammam', 'hot_tub', 'babysitting'],
  'bravo-lara-beach': ['beach', 'kids_pool', 'kids_club', 'playground', 'tennis', 'hammam'],
  'konyaalti-mavi': ['beach'],
  'sultanahmet-ayazma-house': ['garden'],
  'olympos-pine-lodge': ['fireplace', 'pets'],
  'avenida-jacaranda': ['hot_tub'],
  'prater-lindenhof': ['garden', 'parking', 'playground', 'pets'],
  'asakusa-hanabi': ['hot_tub'],
  'ueno-sakura-garden': ['garden'],
  'harlem-brownstone-inn': ['fireplace'],
}

/** Numbers of licences as their countries write them; those of other countries have none. */
const LICENCES: Record<string, (index: number) => string> = {
  TR: (index) => `2024-${index % 2 ? '07' : '34'}-${1_480 + index * 37}`,
  PT: (index) => `RNET ${4_100 + index * 29}`,
  JP: (index) => `R06-${2_210 + index * 13}`,
}

/** Deposits in minor units, where one is taken. */
const DEPOSITS: Record<string, number> = { 'bravo-lara-beach': 10_000, 'brooklyn-foundry': 10_000 }

/**
 * Returns the page of a demo hotel, but for its logo, with the texts that its guests agree to.
 *
 * @param index the place of the hotel in its city, from 0
 */
export function hotelPage(
  basis: PageBasis,
  { colour, distances }: HotelStory,
  index: number,
): { page: Omit<HotelPage, 'logoId'>; texts: AgreementText[] } {
  const { slug, city, country, stars } = basis
  const amenities = [
    ...EVERYWHERE,
    ...(stars > 3 ? FOUR_STARS : []),
    ...(stars > 4 ? FIVE_STARS : []),
    ...(OF_CITY[city] ?? []),
    ...(OF_HOTEL[slug] ?? []),
  ]
  const agreed = changeAgreements([], agreementTexts(basis))
  return {
    page: {
      ...{ amenities: amenitiesInOrder(amenities), colour, distances },
      houseRules: houseRules(slug, { takesPets: amenities.includes('pets'), stars }),
      licenceNumber: LICENCES[country]?.(index) ?? null,
      ...{ agreements: agreed.stand, isListed: true, widgetOrigins: [] },
    },
    texts: agreed.written,
  }
}

const houseRules = (
  slug: string,
  { takesPets, stars }: { takesPets: boolean; stars: number },
): HouseRules => ({
  ...NO_HOUSE_RULES,
  pets: takesPets ? 'allowed' : stars === 4 ? 'on_request' : 'not_allowed',
  ...(takesPets && {
    petMaxKg: 12,
    petFee: {
      en: '15 euros a night, with a bowl and a bed',
      tr: 'gecesi 15 avro; kap ve yatak bizden',
    },
  }),
  smoking: stars === 3 ? 'not_allowed' : 'outside',
  ...{ childrenFromAge: 0, childrenFreeUpToAge: stars === 3 ? 2 : 6 },
  depositCents: DEPOSITS[slug] ?? 0,
  ...{ quietFrom: '23:00', quietUntil: '07:00' },
})

/** The terms of a demo hotel, and how it keeps guests' data. */
const agreementTexts = ({ name, country }: PageBasis) => ({
  en: {
    terms: `Terms of ${name}

1. Your booking is a contract between you and ${name}. It stands as soon as you see its code.
2. The price includes the taxes that the page names. You pay at the hotel, by card or in cash, unless the booking says otherwise.
3. You may change and cancel by the link in our mail. The page tells the fee before you agree to it.
4. If you do not arrive and have not called, the fee of the booking is due and the room is given to others after midnight.
5. The house rules on our page are part of these terms. You answer for damage that you or your company do.`,
    privacy: `How ${name} keeps your data

We ask for your name, your e-mail address and, if you wish, your telephone number and what you would like. We use them for your stay, and the law makes us keep invoices${country === 'TR' ? ' (Law 6698)' : ''}.
We give them to nobody but the authorities to whom each hotel reports its guests. Write to us to see, correct or delete them.`,
  },
  tr: {
    terms: `${name} koşulları

1. Rezervasyonunuz sizinle ${name} arasında bir sözleşmedir; kodunu gördüğünüz anda geçerlidir.
2. Fiyata sayfada adı geçen vergiler dahildir. Rezervasyonda başka bir şey yazmıyorsa otelde, kartla veya nakit ödersiniz.
3. Postamızdaki bağlantıyla değiştirip iptal edebilirsiniz. Sayfa ücreti siz onaylamadan önce söyler.
4. Haber vermeden gelmezseniz rezervasyonun ücreti alınır ve oda gece yarısından sonra başkasına verilir.
5. Sayfamızdaki ev kuralları bu koşulların parçasıdır. Sizin ya da yanınızdakilerin verdiği zarardan siz sorumlusunuz.`,
    privacy: `${name} verilerinizi nasıl saklar

Adınızı, e-posta adresinizi, isterseniz telefonunuzu ve isteklerinizi sorarız. Bunları konaklamanız için kullanırız; faturaları yasa gereği saklarız${country === 'TR' ? ' (6698 sayılı Kanun)' : ''}.
Her otelin konuk bildirdiği makamlar dışında kimseye vermeyiz. Görmek, düzeltmek veya sildirmek için bize yazın.`,
  },
})
