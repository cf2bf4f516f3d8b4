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
  'demand.endDo': [
    { one: 'Cancel {count} booking', other: 'Cancel {count} bookings' },
    '{count} rezervasyonu iptal et',
  ],
  'demand.endText': [
    {
      one: '{count} booking of the last {days} days is cancelled without a fee. Its {nights} room nights go back on sale.',
      other:
        '{count} bookings of the last {days} days are cancelled without a fee. Their {nights} room nights go back on sale.',
    },
    'Son {days} günün {count} rezervasyonu bedelsiz iptal edilir; {nights} oda gecesi yeniden satışa çıkar.',
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
  'demand.told': [
    'Only guests who have proven their address are told.',
    'Yalnızca adresini doğrulamış konuklara haber verilir.',
  ],
  'demand.reason': [
    'Cancelled by the hotel: unusual demand',
    'Otel tarafından iptal edildi: olağandışı talep',
  ],
  'demand.ended': [
    { one: '{count} booking is cancelled', other: '{count} bookings are cancelled' },
    '{count} rezervasyon iptal edildi',
  ],
  'demand.endedSome': [
    '{count} bookings are cancelled, {refused} could not be: see the list',
    '{count} rezervasyon iptal edildi, {refused} tanesi edilemedi: listeye bakın',
  ],
  'demand.lift': ['They are ours: let them book', 'Bizim konuklarımız: izin ver'],
  'demand.liftText': [
    'Until {until} strangers book here without this bound. The settings of the hotel end it or make it longer.',
    '{until} tarihine kadar herkes bu sınır olmadan rezervasyon yapar. Otelin ayarlarında bitirilir ya da uzatılır.',
  ],
  'demand.liftDo': ['Let them book', 'İzin ver'],
  'demand.liftedNow': ['They may book for 24 hours', '24 saat boyunca rezervasyon yapabilirler'],
} as const satisfies Pairs
