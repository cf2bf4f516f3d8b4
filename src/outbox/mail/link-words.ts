/** The texts of mails with links that open a booking, in English and Turkish. */
export const LINK_WORDS = {
  'subject.proof': [
    'Is this booking yours? {hotel}, {code}',
    'Bu rezervasyon sizin mi? {hotel}, {code}',
  ],
  'title.proof': ['Is this booking yours?', 'Bu rezervasyon sizin mi?'],
  'intro.proof': [
    'Someone, probably you, has booked with this e-mail address. If it was you, open the booking and confirm there that it is yours. If it was not you, press “This was not me” there.',
    'Birisi, büyük olasılıkla siz, bu e-posta adresiyle rezervasyon yaptı. Bunu siz yaptıysanız rezervasyonu açıp sizin olduğunu orada belirtin. Siz yapmadıysanız orada “Bunu ben yapmadım” düğmesine basın.',
  ],
  'intro.proofOfHold': [
    'Someone, probably you, has booked with this e-mail address. The rooms are held for a short while: open the booking and confirm it there. If it was not you, press “This was not me” there, or do nothing: it ends by itself.',
    'Birisi, büyük olasılıkla siz, bu e-posta adresiyle rezervasyon yaptı. Odalar kısa bir süre tutuluyor: rezervasyonu açıp orada onaylayın. Bunu siz yapmadıysanız orada “Bunu ben yapmadım” düğmesine basın ya da bir şey yapmayın: kendiliğinden sona erer.',
  ],
  keptUntil: ['Rooms kept until', 'Odaların tutulduğu süre'],
  thereTime: ['{date} (the hotel’s time)', '{date} (otelin saatiyle)'],
  'subject.manage_link': [
    'The link to your booking: {hotel}, {code}',
    'Rezervasyonunuzun bağlantısı: {hotel}, {code}',
  ],
  'title.manage_link': ['The link to your booking', 'Rezervasyonunuzun bağlantısı'],
  'intro.manage_link': [
    'Someone, probably you, has asked for the link to this booking. If it was not you, do nothing: it was sent only to you.',
    'Birisi, büyük olasılıkla siz, bu rezervasyonun bağlantısını istedi. Bunu siz yapmadıysanız bir şey yapmanız gerekmez: bağlantı yalnız size gönderildi.',
  ],
  'subject.option_reminder': [
    'Your option ends soon: {hotel}, {code}',
    'Opsiyonunuz bitmek üzere: {hotel}, {code}',
  ],
  'title.option_reminder': ['Your option ends soon', 'Opsiyonunuz bitmek üzere'],
  'intro.option_reminder': [
    'The hotel keeps these rooms for you until the time below. Open the booking and confirm it before then; otherwise the rooms go back on sale.',
    'Otel bu odaları sizin için aşağıdaki zamana kadar tutuyor. O zamana kadar rezervasyonu açıp onaylayın; aksi hâlde odalar yeniden satışa çıkar.',
  ],
  'intro.optionOfAgency': [
    'Your agency holds these rooms until the time below. Confirm the booking before then; otherwise the rooms go back on sale.',
    'Acenteniz bu odaları aşağıdaki zamana kadar tutuyor. O zamana kadar rezervasyonu onaylayın; aksi hâlde odalar yeniden satışa çıkar.',
  ],
  'subject.deadline_reminder': [
    'Free cancellation ends soon: {hotel}, {code}',
    'Ücretsiz iptal süresi bitiyor: {hotel}, {code}',
  ],
  'title.deadline_reminder': ['Free cancellation ends soon', 'Ücretsiz iptal süresi bitiyor'],
  'intro.deadline_reminder': [
    'Until the end of the day below, by the hotel’s date, your agency cancels without a fee.',
    'Aşağıdaki günün sonuna kadar, otelin tarihiyle, acenteniz cezasız iptal edebilir.',
  ],
  freeUntil: ['Free cancellation until', 'Ücretsiz iptal için son gün'],
  confirmBooking: ['Open and confirm the booking', 'Rezervasyonu açıp onayla'],
  manageBooking: [
    'See, change or cancel the booking',
    'Rezervasyonu görüntüle, değiştir veya iptal et',
  ],
  keepLink: [
    'Anyone with this link or these codes can change and cancel the booking: keep them to yourself.',
    'Bu bağlantıya ya da kodlara sahip olan herkes rezervasyonu değiştirebilir ve iptal edebilir: kimseyle paylaşmayın.',
  ],
  openBooking: ['Open the booking', 'Rezervasyonu aç'],
  typed: [
    'If the link does not work, open {url} and type this:',
    'Bağlantı çalışmazsa {url} adresini açıp şunları yazın:',
  ],
} as const
