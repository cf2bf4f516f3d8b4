import type { HotelContent } from '../domain/kernel/content.ts'

/** The dialling code of each city, and a sentence about the location of its hotels. */
const CITIES: Record<string, { dial: string; en: string; tr: string }> = {
  istanbul: {
    dial: '+90 212',
    en: 'Between the Bosphorus and the old town, a short walk from ferries and the tram.',
    tr: 'Boğaz ile tarihî yarımada arasında, vapur iskelesine ve tramvaya yürüme mesafesinde.',
  },
  antalya: {
    dial: '+90 242',
    en: 'On the Turkish Riviera, with the sea in front and the Taurus mountains behind.',
    tr: 'Akdeniz kıyısında; önünde deniz, arkasında Toros Dağları.',
  },
  lisbon: {
    dial: '+351 21',
    en: 'On one of the seven hills, with tiled facades and a tram at the corner.',
    tr: 'Yedi tepeden birinde, çinili cephelerin arasında, tramvay durağının yanında.',
  },
  vienna: {
    dial: '+43 1',
    en: 'Inside the ring of trams, coffee houses and concert halls.',
    tr: 'Tramvayların, kahvehanelerin ve konser salonlarının ortasında.',
  },
  tokyo: {
    dial: '+81 3',
    en: 'Two minutes from the underground, in a quiet street behind the lights.',
    tr: 'Metroya iki dakika, ışıkların arkasındaki sakin bir sokakta.',
  },
  'new-york': {
    dial: '+1 212',
    en: 'A few blocks from the subway, with the skyline from the roof.',
    tr: 'Metroya birkaç sokak uzakta, çatısından şehir silueti görünür.',
  },
}

/** Returns the guest texts of a demo hotel; its number and addresses reach no one. */
export function hotelTexts(city: string, slug: string, index: number): HotelContent {
  const { dial, en, tr } = CITIES[city]!
  return {
    phone: `${dial} 555 01 0${index}`,
    email: `info@${slug}.example`,
    website: `https://${slug}.example`,
    translations: {
      en: {
        description: `${en}\n\nBreakfast is served from 7 to 10:30. The front desk is open around the clock.`,
        policies:
          'Pets are welcome by arrangement. Smoking is allowed on terraces only. Quiet hours are from 23:00 to 7:00.',
      },
      tr: {
        description: `${tr}\n\nKahvaltı 07.00–10.30 arasındadır. Resepsiyon 24 saat açıktır.`,
        policies:
          'Evcil hayvanlar önceden haber verilerek kabul edilir. Sigara yalnızca teraslarda içilir. 23.00–07.00 sessizlik saatleridir.',
      },
    },
  }
}
