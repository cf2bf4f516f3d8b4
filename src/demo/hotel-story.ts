import type { Distance } from '../domain/catalog/hotel-page.ts'
import type { HotelContent } from '../domain/kernel/content.ts'
import { bilingual } from './catalog.ts'

/** A demo hotel as it tells of itself. */
export type HotelStory = {
  /** Its one colour, that of its logo. */
  colour: string
  en: string
  tr: string
  distances: Distance[]
}

/** Returns the way from a hotel to a place. */
export const place = (en: string, tr: string, metres: number): Distance => ({
  ...bilingual(en, tr),
  metres,
})

/** The dialling code of each city. */
const DIAL: Record<string, string> = {
  istanbul: '+90 212',
  antalya: '+90 242',
  lisbon: '+351 21',
  vienna: '+43 1',
  tokyo: '+81 3',
  'new-york': '+1 212',
}

const POLICIES = {
  en: 'Each guest shows an identity card or passport at arrival. Rooms are ready from 14:00; luggage is kept before and after. Parties of more than eight guests please call first.',
  tr: 'Her konuk girişte kimlik veya pasaport gösterir. Odalar saat 14.00’te hazırdır; bagajınızı önce ve sonra saklarız. Sekiz kişiden kalabalık gruplar lütfen önce arasın.',
}

/** Returns the guest texts of a demo hotel; its number and addresses reach no one. */
export const hotelTexts = (
  { en, tr }: HotelStory,
  { city, slug, index }: { city: string; slug: string; index: number },
): HotelContent => ({
  phone: `${DIAL[city]} 555 01 0${index}`,
  email: `info@${slug}.example`,
  website: `https://${slug}.example`,
  translations: {
    en: { description: en, policies: POLICIES.en },
    tr: { description: tr, policies: POLICIES.tr },
  },
})
