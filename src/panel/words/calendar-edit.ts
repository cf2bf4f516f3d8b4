import type { Pairs } from './word.ts'

/** What changes the calendar: typing, the form of a selection, the bulk editor. */
export const calendarEdit = {
  'calendar.rooms': ['Rooms left', 'Müsait oda'],
  'calendar.rooms.set': ['Set to', 'Şuna ayarla'],
  'calendar.rooms.add': ['Add', 'Ekle'],
  'calendar.rooms.take': ['Take away', 'Çıkar'],
  'calendar.priceValue': ['Amount or per cent', 'Tutar ya da yüzde'],
  'calendar.price.set': ['Set to', 'Şuna ayarla'],
  'calendar.price.raise': ['Raise by', 'Şu kadar artır'],
  'calendar.price.lower': ['Lower by', 'Şu kadar indir'],
  'calendar.price.raisePercent': ['Raise by %', 'Yüzde artır'],
  'calendar.price.lowerPercent': ['Lower by %', 'Yüzde indir'],
  'calendar.round': ['Rounded', 'Yuvarlama'],
  'calendar.roundTo': ['to {amount}', '{amount} katına'],
  'calendar.roundNone': ['not rounded', 'yuvarlama yok'],
  'calendar.apply': ['Apply', 'Uygula'],
  'calendar.applyTo': ['Apply to {count}', '{count} güne uygula'],
  'calendar.close': ['Close', 'Satışa kapat'],
  'calendar.open': ['Open', 'Satışa aç'],
  'calendar.days.all': ['all', 'tümü'],
  'calendar.days.weekend': ['weekend', 'hafta sonu'],
  'calendar.days.working': ['Sun–Thu', 'Paz–Per'],
  'calendar.derivedHint': [
    'The price of a rate that follows the standard one cannot be set.',
    'Standart tarifeyi izleyen bir tarifenin fiyatı ayarlanamaz.',
  ],
  'calendar.hindrance.derived': [
    'This rate follows the standard price and has none of its own.',
    'Bu tarife standart fiyatı izler, kendi fiyatı yoktur.',
  ],
  'calendar.hindrance.roomsOfRate': [
    'Rooms left belong to the room type: type them into its row.',
    'Müsait oda sayısı oda tipine aittir: onun satırına yazın.',
  ],
  'calendar.hindrance.past': [
    'This night is over: nobody can pay its price any more.',
    'Bu gece geçti: artık kimse bu fiyatı ödeyemez.',
  ],
  'calendar.hindrance.clear': [
    'A room type always has a price: close the day instead.',
    'Oda tipinin her zaman bir fiyatı olur: bunun yerine günü satışa kapatın.',
  ],
  'calendar.movedNow': ['Meanwhile {price}.', 'Bu arada {price} oldu.'],
  'calendar.movedCell': [
    'Meanwhile changed to {before}. Enter again sets {after}.',
    'Bu arada {before} oldu. Yeniden Enter: {after}.',
  ],
  'calendar.bigMoveCell': [
    '{before} → {after}: more than half. Enter again if it is meant.',
    '{before} → {after}: yarıdan fazla. Doğruysa yeniden Enter.',
  ],
  'calendar.notTaken': ['{cell}: “{text}” was not applied.', '{cell}: “{text}” uygulanmadı.'],
  'calendar.wrong.pasted': [
    '“{text}” is no number for this: nothing was pasted.',
    '“{text}” burada sayı değil: hiçbir şey yapıştırılmadı.',
  ],
  'calendar.wrong.nothing': [
    'Nothing of it can be set here.',
    'Bunların hiçbiri burada ayarlanamaz.',
  ],
  'calendar.pastedBeyond': [
    {
      one: '{count} figure lies outside of the calendar.',
      other: '{count} figures lie outside of the calendar.',
    },
    '{count} değer takvimin dışında kaldı.',
  ],
  'calendar.weekdays': ['Only on', 'Yalnız şu günler'],
  'calendar.wrong.rooms': ['A whole number, please.', 'Lütfen bir tam sayı girin.'],
  'calendar.wrong.price': ['A number, please.', 'Lütfen bir sayı girin.'],
  'calendar.wrong.zero': [
    'A price has to stay above 0: close the days instead.',
    'Fiyat 0’ın üzerinde kalmalı: bunun yerine günleri satışa kapatın.',
  ],
  'calendar.wrong.empty': ['Fill in what is to change.', 'Değişecek olanı girin.'],
  'calendar.wrong.weekdays': [
    'None of the days selected is on a weekday that is ticked.',
    'Seçilen günlerden hiçbiri işaretli haftanın günlerinden değil.',
  ],
  'calendar.why.price_changed': [
    'The price was changed meanwhile; look at it, then apply again.',
    'Fiyat bu arada değişti; bakıp yeniden uygulayın.',
  ],
  'calendar.why.sold_meanwhile': [
    '{sold} sold since you saw the calendar: {left} left for sale, not {sent}.',
    'Takvimi gördüğünüzden beri {sold} oda satıldı: satışta {sent} değil {left} oda kaldı.',
  ],
  'calendar.why.held_meanwhile': [
    '{held} on hold: {left} left for sale, not {sent}.',
    '{held} oda opsiyonda: satışta {sent} değil {left} oda kaldı.',
  ],
  'calendar.why.stale_push': [
    'A newer count was set meanwhile and yours was left out: {left} left for sale. Look at it, then apply again.',
    'Bu arada daha yeni bir sayı girildi, sizinki dikkate alınmadı: satışta {left} oda var. Bakıp yeniden uygulayın.',
  ],
  'calendar.moved': [
    {
      one: 'The price of this selection was changed meanwhile.',
      other: 'The prices of {count} nights selected were changed meanwhile.',
    },
    {
      one: 'Bu seçimdeki fiyat bu arada değişti.',
      other: 'Seçili {count} gecenin fiyatı bu arada değişti.',
    },
  ],
  'calendar.bigMove': [
    { one: 'Change a price by more than half?', other: 'Change {count} prices by more than half?' },
    {
      one: 'Fiyat yarısından fazla değişsin mi?',
      other: '{count} fiyat yarısından fazla değişsin mi?',
    },
  ],
  'calendar.bigMoveOne': [
    '{room}, {date}: from {before} to {after}.',
    '{room}, {date}: {before} yerine {after}.',
  ],
  'calendar.bigMoveWidest': [
    'The widest: {room}, {date}, from {before} to {after}.',
    'En büyüğü: {room}, {date}, {before} yerine {after}.',
  ],
  'calendar.bigMoveDo': ['Change the price', 'Fiyatı değiştir'],
  'calendar.fold': ['More restrictions', 'Diğer kısıtlar'],
  'calendar.minStay': ['Min. stay on arrival', 'En az gece (girişte)'],
  'calendar.minStayThrough': ['Min. stay any night', 'En az gece (her gece)'],
  'calendar.maxStay': ['Max. stay on arrival', 'En çok gece (girişte)'],
  'calendar.closedToArrival': ['Arrivals', 'Giriş'],
  'calendar.closedToDeparture': ['Departures', 'Çıkış'],
  'calendar.leave': ['As it is', 'Olduğu gibi'],
  'calendar.allowed': ['allowed', 'yapılır'],
  'calendar.notAllowed': ['not allowed', 'yapılmaz'],
  'calendar.asStandard': [
    'Restrictions as those of the standard rate again',
    'Kısıtlar yeniden standart tarifedeki gibi olsun',
  ],
  'calendar.restrictHint': [
    'Empty stays as it is. A minimum of 1 and a maximum of 0 are no restriction.',
    'Boş bırakılan olduğu gibi kalır. En az 1, en çok 0 gece kısıt yok demektir.',
  ],
  'calendar.now': ['Now {value}', 'Şimdi {value}'],
  'calendar.nowOn': [
    { one: 'Now not on {count} night', other: 'Now not on {count} nights' },
    'Şimdi {count} gecede yapılmaz',
  ],
  'calendar.wrong.stay': ['A whole number from {min} to {max}.', '{min}–{max} arası tam sayı.'],
  'calendar.unsent': ['not applied yet', 'henüz uygulanmadı'],
  'calendar.draftLost': [
    'The changes typed into the form were not applied.',
    'Forma yazdığınız değişiklikler uygulanmadı.',
  ],
  'calendar.bulk': ['Bulk edit', 'Toplu düzenle'],
  'calendar.bulk.dates': ['Dates', 'Tarihler'],
  'calendar.bulk.from': ['From', 'İlk gün'],
  'calendar.bulk.to': ['To', 'Son gün'],
  'calendar.bulk.more': ['Another range', 'Aralık ekle'],
  'calendar.bulk.less': ['Take this range out', 'Bu aralığı çıkar'],
  'calendar.bulk.rooms': ['Room types', 'Oda tipleri'],
  'calendar.bulk.all': ['Choose all', 'Tümünü seç'],
  'calendar.bulk.none': ['Choose none', 'Hiçbirini seçme'],
  'calendar.bulk.meant': [
    {
      one: '{count} day is meant: fill in what is to change.',
      other: '{count} days are meant: fill in what is to change.',
    },
    '{count} gün seçili: değişecek olanı girin.',
  ],
  'calendar.bulk.changes': [
    { one: '{count} of {all} days changes:', other: '{count} of {all} days change:' },
    '{all} günden {count} tanesi değişecek:',
  ],
  'calendar.bulk.bigMoves': [
    {
      one: '{count} price moves by more than half.',
      other: '{count} prices move by more than half.',
    },
    '{count} fiyat yarısından fazla değişiyor.',
  ],
  'calendar.bulk.parts': [
    'The service takes 10,000 of them at once: it is sent in {count} parts, and undone as one.',
    'Hizmet bir kerede 10.000 gün alır: {count} parça hâlinde gönderilir, tek adımda geri alınır.',
  ],
  'calendar.bulk.tooMany': [
    '{count} days are more than the {max} that can be changed at once: take fewer dates or room types.',
    '{count} gün, bir kerede değişebilecek {max} günden fazla: daha az tarih ya da oda tipi seçin.',
  ],
  'calendar.bulk.do': [
    { one: 'Change {count} day', other: 'Change {count} days' },
    '{count} günü değiştir',
  ],
} as const satisfies Pairs
