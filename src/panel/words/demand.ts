import type { Pairs } from './word.ts'

/** The alarm that strangers take more than is usual. */
export const demand = {
  'demand.day': [
    {
      one: 'Strangers have taken {count} room night in 24 hours.',
      other: 'Strangers have taken {count} room nights in 24 hours.',
    },
    'Tanınmayan kişiler 24 saatte {count} oda gecesi rezerve etti.',
  ],
  'demand.times': [
    'Strangers have taken {count} room nights in 24 hours, {times} times a usual day.',
    'Tanınmayan kişiler 24 saatte {count} oda gecesi rezerve etti: olağan bir günün {times} katı.',
  ],
  'demand.week': [
    'Strangers have taken {count} room nights in 7 days.',
    'Tanınmayan kişiler 7 günde {count} oda gecesi rezerve etti.',
  ],
  'demand.half': [
    'The service stops them at {max}.',
    'Hizmet onları {max} oda gecesinde durdurur.',
  ],
  'demand.whole': [
    'They can book no more and are sent to you.',
    'Artık rezervasyon yapamıyorlar ve size yönlendiriliyorlar.',
  ],
  'demand.lifted': [
    'You let them book until {until}.',
    '{until} tarihine kadar rezervasyon yapmalarına izin verdiniz.',
  ],
  'demand.stuck': [
    'Mails wait: nobody can be asked for proof.',
    'E-postalar bekliyor: kimseden doğrulama istenemiyor.',
  ],
  'demand.end': ['End this wave', 'Bu dalgayı sonlandır'],
  'demand.endText': [
    {
      one: '{count} booking of the last {days} days is cancelled.',
      other: '{count} bookings of the last {days} days are cancelled.',
    },
    'Son {days} günün {count} rezervasyonu iptal edilir.',
  ],
  'demand.more': [
    'These are the newest: press again for the others.',
    'Bunlar en yenileri: kalanlar için yeniden basın.',
  ],
  'demand.keep': [
    {
      one: 'Keep {count} that its guest has proven by mail',
      other: 'Keep {count} that their guests have proven by mail',
    },
    'Konuğun e-postayla doğruladığı {count} rezervasyon kalsın',
  ],
  'demand.reason': [
    'Cancelled by the hotel: unusual demand',
    'Otel tarafından iptal edildi: olağandışı talep',
  ],
} as const satisfies Pairs
