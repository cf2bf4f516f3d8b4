import type { Pairs } from './word.ts'

/** What strangers may book by themselves, and who of them is asked for proof. */
export const web = {
  'web.title': ['Web bookings', 'Web rezervasyonları'],
  'web.about': [
    'Whoever books on the web without being known to you is bounded here, so that nobody empties the hotel for nothing. Bookings by you, your partners and agencies are not.',
    'Web’den rezervasyon yapan ve tanımadığınız herkes için sınırlar: kimse oteli boş yere dolduramaz. Sizin, iş ortaklarınızın ve acentelerin rezervasyonlarını kapsamaz.',
  ],
  'web.rules': ['What strangers may book', 'Tanınmayan kişilerin rezerve edebildiği'],
  'web.edit': ['Edit what strangers may book', 'Düzenle: web rezervasyonu sınırları'],
  'web.saved': ['The settings are saved.', 'Ayarlar kaydedildi.'],
  'web.one': ['One booking', 'Tek rezervasyon'],
  'web.oneText': [
    'At most {rooms} and {nights}. Guests who want more are asked to call.',
    'En çok {rooms} ve {nights}. Daha fazlasını isteyen konuk sizi arar.',
  ],
  'web.maxRooms': ['Rooms of one booking', 'Tek rezervasyonda oda'],
  'web.maxRoomsHint': ['1 to 50, for every guest on the web.', '1–50; web’deki her konuk için.'],
  'web.maxNights': ['Nights of one booking', 'Tek rezervasyonda gece'],
  'web.maxNightsHint': ['1 to 90.', '1–90.'],
  'web.proof': ['Proof by mail', 'E-postayla doğrulama'],
  'web.proofHint': [
    'Who is asked gets a link by mail; the room is held for 30 minutes until it is pressed.',
    'Konuğa bağlantı gönderilir; basana kadar oda 30 dakika tutulur.',
  ],
  'web.proof.none': ['Ask nobody', 'Kimseden isteme'],
  'web.proof.share': ['Ask past a quarter of a night', 'Gecenin dörtte birinden sonra iste'],
  'web.proof.always': ['Ask everybody', 'Herkesten iste'],
  'web.proofNone': [
    'Nobody is asked. One network, and all strangers together, are bounded all the same.',
    'Kimseden istenmez. Tek bir ağ ve tanınmayan kişilerin tümü yine de sınırlıdır.',
  ],
  'web.proofShare': [
    'Of {rooms} at most {most} a night are sold without proof. Whoever books after that has 30 minutes for the link in a mail.',
    '{rooms} içinden gecede en çok {most} doğrulamasız satılır. Sonrakiler e-postadaki bağlantıya 30 dakika içinde basar.',
  ],
  'web.proofAlways': [
    'No room is sold without proof: everybody has 30 minutes for the link in a mail.',
    'Doğrulamasız oda satılmaz: herkes e-postadaki bağlantıya 30 dakika içinde basar.',
  ],
  'web.noMail': [
    'This service sends no mails at present, so nobody can be asked for proof.',
    'Bu hizmet şu anda e-posta gönderemiyor; kimseden doğrulama istenemez.',
  ],
  'web.held': ['Waiting rooms', 'Bekleyen odalar'],
  'web.heldText': [
    'At most {rooms} a night wait for a guest to confirm.',
    'Gecede en çok {rooms} konuğun onayını bekler.',
  ],
  'web.brake': ['Brake', 'Fren'],
  'web.brakeText': [
    'Strangers have taken {day} of {dayMax} room nights in 24 hours, and {week} of {weekMax} in 7 days.',
    'Tanınmayan kişiler 24 saatte {dayMax} oda gecesinden {day}, 7 günde {weekMax} oda gecesinden {week} tanesini aldı.',
  ],
  'web.brakeHow': [
    'Past it they are sent to you. What you cancel or prove counts no more.',
    'Tamamında size yönlendirilirler. İptal ettiğiniz ya da doğruladığınız sayılmaz.',
  ],
  'web.brakeMail': [
    'From half of it on each of them is asked for proof by mail.',
    'Yarısından sonra her birinden e-postayla doğrulama istenir.',
  ],
  'web.brakeLifted': [
    'Lifted until {until}: strangers book without it.',
    '{until} tarihine kadar kaldırıldı: tanınmayan kişiler frensiz rezervasyon yapar.',
  ],
  'web.level.free': ['Released', 'Serbest'],
  'web.level.half': ['Asks for proof', 'Doğrulama istiyor'],
  'web.level.whole': ['Stops bookings', 'Durduruyor'],
  'web.level.lifted': ['Lifted', 'Kaldırıldı'],
  'web.lift': ['They are ours: let them book', 'Bizim konuklarımız: izin ver'],
  'web.liftFor': ['For how long', 'Ne kadar süre'],
  'web.liftText': [
    'Until then strangers book here without the brake; the other bounds hold. It comes back by itself, or by a press on the page Web bookings.',
    'Bu sürede tanınmayan kişiler frensiz rezervasyon yapar; diğer sınırlar geçerlidir. Fren kendiliğinden ya da Web rezervasyonları sayfasından geri gelir.',
  ],
  'web.liftDo': ['Lift the brake', 'Freni kaldır'],
  'web.hours': [{ one: '{count} hour', other: '{count} hours' }, '{count} saat'],
  'web.days': [{ one: '{count} day', other: '{count} days' }, '{count} gün'],
  'web.lifted': ['The brake is lifted.', 'Fren kaldırıldı.'],
  'web.putOn': ['Put the brake on again', 'Freni yeniden koy'],
  'web.isOn': ['The brake is on again.', 'Fren yeniden devrede.'],
  'web.limits.night': [
    'In the demo neither mailboxes nor networks nor the brake bound anybody.',
    'Demoda posta kutusu, ağ ve fren sınırları uygulanmaz.',
  ],
  'web.limits.none': [
    'The operator has switched these bounds off (STRANGER_LIMITS=0): only rooms and nights of one booking are bounded.',
    'İşletmeci bu sınırları kapattı (STRANGER_LIMITS=0): yalnızca tek rezervasyonun oda ve gece sayısı sınırlı.',
  ],
} as const satisfies Pairs
