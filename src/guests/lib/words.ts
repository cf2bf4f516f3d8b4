import { STATUS_WORDS } from '../../domain/bookings/status-words.ts'
import { CODE_WORDS } from '../../domain/kernel/code-words.ts'
import { TERMS_WORDS } from '../../domain/rates/terms-words.ts'
import { GROUP_WORDS } from './group-words.ts'
import { MY_WORDS } from './my-words.ts'
import { STAY_WORDS } from './stay-words.ts'

/** A text with `{name}` for a value; one for each number if it depends on `{count}`. */
export type Word = string | { one: string; other: string }

/** The texts of the guests' pages, in English and in Turkish. */
export const WORDS = {
  ...TERMS_WORDS,
  ...GROUP_WORDS,
  ...MY_WORDS,
  ...STAY_WORDS,
  'page.title': ['Your booking', 'Rezervasyonunuz'],
  'page.language': ['Türkçe', 'English'],
  'page.skip': ['Skip to the content', 'İçeriğe geç'],
  'page.call': ['Call the hotel', 'Oteli arayın'],

  'entry.title': ['Your booking', 'Rezervasyonunuz'],
  'entry.none': ['Nothing booked yet?', 'Henüz rezervasyonunuz yok mu?'],
  'entry.token': ['Open your booking', 'Rezervasyonunuzu açın'],
  'entry.token.about': [
    'Open the link in our mail, or type the four groups that stand below it. You can then change or cancel your booking.',
    'E-postamızdaki bağlantıyı açın ya da altındaki dört grubu yazın. Böylece rezervasyonunuzu değiştirebilir ya da iptal edebilirsiniz.',
  ],
  'entry.code': CODE_WORDS.code,
  'entry.manage': CODE_WORDS.manageCode,
  'entry.proof': CODE_WORDS.proofCode,
  'entry.proof.hint': [
    'Only if our mail shows one: it asks whether the booking is yours.',
    'Yalnızca e-postamızda varsa: rezervasyonun sizin olup olmadığını sorduğunda.',
  ],
  'entry.group': ['Group {count} of 4', '4 gruptan {count}.'],
  'entry.manage.hint': [
    'Capital and small letters differ; spaces do not matter. You can type all four groups into the first field.',
    'Büyük ve küçük harfler farklıdır, boşluklar önemsizdir. Bu kutuların ilkine dört grubun tamamı da yazılabilir.',
  ],
  'entry.link.hint': [
    'Or paste the whole link from our mail here: nothing else is needed.',
    'Ya da e-postamızdaki bağlantının tamamını buraya yapıştırın: başka bir şey gerekmez.',
  ],
  'entry.scriptless': [
    'Scripts are off in this browser, so a link cannot open the booking by itself. Please copy the link into the first field.',
    'Bu tarayıcıda betikler çalışmıyor: açtığınız bağlantı kendiliğinden bir şey göstermez. Lütfen bağlantıyı kopyalayıp ilk kutuya yapıştırın.',
  ],
  'entry.open': ['Open the booking', 'Rezervasyonu aç'],
  'entry.email': ['Don’t have your link?', 'Bağlantınız yanınızda değil mi?'],
  'entry.email.about': [
    'With the code and your e-mail address you can see your booking, or have the link sent again.',
    'Kod ve e-posta adresiyle rezervasyonunuzu görebilir ya da bağlantıyı yeniden isteyebilirsiniz.',
  ],
  'entry.address': ['E-mail address of the booking', 'Rezervasyondaki e-posta adresi'],
  'entry.see': ['See the booking', 'Rezervasyonu gör'],
  'entry.link': ['Send the link again', 'Bağlantıyı yeniden gönder'],
  'entry.back': ['Open another booking', 'Başka bir rezervasyon aç'],

  'link.title': ['Check your mailbox', 'E-posta kutunuza bakın'],
  'link.sent': [
    'If the code and the address match, a mail with the link is on its way. It may take a few minutes; please check your spam folder, too.',
    'Kod ile adres birbirine aitse bağlantıyı içeren e-posta yola çıktı. Birkaç dakika sürebilir; istenmeyen e-postalara da bakın.',
  ],

  'link.back': ['Back to the booking', 'Rezervasyona dön'],

  'state.pending': ['Held until {until}', '{until} kadar ayrıldı'],
  'state.confirmed': ['Booked, {name}.', 'Yeriniz hazır, {name}.'],
  'state.confirmed.nameless': ['Booked.', 'Yeriniz hazır.'],
  'state.cancelled': STATUS_WORDS.cancelled,
  'state.expired': ['The hold has expired', 'Ayırma süresi doldu'],
  'state.no_show': ['No-show', 'Giriş yapılmadı'],
  'state.completed': ['Thank you for your stay', 'Konakladığınız için teşekkür ederiz'],
  'state.pending.about': [
    'The rooms are kept for you. Please confirm the booking by then, or they go back on sale.',
    'Odalar sizin için ayrıldı. Bu saate kadar onaylamazsanız yeniden satışa çıkar.',
  ],
  'state.asked.about': [
    'The rooms are kept for you. We have sent you a mail: press its button to confirm.',
    'Odalar sizin için ayrıldı. Size bir bağlantı gönderdik: onaylamak için oradaki düğmeye basın.',
  ],
  'state.confirmed.about': ['See you on {date}', '{date} günü görüşmek üzere'],
  'state.staying.about': ['Your stay goes on until {date}', 'Konaklamanız {date} gününe kadar'],
  'state.cancelled.about': [
    'This booking is no longer valid.',
    'Bu rezervasyon artık geçerli değil.',
  ],
  'state.expired.about': [
    'It was not confirmed in time, and the rooms went back on sale.',
    'Zamanında onaylanmadığı için odalar yeniden satışa çıktı.',
  ],
  'state.expired.asked': [
    'The link in our mail can still confirm it for a day, if the rooms are free.',
    'Odalar boşsa e-postamızdaki bağlantı bir gün daha onaylamaya yarar.',
  ],
  'state.no_show.about': [
    'The hotel expected you on {date}, but you did not arrive.',
    'Otel sizi {date} günü bekledi, gelen olmadı.',
  ],
  'state.completed.about': ['You stayed until {date}.', '{date} gününe kadar kaldınız.'],

  'facts.code': ['Your code', 'Kodunuz'],
  'facts.rooms': ['Rooms', 'Odalar'],
  'facts.dates': ['Dates', 'Tarihler'],
  'facts.nights': [{ one: '{count} night', other: '{count} nights' }, '{count} gece'],
  'facts.roomCount': [{ one: '{count} room', other: '{count} rooms' }, '{count} oda'],
  'facts.party': ['Guests', 'Konuklar'],
  'facts.adults': [{ one: '{count} adult', other: '{count} adults' }, '{count} yetişkin'],
  'facts.children': [{ one: '{count} child', other: '{count} children' }, '{count} çocuk'],
  'facts.ages': ['aged {ages}', 'yaş: {ages}'],
  'facts.name': ['In the name of', 'Ad'],
  'facts.names': ['Further guests', 'Diğer konuklar'],
  'facts.arrival': ['Time of arrival', 'Varış saati'],
  'facts.company': ['Invoice to', 'Fatura bilgileri'],
  'facts.extras': ['Extras', 'Ek hizmetler'],
  'facts.price': ['Price', 'Fiyat'],
  'facts.fee': ['Cancellation fee', 'İptal bedeli'],
  'facts.board': ['Meals', 'Pansiyon'],
  'facts.rate': ['Rate', 'Tarife'],
  'facts.wishes': ['Special requests', 'İstekler'],
  'facts.terms': ['Cancellation', 'İptal koşulu'],
  'facts.proof': ['Confirmation', 'Doğrulama'],
  'facts.taxes': ['Included', 'İçinde'],
  'facts.total': ['To pay at the hotel', 'Otelde ödenecek'],
  'facts.paid': ['Paid so far', 'Şimdiye kadar ödenen'],
  'facts.left': ['Still to pay', 'Kalan'],
  'facts.refund': ['To be paid back to you', 'Size geri ödenecek'],
  'facts.penalty': ['You owe the hotel', 'Otele ödenecek'],
  'facts.agency': ['To pay to your agency', 'Acentenize ödenecek'],
  'proof.asked': ['awaited: the button in our mail', 'bekleniyor: e-postamızdaki düğme'],
  'proof.mail': ['by your e-mail address', 'e-posta adresinizle'],
  'proof.hotel': ['by the hotel', 'otel tarafından'],

  'know.title': ['Good to know', 'Bilmeniz iyi olur'],
  'know.checkin': ['Check-in', 'Giriş'],
  'know.checkout': ['Check-out', 'Çıkış'],
  'know.from': ['from {time}', 'saat {time} itibarıyla'],
  'know.until': ['until {time}', 'en geç saat {time}'],
  'know.address': ['Address', 'Adres'],
  'know.phone': ['Telephone', 'Telefon'],
  'know.email': ['E-mail', 'E-posta'],

  'cancel.title': ['Cancel?', 'İptal edilsin mi?'],
  'cancel.from': ['From {date}', '{date} gününden itibaren'],
  'cancel.today': ['You owe the hotel today', 'Bugün otele ödenecek'],
  'cancel.hold': [
    'The rooms go back on sale. It costs nothing.',
    'Odalar yeniden satışa çıkar. Bir bedeli yoktur.',
  ],
  'cancel.keep': ['Keep my booking', 'Rezervasyonum kalsın'],
  'cancel.free': ['Cancel free of charge', 'Ücretsiz iptal et'],
  'cancel.paid': ['Cancel for {amount}', '{amount} karşılığında iptal et'],

  'prove.title': ['Is this booking yours?', 'Bu rezervasyon sizin mi?'],
  'prove.until': [
    'The rooms are kept until {until}. Your booking is final once you confirm it.',
    'Odalarınız {until} kadar ayrıldı. Onayladığınızda kesinleşir.',
  ],
  'prove.standing': [
    'It was made with your e-mail address. Please tell us whether it is yours.',
    'Bu rezervasyon sizin e-posta adresinizle yapıldı. Lütfen size ait olup olmadığını bildirin.',
  ],
  'prove.late': [
    'The time to confirm is over, and the rooms went back on sale. If they are free, you can still book them now.',
    'Onay süresi doldu ve odalar yeniden satışa çıktı. Boşsa şimdi yeniden ayırtabilirsiniz.',
  ],
  'prove.price': [
    'The price has changed in the meantime. Please check the new total before you confirm.',
    'Bu arada fiyat değişti. Onaylamadan önce lütfen yeni tutara bakın.',
  ],
  'prove.was': ['Former total', 'Önceki tutar'],
  'prove.yes': ['Yes, confirm', 'Evet, rezervasyonu onayla'],
  'prove.no': ['This was not me', 'Bunu ben yapmadım'],
  'prove.look': ['See the whole booking', 'Rezervasyonun tamamını gör'],
  'disown.title': ['End this booking?', 'Bu rezervasyon sona ersin mi?'],
  'disown.about': [
    'It ends for good, and for 24 hours the hotel accepts no unproven booking with your address.',
    'Rezervasyon kesin olarak sona erer; otel 24 saat boyunca bir yabancıdan adresinizle rezervasyon almaz.',
  ],
  'disown.cost': [
    'Under its terms, {amount} is then owed. If you did not book, please call the hotel instead: it can end the booking free of charge.',
    'Koşulları gereği bunun için {amount} ödenmesi gerekir. Rezervasyonu siz yapmadıysanız lütfen bunun yerine oteli arayın: otel rezervasyonu ücretsiz sona erdirebilir.',
  ],
  'disown.yes': ['End it: this was not me', 'Sona erdir: bunu ben yapmadım'],
  'disown.done': ['Thank you for telling us', 'Haber verdiğiniz için teşekkür ederiz'],
  'disown.done.about': [
    'The booking has ended. For 24 hours {hotel} accepts no unproven booking with your address. You need do nothing more.',
    'Rezervasyon sona erdi. {hotel} 24 saat boyunca bir yabancıdan adresinizle rezervasyon almaz. Başka bir şey yapmanız gerekmez.',
  ],

  'wait.seconds': [{ one: '{count} second', other: '{count} seconds' }, '{count} saniye'],
  'wait.minutes': [{ one: '{count} minute', other: '{count} minutes' }, '{count} dakika'],
  'wait.hours': [{ one: '{count} hour', other: '{count} hours' }, '{count} saat'],

  'trouble.title': ['That did not work', 'İşlem tamamlanamadı'],
  'trouble.again': ['Try again', 'Yeniden dene'],

  'board.RO': ['Room only', 'Yalnız oda'],
  'board.BB': ['Bed and breakfast', 'Oda ve kahvaltı'],
  'board.HB': ['Half board', 'Yarım pansiyon'],
  'board.FB': ['Full board', 'Tam pansiyon'],
  'board.AI': ['All inclusive', 'Her şey dahil'],
  'board.UAI': ['Ultra all inclusive', 'Ultra her şey dahil'],
} as const satisfies Record<string, readonly [en: Word, tr: Word]>

export type WordKey = keyof typeof WORDS
