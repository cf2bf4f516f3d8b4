import type { Pairs } from './word.ts'

/** The calendar. */
export const calendar = {
  'calendar.title': ['Calendar', 'Takvim'],
  'calendar.grid': [
    'Rooms left and prices by room type and night',
    'Oda tipine ve geceye göre kalan odalar ve fiyatlar',
  ],
  'calendar.left': [{ one: '{count} room left', other: '{count} rooms left' }, '{count} oda kaldı'],
  'calendar.state.open': ['open', 'açık'],
  'calendar.state.closed': ['closed', 'kapalı'],
  'calendar.state.out': ['sold out', 'dolu'],
  'calendar.state.unpriced': ['without a price', 'fiyatsız'],
  'calendar.beyond': [
    'cannot be set: too long ago or too far ahead',
    'ayarlanamaz: çok eski ya da çok ileride',
  ],
  'calendar.refused': ['refused', 'kabul edilmedi'],
  'calendar.refusedCount': [
    { one: '{count} change was refused', other: '{count} changes were refused' },
    '{count} değişiklik kabul edilmedi',
  ],
  'calendar.correctedCount': [
    {
      one: '{count} night was given fewer rooms than you set',
      other: '{count} nights were given fewer rooms than you set',
    },
    '{count} geceye yazdığınızdan az oda verildi',
  ],
  'calendar.earlier': ['Earlier', 'Önceki'],
  'calendar.later': ['Later', 'Sonraki'],
  'calendar.toToday': ['Today', 'Bugün'],
  'calendar.from': ['First day', 'İlk gün'],
  'calendar.span': ['Days shown', 'Gösterilen gün sayısı'],
  'calendar.days': [{ one: '{count} day', other: '{count} days' }, '{count} gün'],
  'calendar.noRooms': ['No room type is on sale', 'Satışta oda tipi yok'],
  'calendar.noRoomsText': [
    'Switch one on under Rooms; its days appear here.',
    'Odalar sayfasında birini açın; günleri burada görünür.',
  ],
  'calendar.hint': [
    'Select days: drag across them, or use Shift and the arrow keys.',
    'Gün seçin: üzerlerinde sürükleyin ya da Shift ile ok tuşlarını kullanın.',
  ],
  'calendar.hintTouch': [
    'Tap a day; “Extend to…” and another tap take all between.',
    'Bir güne dokunun; “Şuraya kadar…” ve ikinci bir dokunuş aradakileri seçer.',
  ],
  'calendar.extend': ['Extend to…', 'Şuraya kadar…'],
  'calendar.change': ['Change the selected days', 'Seçili günleri değiştir'],
  'calendar.roomTypes': [
    { one: '{count} room type', other: '{count} room types' },
    '{count} oda tipi',
  ],
  'calendar.nightsOf': [
    { one: '{meant} of {count} night', other: '{meant} of {count} nights' },
    '{count} geceden {meant}',
  ],
  'calendar.rooms': ['Rooms left', 'Kalan oda'],
  'calendar.rooms.set': ['Set to', 'Şuna ayarla'],
  'calendar.rooms.add': ['Add', 'Ekle'],
  'calendar.rooms.take': ['Take away', 'Çıkar'],
  'calendar.priceValue': ['Amount or per cent', 'Tutar ya da yüzde'],
  'calendar.price.set': ['Set to', 'Şuna ayarla'],
  'calendar.price.raise': ['Raise by', 'Şu kadar artır'],
  'calendar.price.lower': ['Lower by', 'Şu kadar indir'],
  'calendar.price.raisePercent': ['Raise by %', 'Yüzde artır'],
  'calendar.price.lowerPercent': ['Lower by %', 'Yüzde indir'],
  'calendar.apply': ['Apply', 'Uygula'],
  'calendar.close': ['Close', 'Kapat'],
  'calendar.open': ['Open', 'Aç'],
  'calendar.weekdays': ['Only on', 'Yalnız şu günler'],
  'calendar.wrong.rooms': ['A whole number, please.', 'Lütfen bir tam sayı girin.'],
  'calendar.wrong.price': ['A number, please.', 'Lütfen bir sayı girin.'],
  'calendar.wrong.empty': ['Fill in rooms or price.', 'Oda sayısını ya da fiyatı girin.'],
  'calendar.wrong.weekdays': [
    'None of the days selected is on a weekday that is ticked.',
    'Seçilen günlerden hiçbiri işaretli haftanın günlerinden değil.',
  ],
  'calendar.notLive': ['Not live: trying again', 'Canlı değil: yeniden deneniyor'],
  'calendar.why.price_changed': [
    'The price was changed meanwhile; look at it, then apply again.',
    'Fiyat bu arada değişti; bakıp yeniden uygulayın.',
  ],
  'calendar.why.sold_meanwhile': [
    '{sold} sold since you saw the calendar: {left} left for sale, not {sent}.',
    'Takvimi gördüğünüzden beri {sold} oda satıldı: satışta {sent} değil {left} oda kaldı.',
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
  'calendar.done': [
    { one: '{count} day changed.', other: '{count} days changed.' },
    '{count} gün değişti.',
  ],
  'calendar.undone': [
    { one: '{count} day as before.', other: '{count} days as before.' },
    '{count} gün eski hâline döndü.',
  ],
  'calendar.undoKept': [
    {
      one: '{count} day was set again since and stays as it is.',
      other: '{count} days were set again since and stay as they are.',
    },
    '{count} gün o zamandan beri yeniden ayarlandı ve olduğu gibi kalıyor.',
  ],
  'calendar.doneForGood': [
    {
      one: '{count} day changed. This one cannot be undone: set it again instead.',
      other: '{count} days changed. This cannot be undone: set them again instead.',
    },
    '{count} gün değişti. Bu geri alınamaz: gerekirse yeniden ayarlayın.',
  ],
  'calendar.fold': ['Restrictions and rates', 'Kısıtlar ve tarifeler'],
  'calendar.ratePrice': ['Price of the rate ({currency})', 'Tarifenin fiyatı ({currency})'],
  'calendar.rateSale': ['Sale at this rate', 'Bu tarifede satış'],
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
  'calendar.applyRate': ['Set for {rate}', '{rate} için ayarla'],
  'calendar.notSoldWith': [
    'Not sold at this rate, and left as they are: {rooms}.',
    'Bu tarifede satılmadığı için değişmeyecek: {rooms}.',
  ],
  'calendar.wrong.stay': ['A whole number from {min} to {max}.', '{min}–{max} arası tam sayı.'],
  'calendar.wrong.emptyRate': ['Fill in what is to change.', 'Değişecek olanı girin.'],
  'calendar.unsent': ['not applied yet', 'henüz uygulanmadı'],
  'calendar.draftLost': [
    'What was typed under “Restrictions and rates” was not applied.',
    '“Kısıtlar ve tarifeler” altında yazdıklarınız uygulanmadı.',
  ],
  'calendar.history': ['History', 'Geçmiş'],
  'calendar.noHistory': [
    'Nothing has been set for this night',
    'Bu gece için bir şey ayarlanmamış',
  ],
  'calendar.noHistoryText': [
    'Each change by a partner, a booking or the panel is listed here.',
    'Bir iş ortağının, rezervasyonun ya da panelin her değişikliği burada görünür.',
  ],
  'calendar.sale': ['Sale', 'Satış'],
  'calendar.by.key': ['Partner: {who}', 'İş ortağı: {who}'],
  'calendar.by.booking': ['Booking {who}', '{who} rezervasyonu'],
  'calendar.by.system': ['The service', 'Hizmet'],
} as const satisfies Pairs
