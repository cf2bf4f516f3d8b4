import { type HotelStory, place } from './hotel-story.ts'

/** Stories of the demo's hotels in Istanbul and Antalya, by slug. */
export const hotelsTurkey: Record<string, HotelStory> = {
  'alfa-grand-bosphorus': {
    colour: '#1f4e79',
    en: 'A grand hotel on the European shore of the Bosphorus, rebuilt from a shipping house of 1912. Every second room looks over the water to Asia, and ferries pass below the breakfast terrace.\n\nThe hammam is heated from six in the morning. The tram to the old town stops in front of the door, and our boat takes guests to Ortaköy on Saturdays.',
    tr: 'Boğaz’ın Avrupa yakasında, 1912’den kalma bir denizcilik hanından yenilenen büyük otel. Odaların yarısı suya ve Asya’ya bakar; kahvaltı terasının önünden vapurlar geçer.\n\nHamam sabah altıdan itibaren sıcaktır. Tarihî yarımadaya giden tramvay kapının önünde durur; teknemiz cumartesi günleri konukları Ortaköy’e götürür.',
    distances: [
      place('Tram, Fındıklı', 'Tramvay, Fındıklı', 90),
      place('Ferry, Kabataş', 'Vapur iskelesi, Kabataş', 650),
      place('Hagia Sophia', 'Ayasofya', 3200),
      place('Istanbul Airport', 'İstanbul Havalimanı', 41000),
    ],
  },
  'galata-kule-konak': {
    colour: '#8c5540',
    en: 'A merchant’s house of 1890 in the shadow of the Galata Tower, with high ceilings and a library on each floor.\n\nMusic shops, small galleries and the steepest street of the city begin at the door. Breakfast is brought to the roof when the weather allows.',
    tr: 'Galata Kulesi’nin gölgesinde 1890’dan kalma bir tüccar konağı; tavanları yüksek, her katında bir kitaplık var.\n\nMüzik dükkânları, küçük galeriler ve şehrin en dik sokağı kapıda başlar. Hava elverdikçe kahvaltı çatıya getirilir.',
    distances: [
      place('Galata Tower', 'Galata Kulesi', 120),
      place('Metro, Şişhane', 'Metro, Şişhane', 350),
      place('İstiklal Street', 'İstiklal Caddesi', 700),
      place('Istanbul Airport', 'İstanbul Havalimanı', 40000),
    ],
  },
  'sultanahmet-ayazma-house': {
    colour: '#9c3f32',
    en: 'A family house with a garden behind the Basilica Cistern. Seven minutes on foot bring you to the Blue Mosque before the first buses arrive.\n\nThe owner’s mother bakes the börek for breakfast.',
    tr: 'Yerebatan Sarnıcı’nın arkasında, bahçeli bir aile evi. İlk otobüsler gelmeden yedi dakikada yürüyerek Sultanahmet Camii’ndesiniz.\n\nKahvaltının böreğini ev sahibinin annesi yapar.',
    distances: [
      place('Basilica Cistern', 'Yerebatan Sarnıcı', 110),
      place('Blue Mosque', 'Sultanahmet Camii', 550),
      place('Tram, Sultanahmet', 'Tramvay, Sultanahmet', 250),
      place('Istanbul Airport', 'İstanbul Havalimanı', 45000),
    ],
  },
  'moda-sahil': {
    colour: '#2f7391',
    en: 'On the Asian side, above the tea gardens of Moda. Rooms have small balconies to the Sea of Marmara, and the sunset is part of the price.\n\nThe nostalgic tram turns at the corner; the ferry to Europe takes twenty minutes.',
    tr: 'Anadolu yakasında, Moda çay bahçelerinin üstünde. Odaların Marmara’ya bakan küçük balkonları var; gün batımı fiyata dahil.\n\nNostaljik tramvay köşeden döner; Avrupa’ya vapur yirmi dakika sürer.',
    distances: [
      place('Moda seafront', 'Moda sahili', 80),
      place('Ferry, Kadıköy', 'Vapur iskelesi, Kadıköy', 1300),
      place('Metro, Kadıköy', 'Metro, Kadıköy', 1200),
      place('Sabiha Gökçen Airport', 'Sabiha Gökçen Havalimanı', 33000),
    ],
  },
  'bravo-lara-beach': {
    colour: '#0f7f78',
    en: 'A resort on the sands of Lara, with three hundred metres of its own beach, a pool for adults and one for children.\n\nFrom the sixth floor the Taurus mountains stand white until May. Buffets are open from early breakfast to the midnight soup.',
    tr: 'Lara kumsalında, kendine ait üç yüz metre plajı, yetişkin ve çocuk havuzu olan bir tatil oteli.\n\nAltıncı kattan bakınca Toroslar mayısa kadar beyazdır. Büfe, erken kahvaltıdan gece çorbasına kadar açıktır.',
    distances: [
      place('Beach', 'Plaj', 0),
      place('Bus stop', 'Otobüs durağı', 150),
      place('Old town, Kaleiçi', 'Kaleiçi', 11500),
      place('Antalya Airport', 'Antalya Havalimanı', 9500),
    ],
  },
  'kaleici-portakal': {
    colour: '#b8601c',
    en: 'An Ottoman town house around a courtyard with four orange trees, in the car-free lanes of the old town.\n\nThe marmalade at breakfast comes from the courtyard. The old harbour is five minutes downhill.',
    tr: 'Dört portakal ağacının durduğu avlusuyla eski bir Osmanlı evi; Kaleiçi’nin araçsız sokaklarında.\n\nKahvaltıdaki reçel avludan gelir. Eski liman yokuş aşağı beş dakikadır.',
    distances: [
      place('Hadrian’s Gate', 'Hadrian Kapısı', 300),
      place('Old harbour', 'Eski liman', 400),
      place('Tram, İsmetpaşa', 'Tramvay, İsmetpaşa', 450),
      place('Antalya Airport', 'Antalya Havalimanı', 13000),
    ],
  },
  'konyaalti-mavi': {
    colour: '#2c5f9e',
    en: 'Eight floors of balconies opposite the pebble beach of Konyaaltı, with a bar on the roof.\n\nSunbeds across the promenade are kept for our guests until eleven.',
    tr: 'Konyaaltı’nın çakıl plajının karşısında sekiz kat balkon ve çatıda bir bar.\n\nSahil yolunun karşısındaki şezlonglar saat on bire kadar konuklarımıza ayrılır.',
    distances: [
      place('Beach', 'Plaj', 60),
      place('Aquarium', 'Akvaryum', 1800),
      place('Old town, Kaleiçi', 'Kaleiçi', 6500),
      place('Antalya Airport', 'Antalya Havalimanı', 19000),
    ],
  },
  'olympos-pine-lodge': {
    colour: '#3f6b45',
    en: 'Timber houses under pines, twenty minutes on foot from the ruins and the beach of Olympos.\n\nNo television downstairs, but a fire in the evening, and the flames of Chimaera on the hill behind.',
    tr: 'Çamların altında ahşap evler; Olympos kalıntılarına ve plajına yürüyerek yirmi dakika.\n\nAşağıda televizyon yok; akşamları ateş yanar, arkadaki tepede Yanartaş’ın alevleri görünür.',
    distances: [
      place('Olympos beach', 'Olympos plajı', 1600),
      place('Ruins of Olympos', 'Olympos ören yeri', 1200),
      place('Chimaera', 'Yanartaş', 7000),
      place('Antalya Airport', 'Antalya Havalimanı', 88000),
    ],
  },
}
