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
  'calendar.leftShort': ['{count} left', '{count} boş'],
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
  'calendar.refused': ['not saved', 'kaydedilmedi'],
  'calendar.asked': [
    '{after} is not confirmed: Enter, and Enter again, sets it',
    '{after} onaylanmadı: Enter, sonra yeniden Enter ile yazılır',
  ],
  'calendar.jumped': [
    'moved by more than half, it was {before}',
    'yarıdan fazla değişti, önce {before}',
  ],
  'calendar.askedCount': [
    {
      one: '{count} price moves by more than half and is not set: go to it and press Enter',
      other: '{count} prices move by more than half and are not set: go to each and press Enter',
    },
    '{count} fiyat yarısından fazla değişiyor ve yazılmadı: hücresine gidip Enter’a basın',
  ],
  'calendar.unsavedCount': [
    { one: '{count} change was not saved', other: '{count} changes were not saved' },
    '{count} değişiklik kaydedilmedi',
  ],
  'calendar.missed': [
    'What you typed last into the calendar was not saved.',
    'Takvime son yazdığınız kaydedilmedi.',
  ],
  'calendar.discard': ['Discard', 'Bırak'],
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
    'Bir hücreye tıklayıp fiyat yazın; birkaçı için üzerlerinde sürükleyin.',
  ],
  'calendar.typed': ['What is typed into cells', 'Hücrelere yazılan'],
  'calendar.edit': ['Edit…', 'Düzenle…'],
  'calendar.hintTouch': [
    'Tap a day; for several “Extend to…”.',
    'Bir güne dokunun; birkaçı için “Aralık seç”.',
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
  'calendar.notLive': ['Not live: trying again', 'Canlı değil: yeniden deneniyor'],
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
  'calendar.by.booking': ['Booking {who}', '{who} rezervasyonu'],
} as const satisfies Pairs
