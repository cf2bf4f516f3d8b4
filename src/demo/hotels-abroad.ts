import { type HotelStory, place } from './hotel-story.ts'

/** Stories of the demo's hotels in Tokyo and New York, by slug. */
export const hotelsAbroad: Record<string, HotelStory> = {
  'asakusa-hanabi': {
    colour: '#b8352a',
    en: 'Two streets from the Kaminarimon gate, with the river and its summer fireworks from the upper floors.\n\nRooms are small and quiet; the public bath on the second floor is open until one.',
    tr: 'Kaminarimon kapısına iki sokak; üst katlardan nehir ve yaz havai fişekleri görünür.\n\nOdalar küçük ve sessiz; ikinci kattaki hamam gece bire kadar açıktır.',
    distances: [
      place('Senso-ji temple', 'Senso-ji Tapınağı', 400),
      place('Underground, Asakusa', 'Metro, Asakusa', 200),
      place('Skytree', 'Skytree', 1500),
      place('Haneda Airport', 'Haneda Havalimanı', 21000),
    ],
  },
  'ginza-kaede': {
    colour: '#8f2f2b',
    en: 'A tower of stone and maple behind the department stores of Ginza. Tea is made in the lobby at four, by the third generation.\n\nThe sushi bar has nine seats; six of them are kept for guests.',
    tr: 'Ginza mağazalarının arkasında taş ve akçaağaçtan bir kule. Dörtte lobide üçüncü kuşak çay yapar.\n\nSuşi barında dokuz sandalye var; altısı konuklara ayrılmıştır.',
    distances: [
      place('Underground, Ginza', 'Metro, Ginza', 180),
      place('Kabuki-za', 'Kabuki-za', 650),
      place('Imperial Palace', 'İmparatorluk Sarayı', 1700),
      place('Haneda Airport', 'Haneda Havalimanı', 17000),
    ],
  },
  'shinjuku-sora': {
    colour: '#3b5f86',
    en: 'Twenty floors above the quiet end of Shinjuku, with Mount Fuji on clear mornings.\n\nLaundry on each third floor, a desk in each room, and the airport bus at the door.',
    tr: 'Shinjuku’nun sessiz ucunda, açık sabahlarda Fuji Dağı’nı gören yüksek bir otel.\n\nHer üç katta bir çamaşırhane, her odada bir masa ve kapıda havalimanı otobüsü.',
    distances: [
      place('Shinjuku station', 'Shinjuku İstasyonu', 750),
      place('Gyoen garden', 'Gyoen Bahçesi', 1400),
      place('Airport bus', 'Havalimanı otobüsü', 30),
      place('Haneda Airport', 'Haneda Havalimanı', 24000),
    ],
  },
  'ueno-sakura-garden': {
    colour: '#b04a6a',
    en: 'A house with a garden at the edge of Ueno Park: cherry trees in April, lotus in July, museums all year.\n\nHalf of the rooms have tatami and a futon, the others a bed.',
    tr: 'Ueno Parkı’nın kıyısında bahçeli bir ev: nisanda kiraz ağaçları, temmuzda nilüferler, bütün yıl müzeler.\n\nOdaların yarısında tatami ve futon, ötekilerde yatak vardır.',
    distances: [
      place('Ueno Park', 'Ueno Parkı', 50),
      place('National Museum', 'Ulusal Müze', 800),
      place('Ueno station', 'Ueno İstasyonu', 600),
      place('Narita Airport', 'Narita Havalimanı', 62000),
    ],
  },
  'hudson-yards-meridian': {
    colour: '#33526e',
    en: 'Glass on the west side, a block from the High Line. Corner rooms have the Hudson in one window and the Empire State Building in the other.\n\nThe fitness room is on the top floor, and so is the bar.',
    tr: 'Batı yakasında camdan bir kule; High Line’a bir sokak. Köşe odaların bir penceresinde Hudson, ötekinde Empire State vardır.\n\nSpor salonu en üst katta, bar da öyle.',
    distances: [
      place('Subway, Hudson Yards', 'Metro, Hudson Yards', 250),
      place('High Line', 'High Line', 300),
      place('Times Square', 'Times Meydanı', 1800),
      place('JFK Airport', 'JFK Havalimanı', 27000),
    ],
  },
  'brooklyn-foundry': {
    colour: '#8a3a2a',
    en: 'An iron foundry of 1901 on the Williamsburg waterfront: brick walls, factory windows, a water tank on the roof.\n\nThe bakery in the yard delivers to the rooms from six.',
    tr: 'Williamsburg kıyısında 1901’den bir dökümhane: tuğla duvarlar, fabrika pencereleri, çatıda su deposu.\n\nAvludaki fırın altıdan itibaren odalara getirir.',
    distances: [
      place('East River ferry', 'East River vapuru', 350),
      place('Subway, Bedford Avenue', 'Metro, Bedford Avenue', 900),
      place('McCarren Park', 'McCarren Parkı', 400),
      place('JFK Airport', 'JFK Havalimanı', 22000),
    ],
  },
  'harlem-brownstone-inn': {
    colour: '#6b3d30',
    en: 'Four floors of a brownstone row, with eleven steps to the door and a piano in the parlour.\n\nThe owners live downstairs and know who plays where tonight.',
    tr: 'Bir sıra evin dört katı; kapıya on bir basamak, salonda bir piyano.\n\nSahipleri alt katta oturur ve bu akşam kimin nerede çaldığını bilir.',
    distances: [
      place('Subway, 125th Street', 'Metro, 125. Sokak', 400),
      place('Apollo Theater', 'Apollo Tiyatrosu', 650),
      place('Central Park', 'Central Park', 1100),
      place('LaGuardia Airport', 'LaGuardia Havalimanı', 9500),
    ],
  },
  'seaport-lantern': {
    colour: '#8a5f22',
    en: 'A counting house of 1835 at the old harbour, with lanterns at the door and tall ships at the pier.\n\nWall Street is five minutes away and empty at weekends.',
    tr: 'Eski limanda 1835’ten bir tüccar evi; kapıda fenerler, iskelede yelkenliler.\n\nWall Street beş dakika uzakta ve hafta sonları bomboştur.',
    distances: [
      place('Pier 17', '17 numaralı iskele', 250),
      place('Subway, Fulton Street', 'Metro, Fulton Street', 450),
      place('Brooklyn Bridge', 'Brooklyn Köprüsü', 500),
      place('JFK Airport', 'JFK Havalimanı', 25000),
    ],
  },
}
