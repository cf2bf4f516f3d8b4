import type { Board } from '../domain/catalog/catalog.ts'
import { namesOf } from '../domain/kernel/content.ts'
import type { HotelTax } from '../domain/rates/tax.ts'

/** The actor of the demo's acts. */
export const DEMO = { type: 'system', id: 'demo' } as const

/** Returns a name in English and in Turkish. */
export const bilingual = (name: string, tr: string = name) => ({
  name,
  ...namesOf({ translations: { en: { name }, tr: { name: tr } } }),
})

/** The usual meal plans, from room only to ultra all inclusive (contract §2). */
export const BOARDS: Board[] = [
  { code: 'RO', ...bilingual('Room only', 'Sadece oda') },
  { code: 'BB', ...bilingual('Bed and breakfast', 'Oda + kahvaltı') },
  { code: 'HB', ...bilingual('Half board', 'Yarım pansiyon') },
  { code: 'FB', ...bilingual('Full board', 'Tam pansiyon') },
  { code: 'AI', ...bilingual('All inclusive', 'Her şey dahil') },
  { code: 'UAI', ...bilingual('Ultra all inclusive', 'Ultra her şey dahil') },
]

const hotel = (name: string, stars: number, street: string) => ({ name, stars, street })

const vat = (percentBp: number): HotelTax => ({
  ...{ code: 'VAT', percentBp },
  ...bilingual('Value added tax', 'KDV'),
})
const TURKISH = [
  vat(1_000),
  { code: 'ACC', ...bilingual('Accommodation tax', 'Konaklama vergisi'), percentBp: 200 },
]

/**
 * The demo's cities. `priceCents`: the price of a plain double room in a three-star hotel in mid season, in minor units.
 * `peakMonth`: the month of the high season, 1 to 12. `taxes`: those included in a price; in the United States taxes come
 * on top of it.
 */
export const CITIES = [
  {
    city: { slug: 'istanbul', ...bilingual('Istanbul', 'İstanbul'), country: 'TR' },
    currency: 'TRY',
    timezone: 'Europe/Istanbul',
    lat: 41.0082,
    lng: 28.9784,
    priceCents: 420_000,
    peakMonth: 6,
    taxes: TURKISH,
    hotels: [
      hotel('Alfa Grand Bosphorus', 5, 'Meclis-i Mebusan Cd. 34'),
      hotel('Galata Kule Konak', 4, 'Büyük Hendek Cd. 12'),
      hotel('Sultanahmet Ayazma House', 3, 'Yerebatan Cd. 7'),
      hotel('Moda Sahil', 3, 'Moda Cd. 118'),
    ],
  },
  {
    city: { slug: 'antalya', ...bilingual('Antalya'), country: 'TR' },
    currency: 'EUR',
    timezone: 'Europe/Istanbul',
    lat: 36.8969,
    lng: 30.7133,
    priceCents: 9_400,
    peakMonth: 8,
    taxes: TURKISH,
    hotels: [
      hotel('Bravo Lara Beach', 5, 'Güzeloba Mh. 401'),
      hotel('Kaleiçi Portakal', 4, 'Hesapçı Sk. 22'),
      hotel('Konyaaltı Mavi', 4, 'Akdeniz Blv. 61'),
      hotel('Olympos Pine Lodge', 3, 'Yazır Köyü 5'),
    ],
  },
  {
    city: { slug: 'lisbon', ...bilingual('Lisbon', 'Lizbon'), country: 'PT' },
    currency: 'EUR',
    timezone: 'Europe/Lisbon',
    lat: 38.7223,
    lng: -9.1393,
    priceCents: 11_200,
    peakMonth: 7,
    taxes: [vat(600)],
    hotels: [
      hotel('Miradouro da Graça', 4, 'Calçada da Graça 41'),
      hotel('Alfama Azulejo', 3, 'Rua dos Remédios 88'),
      hotel('Avenida Jacarandá', 5, 'Avenida da Liberdade 203'),
      hotel('Belém Docas', 4, 'Rua da Junqueira 15'),
    ],
  },
  {
    city: { slug: 'vienna', ...bilingual('Vienna', 'Viyana'), country: 'AT' },
    currency: 'EUR',
    timezone: 'Europe/Vienna',
    lat: 48.2082,
    lng: 16.3738,
    priceCents: 12_600,
    peakMonth: 12,
    taxes: [vat(1_000)],
    hotels: [
      hotel('Ringstrasse Palais', 5, 'Schubertring 9'),
      hotel('Naschmarkt Garni', 3, 'Rechte Wienzeile 27'),
      hotel('Prater Lindenhof', 4, 'Ausstellungsstraße 51'),
      hotel('Josefstadt Theater', 4, 'Josefstädter Straße 30'),
    ],
  },
  {
    city: { slug: 'tokyo', ...bilingual('Tokyo'), country: 'JP' },
    currency: 'JPY',
    timezone: 'Asia/Tokyo',
    lat: 35.6762,
    lng: 139.6503,
    priceCents: 16_800,
    peakMonth: 4,
    taxes: [{ code: 'CT', ...bilingual('Consumption tax', 'Tüketim vergisi'), percentBp: 1_000 }],
    hotels: [
      hotel('Asakusa Hanabi', 3, '2-18-9 Kaminarimon'),
      hotel('Ginza Kaede', 5, '6-4-1 Ginza'),
      hotel('Shinjuku Sora', 4, '3-33-10 Shinjuku'),
      hotel('Ueno Sakura Garden', 4, '1-57 Ueno Park'),
    ],
  },
  {
    city: { slug: 'new-york', ...bilingual('New York'), country: 'US' },
    currency: 'USD',
    timezone: 'America/New_York',
    lat: 40.7128,
    lng: -74.006,
    priceCents: 21_500,
    peakMonth: 10,
    taxes: [],
    hotels: [
      hotel('Hudson Yards Meridian', 5, '455 W 33rd St'),
      hotel('Brooklyn Foundry', 4, '111 Wythe Ave'),
      hotel('Harlem Brownstone Inn', 3, '219 W 121st St'),
      hotel('Seaport Lantern', 4, '33 Peck Slip'),
    ],
  },
]
