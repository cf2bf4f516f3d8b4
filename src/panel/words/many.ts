import type { Pairs } from './word.ts'

/** Many bookings that are picked in the list and cancelled at once. */
export const many = {
  'many.select': ['Select', 'Seç'],
  'many.pick': ['Select {name}, {code}', 'Seç: {name}, {code}'],
  'many.all': [{ one: '{count} shown', other: 'All {count} shown' }, 'Görünen {count} kayıt'],
  'many.cancel': [
    { one: 'Cancel {count} booking', other: 'Cancel {count} bookings' },
    '{count} rezervasyonu iptal et',
  ],
  'many.title': [
    { one: 'Cancel {count} booking?', other: 'Cancel {count} bookings?' },
    '{count} rezervasyon iptal edilsin mi?',
  ],
  'many.keep': ['Keep them', 'Kalsın'],
  'many.reasonUsual': ['Cancelled by the hotel', 'Otel tarafından iptal edildi'],
  'many.reasonHint': [
    'Guests and the other side can read it.',
    'Konuklar ve kanal yöneticisi okuyabilir.',
  ],
  'many.nights': [
    {
      one: '{count} room night goes back on sale. Nobody owes anything.',
      other: '{count} room nights go back on sale. Nobody owes anything.',
    },
    '{count} oda gecesi yeniden satışa çıkar. Kimse bir şey ödemez.',
  ],
  'many.proven': [
    {
      one: '{count} of these guests is proven and is told by mail, where you write to guests.',
      other: '{count} of these guests are proven and are told by mail, where you write to guests.',
    },
    'Doğrulanmış {count} konuğa, konuklara yazıyorsanız e-postayla bildirilir.',
  ],
  'many.nobody': [
    'None of these guests is proven: nobody is told by mail.',
    'Bu konukların hiçbiri doğrulanmamış: kimseye e-posta gitmez.',
  ],
  'many.refused': [
    { one: '{count} cannot be cancelled:', other: '{count} cannot be cancelled:' },
    '{count} tanesi iptal edilemez:',
  ],
  'many.at': ['{at} of {count}', '{at} / {count}'],
  'many.done': [
    { one: '{count} booking is cancelled.', other: '{count} bookings are cancelled.' },
    '{count} rezervasyon iptal edildi.',
  ],
  'many.refusedTitle': [
    { one: '{count} booking was not cancelled', other: '{count} bookings were not cancelled' },
    '{count} rezervasyon iptal edilmedi',
  ],
} as const satisfies Pairs
