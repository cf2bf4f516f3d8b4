import type { Pairs } from './word.ts'

/** The page Today. */
export const today = {
  'today.title': ['Today', 'Bugün'],
  'today.arrivals': ['Arrivals', 'Gelenler'],
  'today.departures': ['Departures', 'Ayrılanlar'],
  'today.inHouse': ['In house', 'Konaklayanlar'],
  'today.guests': [{ one: '{count} guest', other: '{count} guests' }, '{count} konuk'],
  'today.alarms': ['Needs your attention', 'İlginizi bekleyenler'],
  'today.allWell': [
    'Nothing does: bookings, prices and deliveries are in order',
    'Bir şey yok: rezervasyonlar, fiyatlar ve gönderimler yolunda',
  ],
  'today.alarm.unacked': [
    {
      one: '{count} booking not acknowledged by the channel manager for 30 minutes',
      other: '{count} bookings not acknowledged by the channel manager for 30 minutes',
    },
    'Kanal yöneticisi {count} rezervasyonu 30 dakikadır teyit etmedi',
  ],
  'today.alarm.unackedMany': [
    '{count} or more bookings not acknowledged by the channel manager for 30 minutes',
    'Kanal yöneticisi {count} ya da daha çok rezervasyonu 30 dakikadır teyit etmedi',
  ],
  'today.alarm.failing': [
    { one: '{count} webhook fails', other: '{count} webhooks fail' },
    '{count} webhook hata veriyor',
  ],
  'today.alarm.switchedOff': [
    { one: '{count} webhook was switched off', other: '{count} webhooks were switched off' },
    '{count} webhook devre dışı bırakıldı',
  ],
  'today.alarm.rejected': [
    {
      one: '{count} day that the partner pushed was refused in the last 24 hours',
      other: '{count} days that the partner pushed were refused in the last 24 hours',
    },
    'Kanal yöneticisinin son 24 saatte gönderdiği {count} gün kabul edilmedi',
  ],
  'today.alarm.oversold': [
    {
      one: 'More rooms sold than there are on {count} night',
      other: 'More rooms sold than there are on {count} nights',
    },
    '{count} gecede olandan çok oda satıldı',
  ],
  'today.alarm.unpriced': [
    {
      one: '{count} day of a room type, of the next 90, has no price',
      other: '{count} days of room types, of the next 90, have no price',
    },
    'Önümüzdeki 90 günde oda tiplerinin {count} gününün fiyatı yok',
  ],
  'today.alarm.unopened': [
    {
      one: '{count} day of a room type, of the next 90, was never opened for sale',
      other: '{count} days of room types, of the next 90, were never opened for sale',
    },
    'Önümüzdeki 90 günde oda tiplerinin {count} günü hiç satışa açılmadı',
  ],
  'today.alarm.unsold': [
    'Nothing to sell on {count} of the next {of} nights',
    'Önümüzdeki {of} gecenin {count} gecesinde satılacak bir şey yok',
  ],
  'today.suspended': ['This hotel is not on sale.', 'Bu otel satışta değil.'],
  'today.suspendedText': [
    'Nothing is sold until an admin approves it.',
    'Bir yönetici onaylayana kadar hiçbir şey satılmaz.',
  ],
  'today.outlook': [
    { one: 'The next night', other: 'The next {count} nights' },
    { one: 'Önümüzdeki gece', other: 'Önümüzdeki {count} gece' },
  ],
  'today.occupancy': ['Occupancy', 'Doluluk'],
  'today.revenue': ['Revenue', 'Gelir'],
  'today.adr': ['Average rate', 'Ortalama fiyat'],
  'today.revPar': ['Revenue per room', 'Oda başına gelir'],
  'today.pickup': ['Picked up in 7 days', 'Son 7 günde satılan'],
  'today.roomNights': [
    { one: '{count} room night', other: '{count} room nights' },
    '{count} oda gecesi',
  ],
  'today.chart': ['Occupancy and revenue by night', 'Geceye göre doluluk ve gelir'],
  'today.asTable': ['Show as a table', 'Tablo olarak göster'],
} as const satisfies Pairs
