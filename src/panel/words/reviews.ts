import type { Word } from './word.ts'

/** Reviews. */
export const reviewsEn = {
  'reviews.title': 'Reviews',
  'reviews.show': 'Show',
  'reviews.all': 'All',
  'reviews.open': 'Without a reply',
  'reviews.replied': 'With a reply',
  'reviews.none': 'No reviews yet',
  'reviews.noneText': 'Guests can review a stay once it is completed.',
  'reviews.noneFound': 'None of these',
  'reviews.noneFoundText': 'There is no review like that.',
  'reviews.rating': '{rating} of 5',
  'reviews.booking': 'Booking {code}',
  'reviews.yourReply': 'Your reply',
  'reviews.reply': 'Reply',
  'reviews.change': 'Change reply',
  'reviews.replyTo': 'Reply: {author}',
  'reviews.changeFor': 'Change reply: {author}',
  'reviews.hint': 'Everybody who looks at the hotel can read it.',
  'reviews.send': 'Publish reply',
  'reviews.sent': 'The reply is published.',
} as const satisfies Record<string, Word>

/** The same in Turkish. */
export const reviewsTr: Record<keyof typeof reviewsEn, Word> = {
  'reviews.title': 'Yorumlar',
  'reviews.show': 'Göster',
  'reviews.all': 'Hepsi',
  'reviews.open': 'Yanıtlanmamış',
  'reviews.replied': 'Yanıtlanmış',
  'reviews.none': 'Henüz yorum yok',
  'reviews.noneText': 'Konuklar konaklama tamamlanınca yorum yazabilir.',
  'reviews.noneFound': 'Böyle yorum yok',
  'reviews.noneFoundText': 'Bu seçime uyan bir yorum yok.',
  'reviews.rating': '5 üzerinden {rating}',
  'reviews.booking': 'Rezervasyon {code}',
  'reviews.yourReply': 'Yanıtınız',
  'reviews.reply': 'Yanıtla',
  'reviews.change': 'Yanıtı değiştir',
  'reviews.replyTo': 'Yanıtla: {author}',
  'reviews.changeFor': 'Yanıtı değiştir: {author}',
  'reviews.hint': 'Otele bakan herkes okuyabilir.',
  'reviews.send': 'Yanıtı yayımla',
  'reviews.sent': 'Yanıt yayımlandı.',
}
