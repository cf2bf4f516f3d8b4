import type { Pairs } from './word.ts'

/** The list of bookings. */
export const bookings = {
  'bookings.title': ['Bookings', 'Rezervasyonlar'],
  'bookings.search': ['Code, name, e-mail or telephone', 'Kod, ad, e-posta ya da telefon'],
  'bookings.status': ['Status', 'Durum'],
  'bookings.any': ['Any', 'Hepsi'],
  'bookings.dateField': ['Dates of', 'Tarih türü'],
  'bookings.from': ['From', 'Başlangıç'],
  'bookings.to': ['To', 'Bitiş'],
  'bookings.onlyUnacked': [
    'Only those the other side has not acknowledged',
    'Yalnızca karşı tarafın aldığını bildirmedikleri',
  ],
  'bookings.clear': ['Clear filters', 'Süzgeçleri temizle'],
  'bookings.none': ['No bookings yet', 'Henüz rezervasyon yok'],
  'bookings.noneText': [
    'As soon as somebody books, it shows here without a reload.',
    'Biri rezervasyon yaptığı anda, sayfa yenilenmeden burada görünür.',
  ],
  'bookings.noneFound': ['No booking is like that', 'Böyle bir rezervasyon yok'],
  'bookings.noneFoundText': [
    'Try fewer filters or fewer letters of the name.',
    'Daha az süzgeç ya da adın başka bir parçasını deneyin.',
  ],
  'bookings.news': [
    'Bookings have come or changed since this list was read.',
    'Bu liste okunduktan sonra rezervasyonlar geldi ya da değişti.',
  ],
  'bookings.reload': ['Read it again', 'Yeniden oku'],
  'bookings.code': ['Code', 'Kod'],
  'bookings.guest': ['Guest', 'Konuk'],
  'bookings.stay': ['Stay', 'Konaklama'],
  'bookings.room': ['Room', 'Oda'],
  'bookings.total': ['Total', 'Toplam'],
  'bookings.otherSide': ['Other side', 'Karşı taraf'],
  'bookings.made': ['Booked', 'Oluşturulma'],
  'bookings.checkin': ['Check-in', 'Giriş'],
  'bookings.checkout': ['Check-out', 'Çıkış'],
  'bookings.nights': [
    { one: '{count} night', other: '{count} nights' },
    { one: '{count} gece', other: '{count} gece' },
  ],
  'bookings.rooms': [
    { one: '{count} room', other: '{count} rooms' },
    { one: '{count} oda', other: '{count} oda' },
  ],
  'bookings.adults': [
    { one: '{count} adult', other: '{count} adults' },
    { one: '{count} yetişkin', other: '{count} yetişkin' },
  ],
  'bookings.children': [
    { one: '{count} child', other: '{count} children' },
    { one: '{count} çocuk', other: '{count} çocuk' },
  ],
  'bookings.pending': ['Held', 'Tutuluyor'],
  'bookings.confirmed': ['Confirmed', 'Onaylı'],
  'bookings.cancelled': ['Cancelled', 'İptal edildi'],
  'bookings.expired': ['Expired', 'Süresi doldu'],
  'bookings.no_show': ['No-show', 'Gelmedi'],
  'bookings.completed': ['Completed', 'Tamamlandı'],
  'bookings.acked': ['Acknowledged', 'Alındı'],
  'bookings.unacked': ['Waiting', 'Bekleniyor'],
  'bookings.overdue': ['Overdue', 'Gecikti'],
} as const satisfies Pairs
