import type { Pairs } from './word.ts'

/** Reviews. */
export const reviews = {
  'reviews.title': ['Reviews', 'Yorumlar'],
  'reviews.show': ['Show', 'Göster'],
  'reviews.all': ['All', 'Hepsi'],
  'reviews.open': ['Without a reply', 'Yanıtlanmamış'],
  'reviews.openCount': ['{count} without a reply', '{count} yanıtlanmamış'],
  'reviews.replied': ['With a reply', 'Yanıtlanmış'],
  'reviews.none': ['No reviews yet', 'Henüz yorum yok'],
  'reviews.noneText': [
    'Guests can review a stay once it is completed.',
    'Konuklar konaklama tamamlanınca yorum yazabilir.',
  ],
  'reviews.noneFound': ['None of these', 'Böyle yorum yok'],
  'reviews.noneFoundText': ['There is no review like that.', 'Bu seçime uyan bir yorum yok.'],
  'reviews.rating': ['{rating} of 5', '5 üzerinden {rating}'],
  'reviews.yourReply': ['Your reply', 'Yanıtınız'],
  'reviews.reply': ['Reply', 'Yanıtla'],
  'reviews.change': ['Change reply', 'Yanıtı değiştir'],
  'reviews.replyTo': ['Reply: {author}', 'Yanıtla: {author}'],
  'reviews.changeFor': ['Change reply: {author}', 'Yanıtı değiştir: {author}'],
  'reviews.hint': [
    'Everybody who looks at the hotel can read it.',
    'Otele bakan herkes okuyabilir.',
  ],
  'reviews.send': ['Publish reply', 'Yanıtı yayımla'],
  'reviews.sent': ['The reply is published.', 'Yanıt yayımlandı.'],
} as const satisfies Pairs
