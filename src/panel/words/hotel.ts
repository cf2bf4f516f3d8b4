import type { Pairs } from './word.ts'

/** What guests are told of the hotel, and texts that there are in each language. */
export const hotel = {
  'hotel.title': ['Hotel', 'Otel'],
  'hotel.told': ['What guests are told', 'Konuklara gösterilenler'],
  'hotel.edit': ['Edit: hotel', 'Düzenle: otel'],
  'hotel.phone': ['Telephone', 'Telefon'],
  'hotel.website': ['Website', 'İnternet sitesi'],
  'hotel.websiteHint': [
    'The whole address, such as https://www.example.com.',
    'Adresin tamamı, örneğin https://www.example.com.',
  ],
  'hotel.kept': ['Set by the administrator', 'Yöneticinin belirledikleri'],
  'hotel.keptText': [
    'Ask your administrator to change these: bookings, prices and partners go by them.',
    'Bunları değiştirmek için sistem yöneticinize başvurun: rezervasyonlar, fiyatlar ve bağlı sistemler bunlara göre işler.',
  ],
  'text.en.name': ['Name in English', 'İngilizce ad'],
  'text.tr.name': ['Name in Turkish', 'Türkçe ad'],
  'text.en.description': ['Description in English', 'İngilizce açıklama'],
  'text.tr.description': ['Description in Turkish', 'Türkçe açıklama'],
  'text.en.policies': ['House rules in English', 'İngilizce otel kuralları'],
  'text.tr.policies': ['House rules in Turkish', 'Türkçe otel kuralları'],
  'history.field.phone': ['telephone', 'telefon'],
  'history.field.website': ['website', 'internet sitesi'],
  'history.field.beds': ['beds', 'yataklar'],
  'history.field.sizeM2': ['size in m²', 'büyüklük (m²)'],
  'history.field.amenities': ['amenities', 'oda olanakları'],
  'history.field.en.name': ['name in English', 'İngilizce ad'],
  'history.field.tr.name': ['name in Turkish', 'Türkçe ad'],
  'history.field.en.description': ['description in English', 'İngilizce açıklama'],
  'history.field.tr.description': ['description in Turkish', 'Türkçe açıklama'],
  'history.field.en.policies': ['house rules in English', 'İngilizce otel kuralları'],
  'history.field.tr.policies': ['house rules in Turkish', 'Türkçe otel kuralları'],
} as const satisfies Pairs
