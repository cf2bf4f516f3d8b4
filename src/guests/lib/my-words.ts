/** The texts of what a guest does with a booking, in English and in Turkish. */
export const MY_WORDS = {
  'done.confirmed': [
    'Thank you: your booking is confirmed.',
    'Teşekkür ederiz: rezervasyonunuz onaylandı.',
  ],
  'done.moved': ['Your booking is changed.', 'Rezervasyonunuz değişti.'],
  'done.same': [
    'These are your present dates and guests.',
    'Bunlar zaten sizin tarihleriniz ve konuklarınız.',
  ],
  'done.guest': ['Your details are saved.', 'Bilgileriniz kaydedildi.'],
  'done.moved.email': [
    'Your details are saved. From now on mails go to the new address; earlier links have ended.',
    'Bilgileriniz kaydedildi. E-postalar artık yeni adrese gider; önceki bağlantılar geçersizdir.',
  ],
  'done.invoice': ['The invoice will name this company.', 'Fatura bu şirkete kesilecek.'],
  'done.noInvoice': ['The invoice will name the guest.', 'Fatura konuğun adına kesilecek.'],
  'done.review': ['Thank you for your review.', 'Yorumunuz için teşekkür ederiz.'],
  'done.cancelled': ['Your booking is cancelled.', 'Rezervasyonunuz iptal edildi.'],

  'my.title': ['My booking', 'Rezervasyonum'],
  'my.confirm': ['Confirm the booking', 'Rezervasyonu onayla'],
  'my.late': ['Confirm anyway', 'Yine de onayla'],
  'my.change': ['Change dates or guests', 'Tarih ya da kişi sayısını değiştir'],
  'my.guest': ['Names and requests', 'Adlar ve istekler'],
  'my.invoice': ['Invoice for a company', 'Şirket adına fatura'],
  'my.cancel': ['Cancel the booking', 'Rezervasyonu iptal et'],
  'my.again': ['Send the mail again', 'E-postayı yeniden gönder'],
  'my.mail': ['Send me the mail', 'E-postayı bana gönder'],
  'my.calendar': ['Add to calendar', 'Takvime ekle'],
  'my.print': ['Print', 'Yazdır'],
  'my.read': [
    'With code and e-mail you can only see your booking. To change or cancel it, open the link in our mail.',
    'Kod ve e-postayla rezervasyonunuzu yalnızca görürsünüz. Değiştirmek ya da iptal etmek için e-postamızdaki bağlantıyı açın.',
  ],
  'my.agency': [
    'A travel agency made this booking: please ask it for any change.',
    'Bu rezervasyonu bir seyahat acentesi yaptı: değişiklik için lütfen acentenize başvurun.',
  ],

  'change.arrive': ['Arrive', 'Giriş'],
  'change.leave': ['Leave', 'Çıkış'],
  'change.adults': ['Adults', 'Yetişkin'],
  'change.ages': ['Ages of the children', 'Çocukların yaşları'],
  'change.free': ['See which dates are free', 'Boş tarihlere bak'],
  'change.look': ['See the price', 'Fiyatı gör'],
  'change.title': ['Move to {range}?', '{range} tarihlerine alınsın mı?'],
  'change.titleParty': ['Change the guests?', 'Kişi sayısı değişsin mi?'],
  'change.titleAll': ['Change your stays?', 'Konaklamalar değişsin mi?'],
  'change.aboutParty': [
    'Your rate and its terms stay the same.',
    'Tarifeniz ve koşulları aynı kalır.',
  ],
  'change.leaving': [
    {
      one: 'With fewer guests this name leaves the booking: {names}.',
      other: 'With fewer guests these names leave the booking: {names}.',
    },
    'Daha az konukla şu adlar rezervasyondan çıkar: {names}.',
  ],
  'change.then': ['After the change', 'Değişiklikten sonra'],
  'change.about': [
    'The rooms are free on these dates. Your rate and its terms stay the same.',
    'Odalar o tarihte boş. Tarifeniz ve koşulları aynı kalır.',
  ],
  'change.now': ['Now', 'Şimdi'],
  'change.less': ['You pay less', 'Daha az ödersiniz'],
  'change.more': ['You pay more', 'Daha çok ödersiniz'],
  'change.same': ['You pay the same', 'Ödeyeceğiniz aynı'],
  'change.move': ['Change my booking', 'Rezervasyonumu değiştir'],
  'change.keep': ['Keep it as it is', 'Olduğu gibi kalsın'],

  'guest.first': ['First name', 'Ad'],
  'guest.last': ['Last name', 'Soyad'],
  'guest.phone': ['Telephone', 'Telefon'],
  'guest.email': ['E-mail for this booking', 'Bu rezervasyonun e-postası'],
  'guest.email.hint': [
    'Another address gets a link of its own, and the earlier links end. We tell the former address.',
    'Yeni adrese kendi bağlantısı gider, önceki bağlantılar geçersiz olur. Eski adrese bilgi veririz.',
  ],
  'guest.arrival.differ': ['Another for each stay', 'Her konaklamada farklı'],
  'guest.wishes': ['Special requests to the hotel', 'Otelden istekleriniz'],
  'guest.others': ['Further guests', 'Diğer konuklar'],
  'guest.others.hint': ['One name and surname in each line.', 'Her satıra bir ad soyad.'],
  'guest.save': ['Save', 'Kaydet'],
  'invoice.save': ['Save for the invoice', 'Fatura için kaydet'],

  'ages.wrong': [
    'Please write only whole years from 0 to 17, with commas between them: 0 for a baby. Who is older is an adult.',
    'Lütfen yalnızca 0 ile 17 arasında tam yaşları virgülle ayırarak yazın: bebek için 0. Daha büyükleri yetişkin sayın.',
  ],

  'review.title': ['How was your stay?', 'Konaklamanız nasıldı?'],
  'review.rating': ['Your rating', 'Puanınız'],
  'review.star': [{ one: '{count} star', other: '{count} stars' }, '{count} yıldız'],
  'review.text': ['Your words', 'Yorumunuz'],
  'review.about': [
    'It stands on the hotel’s page with your first name and an initial.',
    'Otelin sayfasında adınız ve soyadınızın ilk harfiyle görünür.',
  ],
  'review.send': ['Publish my review', 'Yorumumu yayımla'],
  'review.yours': ['Your review', 'Yorumunuz'],
  'review.reply': ['The hotel’s answer', 'Otelin yanıtı'],
  'review.later': [
    'When your stay is over, from {time} on {date}, you can review it here.',
    'Konaklamanız bitince ({date}, saat {time} itibarıyla) burada değerlendirebilirsiniz.',
  ],
  'review.link': [
    'To review your stay, open the link in our mail.',
    'Konaklamanızı değerlendirmek için e-postamızdaki bağlantıyı açın.',
  ],
} as const
