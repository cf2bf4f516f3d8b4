import { type HotelStory, place } from './hotel-story.ts'

/** Stories of the demo's hotels in Lisbon and Vienna, by slug. */
export const hotelsEurope: Record<string, HotelStory> = {
  'miradouro-da-graca': {
    colour: '#a4532f',
    en: 'Beside the viewpoint of Graça, where the whole city lies below: the castle, the river and the red bridge.\n\nTram 28 stops at the corner. The wine of the evening comes from the owner’s cousin in Alentejo.',
    tr: 'Graça seyir terasının yanında; bütün şehir ayaklarınızın altında: kale, nehir ve kızıl köprü.\n\n28 numaralı tramvay köşede durur. Akşamın şarabı sahibin Alentejo’daki kuzeninden gelir.',
    distances: [
      place('Viewpoint of Graça', 'Graça seyir terası', 70),
      place('Tram 28', '28 numaralı tramvay', 90),
      place('Castle of São Jorge', 'São Jorge Kalesi', 850),
      place('Lisbon Airport', 'Lizbon Havalimanı', 6500),
    ],
  },
  'alfama-azulejo': {
    colour: '#2f5f8f',
    en: 'A narrow house behind a facade of blue tiles from 1874, restored one by one. Fado is sung two doors down until midnight.\n\nRooms to the yard are the quiet ones.',
    tr: '1874’ten kalma, tek tek onarılmış mavi çinili cephenin arkasında dar bir ev. İki kapı ötede gece yarısına kadar fado söylenir.\n\nAvluya bakan odalar sessizdir.',
    distances: [
      place('Fado Museum', 'Fado Müzesi', 220),
      place('Metro, Santa Apolónia', 'Metro, Santa Apolónia', 500),
      place('Cathedral', 'Katedral', 750),
      place('Lisbon Airport', 'Lizbon Havalimanı', 7500),
    ],
  },
  'avenida-jacaranda': {
    colour: '#6d4f8f',
    en: 'A palace of 1906 on the Avenida da Liberdade, violet outside in June when the jacarandas bloom, and cool inside all year.\n\nA spa in the former wine cellars, a restaurant with one star, and a concierge who knows the back doors of the theatres.',
    tr: 'Avenida da Liberdade üzerinde 1906’dan bir saray; haziranda jakarandalar açınca dışarısı mor, içerisi bütün yıl serin.\n\nEski şarap mahzenlerinde bir spa, yıldızlı bir restoran ve tiyatroların arka kapılarını bilen bir konsiyerj.',
    distances: [
      place('Metro, Avenida', 'Metro, Avenida', 150),
      place('Rossio square', 'Rossio Meydanı', 1000),
      place('Gulbenkian Museum', 'Gulbenkian Müzesi', 2300),
      place('Lisbon Airport', 'Lizbon Havalimanı', 6800),
    ],
  },
  'belem-docas': {
    colour: '#b37a14',
    en: 'A former customs shed at the river, with windows as wide as the rooms. Joggers pass at seven, sailing boats at ten.\n\nThe custard tarts of Belém are a walk of twelve minutes; we have bicycles for those who cannot wait.',
    tr: 'Nehir kıyısında eski bir gümrük ambarı; pencereleri odalar kadar geniş. Yedide koşanlar, onda yelkenliler geçer.\n\nBelém’in kremalı çörekleri yürüyerek on iki dakika; bekleyemeyenler için bisikletimiz var.',
    distances: [
      place('Belém Tower', 'Belém Kulesi', 1900),
      place('Tram 15', '15 numaralı tramvay', 120),
      place('Jerónimos Monastery', 'Jerónimos Manastırı', 900),
      place('Lisbon Airport', 'Lizbon Havalimanı', 12000),
    ],
  },
  'ringstrasse-palais': {
    colour: '#4f6f64',
    en: 'A town palace of the Ringstrasse years, three minutes from the Musikverein. The staircase is listed, and so is the cake.\n\nAfter concerts the kitchen stays open until half past eleven.',
    tr: 'Ringstrasse döneminden bir şehir sarayı; Musikverein’a üç dakika. Merdiveni tescilli, pastası da öyle.\n\nKonserlerden sonra mutfak on bir buçuğa kadar açıktır.',
    distances: [
      place('Tram, Schwarzenbergplatz', 'Tramvay, Schwarzenbergplatz', 140),
      place('Musikverein', 'Musikverein', 450),
      place('St Stephen’s Cathedral', 'Stephansdom', 950),
      place('Vienna Airport', 'Viyana Havalimanı', 17500),
    ],
  },
  'naschmarkt-garni': {
    colour: '#567a45',
    en: 'A small hotel above the stalls of the Naschmarkt. Breakfast comes from below: bread, olives, and cheese from three countries.\n\nOn Saturdays the flea market begins under the windows at six; ask for a room to the yard if you sleep long.',
    tr: 'Naschmarkt tezgâhlarının üstünde küçük bir otel. Kahvaltı aşağıdan gelir: ekmek, zeytin ve üç ülkeden peynir.\n\nCumartesileri bit pazarı altıda pencerelerin altında başlar; geç kalkanlar avluya bakan oda istesin.',
    distances: [
      place('Underground, Kettenbrückengasse', 'Metro, Kettenbrückengasse', 180),
      place('Secession', 'Secession', 700),
      place('State Opera', 'Devlet Operası', 1100),
      place('Vienna Airport', 'Viyana Havalimanı', 19000),
    ],
  },
  'prater-lindenhof': {
    colour: '#7a5f33',
    en: 'A country inn in the city: lime trees, a garden with gravel, and the big wheel over the roof.\n\nThe meadows of the Prater begin behind the house, the exhibition halls are one stop away.',
    tr: 'Şehrin içinde bir kır hanı: ıhlamurlar, çakıllı bir bahçe ve çatının üstünde dönme dolap.\n\nPrater çayırları evin arkasında başlar; fuar salonları bir durak ötededir.',
    distances: [
      place('Underground, Messe-Prater', 'Metro, Messe-Prater', 300),
      place('Giant wheel', 'Dönme dolap', 650),
      place('Exhibition halls', 'Fuar alanı', 500),
      place('Vienna Airport', 'Viyana Havalimanı', 16000),
    ],
  },
  'josefstadt-theater': {
    colour: '#7a3b46',
    en: 'Across from the oldest theatre of Vienna, in a house where actors still keep rooms by the month.\n\nThe bar opens with the interval. Tickets of the day are held at the desk until five.',
    tr: 'Viyana’nın en eski tiyatrosunun karşısında, oyuncuların hâlâ aylık oda tuttuğu bir evde.\n\nBar perde arasıyla açılır. Günün biletleri saat beşe kadar resepsiyonda bekler.',
    distances: [
      place('Theater in der Josefstadt', 'Josefstadt Tiyatrosu', 60),
      place('Underground, Rathaus', 'Metro, Rathaus', 350),
      place('Museums Quarter', 'Müzeler Mahallesi', 900),
      place('Vienna Airport', 'Viyana Havalimanı', 21000),
    ],
  },
}
