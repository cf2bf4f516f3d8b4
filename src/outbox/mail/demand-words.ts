/** The texts of the mail to a hotel's owners about the alarm `unusual_demand`, in English and Turkish. */
export const DEMAND_WORDS = {
  'subject.unusual_demand': [
    'Unusual demand: strangers are booking much of {hotel}',
    'Olağandışı talep: tanınmayan kişiler {hotel} için çok rezervasyon yapıyor',
  ],
  'title.unusual_demand': [
    'Strangers are booking far more than on a usual day',
    'Tanınmayan kişiler olağandan çok rezervasyon yapıyor',
  ],
  'demand.half': [
    'Unproven guests have booked half of what the service lets them book before it stops them. Look at their bookings in the panel: one click there cancels them, or lets them continue if they are your guests.',
    'Kimliği doğrulanmamış konuklar, hizmetin durdurmadan önce izin verdiği miktarın yarısını rezerve etti. Rezervasyonlara panelden bakın: tek tuşla hepsini iptal edebilir ya da sizin konuklarınızsa devam etmelerine izin verebilirsiniz.',
  ],
  'demand.whole': [
    'Unproven guests have booked all that the service lets them book: it refuses further ones and sends them to you. Look at their bookings in the panel: one click there cancels them, or lets them continue if they are your guests.',
    'Kimliği doğrulanmamış konuklar, hizmetin izin verdiği miktarın tamamını rezerve etti: yenileri kabul edilmiyor ve size yönlendiriliyor. Rezervasyonlara panelden bakın: tek tuşla hepsini iptal edebilir ya da sizin konuklarınızsa devam etmelerine izin verebilirsiniz.',
  ],
  'demand.day': ['In the last 24 hours', 'Son 24 saatte'],
  'demand.week': ['In the last 7 days', 'Son 7 günde'],
  'demand.usual': ['On a usual day', 'Olağan bir günde'],
  'demand.new': ['Not known yet', 'Henüz bilinmiyor'],
  'demand.nights': [
    { one: '{count} room night', other: '{count} room nights' },
    '{count} oda gecesi',
  ],
  'demand.act': ['Look at it in the panel', 'Panelde bakın'],
  'demand.footer': [
    'You receive this mail as an owner of {hotel}, at most every 6 hours while the alarm stands.',
    'Bu e-posta, {hotel} sahiplerinden biri olduğunuz için, uyarı sürdükçe en çok 6 saatte bir gönderilir.',
  ],
} as const
