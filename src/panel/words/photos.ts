import type { Pairs } from './word.ts'

/** Photos of a hotel and of its room types. */
export const photos = {
  'photos.title': ['Photos', 'Fotoğraflar'],
  'photos.of': ['Photos: {name}', 'Fotoğraflar: {name}'],
  'photos.add': ['Add photos', 'Fotoğraf ekle'],
  'photos.hint': [
    'Choose several at once, or drop them here. Large ones are made smaller; where and when they were taken is not sent.',
    'Birkaçını birden seçin ya da buraya bırakın. Büyük olanlar küçültülür; nerede ve ne zaman çekildikleri gönderilmez.',
  ],
  'photos.none': ['No photos yet', 'Henüz fotoğraf yok'],
  'photos.noneText': [
    'Add some: the first one is what guests see first.',
    'Fotoğraf ekleyin: konuklar önce ilkini görür.',
  ],
  'photos.noneRead': ['Nobody has added any.', 'Henüz kimse eklemedi.'],
  'photos.sending': ['Sending {at} of {all}…', 'Gönderiliyor: {at}/{all}…'],
  'photos.unreadable': [
    'this browser cannot read it as a picture',
    'bu tarayıcı bunu resim olarak okuyamıyor',
  ],
  'photos.name': ['Photo {position}', '{position}. fotoğraf'],
  'photos.earlier': ['Move earlier: {name}', 'Öne al: {name}'],
  'photos.later': ['Move later: {name}', 'Sonraya al: {name}'],
  'photos.altEn': ['What is on it, in English', 'Fotoğrafta ne var (İngilizce)'],
  'photos.altTr': ['What is on it, in Turkish', 'Fotoğrafta ne var (Türkçe)'],
  'photos.altHint': [
    'Read out to guests who do not see it.',
    'Fotoğrafı göremeyen konuklara okunur.',
  ],
  'photos.deleteText': [
    'Guests do not see it any more. It cannot be brought back.',
    'Konuklar artık görmez. Geri getirilemez.',
  ],
} as const satisfies Pairs
