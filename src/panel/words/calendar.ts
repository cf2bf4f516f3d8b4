import type { Pairs } from './word.ts'

/** The calendar. */
export const calendar = {
  'calendar.title': ['Calendar', 'Takvim'],
  'calendar.grid': [
    'Rooms left and prices by room type and night',
    'Oda tipine ve geceye göre müsait odalar ve fiyatlar',
  ],
  'calendar.left': [{ one: '{count} room left', other: '{count} rooms left' }, '{count} oda kaldı'],
  'calendar.state.open': ['open', 'açık'],
  'calendar.state.closed': ['closed', 'kapalı'],
  'calendar.state.out': ['sold out', 'dolu'],
  'calendar.state.unpriced': ['without a price', 'fiyatsız'],
  'calendar.leftShort': ['{count} left', '{count} müsait'],
  'calendar.full': ['full', 'dolu'],
  'calendar.hotel': ['Hotel, sold', 'Otel doluluğu'],
  'calendar.hotelHint': [
    'Share of all rooms that is sold, here or elsewhere; rooms left beneath it.',
    'Tüm odaların burada ya da başka yerde satılan payı; altında müsait oda sayısı.',
  ],
  'calendar.all': ['Select everything', 'Tümünü seç'],
  'calendar.ratesOf': ['Rates of {room}', '{room}: tarifeler'],
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
    'Click a cell and type a price; drag across cells to change several at once.',
    'Bir hücreye tıklayıp fiyat yazın; birden çoğunu değiştirmek için üzerlerinde sürükleyin.',
  ],
  'calendar.typed': ['What is typed into cells', 'Hücrelere yazılan'],
  'calendar.edit': ['Edit…', 'Düzenle…'],
  'calendar.hintTouch': [
    'Tap a day; “Extend to…” and another tap take all between.',
    'Bir güne dokunun; “Aralık seç” ve ikinci bir dokunuş aradakileri seçer.',
  ],
  'calendar.extend': ['Extend to…', 'Aralık seç'],
  'calendar.change': ['Change the selected days', 'Seçili günleri değiştir'],
  'calendar.roomTypes': [
    { one: '{count} room type', other: '{count} room types' },
    '{count} oda tipi',
  ],
  'calendar.nightsOf': [
    { one: '{meant} of {count} night', other: '{meant} of {count} nights' },
    '{count} geceden {meant}',
  ],
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
  'calendar.notTaken': ['“{text}” was not applied.', '“{text}” uygulanmadı.'],
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
  'calendar.wrong.empty': ['Fill in what is to change.', 'Değişecek olanı girin.'],
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
  'calendar.doneMany': [
    {
      one: '{nights} of {count} room type changed.',
      other: '{nights} of {count} room types changed.',
    },
    '{count} oda tipinde {nights} değişti.',
  ],
  'calendar.doneForGood': [
    'This cannot be undone: set it again instead.',
    'Bu geri alınamaz: gerekirse yeniden ayarlayın.',
  ],
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
    'The restrictions that were typed were not applied.',
    'Yazdığınız kısıtlar uygulanmadı.',
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
  'calendar.sale': ['On sale', 'Satış'],
  'calendar.by.key': ['Partner: {who}', 'İş ortağı: {who}'],
  'calendar.by.booking': ['Booking {who}', '{who} rezervasyonu'],
  'calendar.by.system': ['The service', 'Hizmet'],
} as const satisfies Pairs
