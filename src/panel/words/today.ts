import type { Word } from './word.ts'

/** The page Today. */
export const todayEn = {
  'today.title': 'Today',
  'today.arrivals': 'Arrivals',
  'today.departures': 'Departures',
  'today.inHouse': 'In house',
  'today.rooms': { one: '{count} room', other: '{count} rooms' },
  'today.guests': { one: '{count} guest', other: '{count} guests' },
  'today.alarms': 'Needs your attention',
  'today.allWell': 'Nothing does: bookings, prices and deliveries are in order',
  'today.alarm.unacked': {
    one: '{count} booking not acknowledged by the partner for 30 minutes',
    other: '{count} bookings not acknowledged by the partner for 30 minutes',
  },
  'today.alarm.unackedMany':
    '{count} or more bookings not acknowledged by the partner for 30 minutes',
  'today.alarm.failing': { one: '{count} webhook fails', other: '{count} webhooks fail' },
  'today.alarm.switchedOff': {
    one: '{count} webhook was switched off',
    other: '{count} webhooks were switched off',
  },
  'today.alarm.rejected': {
    one: '{count} day that the partner pushed was refused in the last 24 hours',
    other: '{count} days that the partner pushed were refused in the last 24 hours',
  },
  'today.alarm.oversold': {
    one: 'More rooms sold than there are on {count} night',
    other: 'More rooms sold than there are on {count} nights',
  },
  'today.alarm.unpriced': {
    one: '{count} day of a room type, of the next 90, has no price',
    other: '{count} days of room types, of the next 90, have no price',
  },
  'today.alarm.unsold': {
    one: 'Nothing to sell on {count} of the next {of} nights',
    other: 'Nothing to sell on {count} of the next {of} nights',
  },
  'today.suspended': 'This hotel is not on sale.',
  'today.suspendedText': 'Nothing is sold until an admin approves it.',
  'today.outlook': { one: 'The next night', other: 'The next {count} nights' },
  'today.occupancy': 'Occupancy',
  'today.revenue': 'Revenue',
  'today.adr': 'Average rate',
  'today.revPar': 'Revenue per room',
  'today.pickup': 'Picked up in 7 days',
  'today.roomNights': { one: '{count} room night', other: '{count} room nights' },
  'today.chart': 'Occupancy and revenue by night',
  'today.asTable': 'Show as a table',
  'today.night': 'Night',
  'today.sold': 'Rooms sold',
} as const satisfies Record<string, Word>

/** The same in Turkish. */
export const todayTr: Record<keyof typeof todayEn, Word> = {
  'today.title': 'Bugün',
  'today.arrivals': 'Gelenler',
  'today.departures': 'Ayrılanlar',
  'today.inHouse': 'Konaklayanlar',
  'today.rooms': { one: '{count} oda', other: '{count} oda' },
  'today.guests': { one: '{count} konuk', other: '{count} konuk' },
  'today.alarms': 'İlginizi bekleyenler',
  'today.allWell': 'Bir şey yok: rezervasyonlar, fiyatlar ve gönderiler yolunda',
  'today.alarm.unacked': {
    one: '{count} rezervasyonu iş ortağı 30 dakikadır onaylamadı',
    other: '{count} rezervasyonu iş ortağı 30 dakikadır onaylamadı',
  },
  'today.alarm.unackedMany':
    '{count} ya da daha çok rezervasyonu iş ortağı 30 dakikadır onaylamadı',
  'today.alarm.failing': {
    one: '{count} webhook hata veriyor',
    other: '{count} webhook hata veriyor',
  },
  'today.alarm.switchedOff': {
    one: '{count} webhook devre dışı bırakıldı',
    other: '{count} webhook devre dışı bırakıldı',
  },
  'today.alarm.rejected': {
    one: 'İş ortağının son 24 saatte gönderdiği {count} gün kabul edilmedi',
    other: 'İş ortağının son 24 saatte gönderdiği {count} gün kabul edilmedi',
  },
  'today.alarm.oversold': {
    one: '{count} gecede olandan çok oda satıldı',
    other: '{count} gecede olandan çok oda satıldı',
  },
  'today.alarm.unpriced': {
    one: 'Önümüzdeki 90 günde oda tiplerinin {count} gününün fiyatı yok',
    other: 'Önümüzdeki 90 günde oda tiplerinin {count} gününün fiyatı yok',
  },
  'today.alarm.unsold': {
    one: 'Önümüzdeki {of} gecenin {count} gecesinde satılacak bir şey yok',
    other: 'Önümüzdeki {of} gecenin {count} gecesinde satılacak bir şey yok',
  },
  'today.suspended': 'Bu otel satışta değil.',
  'today.suspendedText': 'Bir yönetici onaylayana kadar hiçbir şey satılmaz.',
  'today.outlook': { one: 'Önümüzdeki gece', other: 'Önümüzdeki {count} gece' },
  'today.occupancy': 'Doluluk',
  'today.revenue': 'Gelir',
  'today.adr': 'Ortalama fiyat',
  'today.revPar': 'Oda başına gelir',
  'today.pickup': '7 günde alınan',
  'today.roomNights': { one: '{count} oda gecesi', other: '{count} oda gecesi' },
  'today.chart': 'Geceye göre doluluk ve gelir',
  'today.asTable': 'Tablo olarak göster',
  'today.night': 'Gece',
  'today.sold': 'Satılan oda',
}
