import { STATUS_WORDS } from '../../domain/status-words.ts'
import type { Pairs } from './word.ts'

/** The list of bookings. */
export const bookings = {
  'bookings.title': ['Bookings', 'Rezervasyonlar'],
  'bookings.search': ['Code, name, e-mail or telephone', 'Kod, ad, e-posta ya da telefon'],
  'bookings.status': ['Status', 'Durum'],
  'bookings.from': ['From', 'Başlangıç'],
  'bookings.to': ['To', 'Bitiş'],
  'bookings.clear': ['Clear filters', 'Filtreleri temizle'],
  'bookings.none': ['No bookings yet', 'Henüz rezervasyon yok'],
  'bookings.noneText': [
    'As soon as somebody books, it shows here without a reload.',
    'Biri rezervasyon yaptığı anda, sayfa yenilenmeden burada görünür.',
  ],
  'bookings.noneFound': ['No booking is like that', 'Böyle bir rezervasyon yok'],
  'bookings.noneFoundText': [
    'Try fewer filters or fewer letters of the name.',
    'Daha az filtre ya da adın başka bir parçasını deneyin.',
  ],
  'bookings.news': [
    'Bookings have come or changed since this list was read.',
    'Bu liste okunduktan sonra rezervasyonlar geldi ya da değişti.',
  ],
  'bookings.reload': ['Read it again', 'Yeniden oku'],
  'bookings.guest': ['Guest', 'Konuk'],
  'bookings.stay': ['Stay', 'Konaklama'],
  'bookings.room': ['Room', 'Oda'],
  'bookings.total': ['Total', 'Toplam'],
  'bookings.made': ['Booked', 'Oluşturulma'],
  'bookings.checkin': ['Check-in', 'Giriş'],
  'bookings.checkout': ['Check-out', 'Çıkış'],
  'bookings.nights': [{ one: '{count} night', other: '{count} nights' }, '{count} gece'],
  'bookings.rooms': [{ one: '{count} room', other: '{count} rooms' }, '{count} oda'],
  'bookings.adults': [{ one: '{count} adult', other: '{count} adults' }, '{count} yetişkin'],
  'bookings.children': [{ one: '{count} child', other: '{count} children' }, '{count} çocuk'],
  'bookings.childrenAged': [
    { one: '{count} child (aged {ages})', other: '{count} children (aged {ages})' },
    '{count} çocuk (yaş: {ages})',
  ],
  'bookings.pending': STATUS_WORDS.pending,
  'bookings.confirmed': STATUS_WORDS.confirmed,
  'bookings.cancelled': STATUS_WORDS.cancelled,
  'bookings.expired': STATUS_WORDS.expired,
  'bookings.no_show': STATUS_WORDS.no_show,
  'bookings.completed': STATUS_WORDS.completed,
  'bookings.acked': ['Acknowledged', 'Teyit edildi'],
  'bookings.unacked': ['Not acknowledged yet', 'Henüz teyit edilmedi'],
  'bookings.overdue': ['Not acknowledged', 'Teyit edilmedi'],
  'bookings.nightsHead': ['Nights', 'Gece'],
  'history.agency': ['The agency', 'Acente'],
  'history.link.handed_over': [
    '{who} handed over the link of {thing}',
    '{who} bağlantıyı konuğa verdi: {thing}',
  ],
  'history.link.renewed': [
    '{who} handed over a new link of {thing} and ended those of before',
    '{who} konuğa yeni bir bağlantı verip öncekileri sonlandırdı: {thing}',
  ],
  'history.link.ended': [
    '{who} ended the links of {thing} of before and had a new one mailed',
    '{who} önceki bağlantıları sonlandırıp yenisini e-postayla istedi: {thing}',
  ],
} as const satisfies Pairs
