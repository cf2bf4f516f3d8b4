/** The texts of the page that books and of the one after it, in English and in Turkish. */
export const BOOK_WORDS = {
  'book.title': ['Almost yours', 'Az kaldı'],
  'book.free': [
    'Your rooms are free. They are yours when you press the button; nothing is paid now.',
    'Odalarınız boş. Düğmeye bastığınızda sizin olur; şimdi ödeme yapılmaz.',
  ],
  'book.who': ['Who is coming', 'Kim geliyor'],
  'book.firstName': ['First name', 'Ad'],
  'book.lastName': ['Last name', 'Soyadı'],
  'book.email': ['E-mail', 'E-posta'],
  'book.email.hint': [
    'Your booking and its link go there.',
    'Rezervasyon ve bağlantısı buraya gelir.',
  ],
  'book.email.kept': [
    'With it and your code you find the booking again.',
    'Rezervasyonunuzu bu adres ve kodunuzla yeniden bulursunuz.',
  ],
  'book.phone': ['Telephone', 'Telefon'],
  'book.guestOf': ['Guest in room {count} (name and surname)', '{count}. odanın konuğu (ad soyad)'],
  'book.guestIn': ['Room {count}: {name}', '{count}. oda: {name}'],
  'book.arrival': ['You arrive about', 'Yaklaşık varış saati'],
  'book.arrival.open': ['I do not know yet', 'Henüz bilmiyorum'],
  'book.wishes': ['Special requests', 'İstekleriniz'],
  'book.wishes.hint': [
    'The hotel does what it can; it is no promise.',
    'Otel elinden geleni yapar; söz verilmiş sayılmaz.',
  ],
  'book.extras': ['Make it easier', 'Kolaylık olsun'],
  'book.per.stay': ['{price} a stay', 'konaklama başına {price}'],
  'book.per.night': ['{price} a night', 'gecesi {price}'],
  'book.per.guest': ['{price} a guest', 'kişi başı {price}'],
  'book.per.guest_night': ['{price} a guest and night', 'kişi ve gece başına {price}'],
  'book.update': ['Update the sum', 'Tutarı güncelle'],
  'book.company': ['I need an invoice for a company', 'Şirket adına fatura istiyorum'],
  'book.company.name': ['Company', 'Şirket'],
  'book.company.taxOffice': ['Tax office', 'Vergi dairesi'],
  'book.company.taxNumber': ['Tax number', 'Vergi numarası'],
  'book.company.address': ['Address', 'Adres'],
  'book.company.email': ['E-mail for the invoice', 'Fatura e-postası'],
  'book.terms': [
    'With the button you agree to the terms of these rates: {terms}.',
    'Düğmeye basarak bu tarifelerin koşullarını kabul edersiniz: {terms}.',
  ],
  'book.agree.terms': ['I agree to the terms of the house.', 'Otelin koşullarını kabul ediyorum.'],
  'book.agree.terms.read': ['Read the terms', 'Koşulları oku'],
  'book.agree.privacy': [
    'I have read how my data is kept.',
    'Verilerimin nasıl saklandığını okudum.',
  ],
  'book.agree.privacy.read': ['Read about my data', 'Aydınlatma metnini oku'],
  'book.agree.missing': ['Please tick this to book.', 'Rezervasyon için lütfen işaretleyin.'],
  'book.press': [
    { one: 'Book this room · {amount}', other: 'Book {count} rooms · {amount}' },
    '{count} odayı ayırt · {amount}',
  ],
  'book.changed': [
    'The sum is now {amount}: please look once more, and press again if it suits you. Nothing is booked yet.',
    'Tutar şimdi {amount}: lütfen bir kez daha bakın, uygunsa yeniden basın. Henüz rezervasyon yapılmadı.',
  ],
  'book.updated': [
    'The sum is now {amount}. Nothing is booked yet.',
    'Tutar şimdi {amount}. Henüz rezervasyon yapılmadı.',
  ],
  'book.unoffered': [
    'What was chosen is not offered any more. Please choose again.',
    'Seçtiğiniz artık sunulmuyor. Lütfen yeniden seçin.',
  ],
  'book.instead': ['Instead of room {count}: {room}', '{count}. oda yerine: {room}'],
  'book.gone': [
    'Somebody was quicker: {room} is no longer free. Nothing is booked yet, and what you typed is still here. This is left:',
    'Başkası daha hızlıydı: {room} artık boş değil. Henüz rezervasyon yapılmadı, yazdıklarınız duruyor. Kalanlar:',
  ],
  'book.goneNow': [
    '{room} is no longer free on these dates. This is left:',
    '{room} bu tarihlerde artık boş değil. Kalanlar:',
  ],
  'book.goneToo': [
    '{room} is no longer free, either. This is left:',
    '{room} da artık boş değil. Kalanlar:',
  ],
  'book.rateGone': [
    'The chosen rate of {room} is not sold on these dates any more. Nothing is booked yet, and what you typed is still here. This is left:',
    '{room} için seçtiğiniz fiyat bu tarihlerde artık satılmıyor. Henüz rezervasyon yapılmadı, yazdıklarınız duruyor. Kalanlar:',
  ],
  'book.rateGoneNow': [
    'The chosen rate of {room} is not sold on these dates any more. This is left:',
    '{room} için seçtiğiniz fiyat bu tarihlerde artık satılmıyor. Kalanlar:',
  ],
  'book.goneAll': [
    'Nothing is left on these dates. Nothing was booked.',
    'Bu tarihlerde boş oda kalmadı. Rezervasyon yapılmadı.',
  ],
  'book.take': ['Take this instead', 'Bunu al'],
  'book.sum': ['Your stay', 'Konaklamanız'],
  'book.toPay': ['To pay at the hotel', 'Otelde ödenecek'],
  'book.inIt': ['In it', 'İçinde'],
  'book.rooms': ['Change rooms or dates', 'Oda ya da tarih değiştir'],
  'book.incomplete': [
    'Please choose your dates and a room for each of you first.',
    'Lütfen önce tarihleri ve herkes için bir oda seçin.',
  ],

  'done.title': ['It is yours, {name}', 'Yeriniz hazır, {name}'],
  'done.asked.title': ['One more press, {name}', 'Bir adım kaldı, {name}'],
  'done.asked': [
    'The rooms are kept for you until {until}. We have sent a mail to {email}: press its button, and they are yours.',
    'Odalar {until} kadar sizin için ayrıldı. {email} adresine bir e-posta gönderdik: oradaki düğmeye bastığınızda kesinleşir.',
  ],
  'done.mailed': [
    'Everything is in the mail to {email}, with the link to change or cancel.',
    'Her şey {email} adresine giden e-postada, değiştirme ve iptal bağlantısıyla birlikte.',
  ],
  'done.kept': [
    'Please write down both codes, or print this page: under “My booking” you see, change or cancel with them.',
    'Lütfen iki kodu da not edin ya da bu sayfayı yazdırın: “Rezervasyonum” altında bunlarla görür, değiştirir ya da iptal edersiniz.',
  ],
  'done.coded': [
    'Please write down the code: with it and your e-mail address you see the booking under “My booking”. To change or cancel it, please ask the hotel.',
    'Lütfen kodu not edin: kod ve e-posta adresinizle rezervasyonunuzu “Rezervasyonum” altında görürsünüz. Değiştirmek ya da iptal etmek için lütfen otele sorun.',
  ],
  'done.over': [
    'This page shows a booking for a quarter of an hour only. You find yours by the link in our mail, or under “My booking” with its code and your e-mail address.',
    'Bu sayfa bir rezervasyonu yalnızca çeyrek saat gösterir. Kendinizinkini e-postamızdaki bağlantıyla ya da “Rezervasyonum” altında kod ve e-posta adresinizle bulursunuz.',
  ],
  'done.manage': ['See, change or cancel', 'Gör, değiştir ya da iptal et'],
  'done.again': ['Back to the hotel', 'Otele dön'],
} as const
