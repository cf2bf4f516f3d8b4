import type { Pairs } from './word.ts'

/** The agency's page. */
export const acenta = {
  'acenta.overview': ['Overview', 'Genel bakış'],
  'acenta.rate': ['Commission {rate}', 'Komisyon {rate}'],
  'acenta.suspended': [
    'Suspended: nothing new can be booked',
    'Askıda: yeni rezervasyon yapılamaz',
  ],
  'acenta.from': ['Booked from', 'Yapıldığı ilk gün'],
  'acenta.to': ['Booked to', 'Yapıldığı son gün'],
  'acenta.periods': ['Periods', 'Dönemler'],
  'acenta.last30': ['Last 30 days', 'Son 30 gün'],
  'acenta.month': ['This month', 'Bu ay'],
  'acenta.lastMonth': ['Last month', 'Geçen ay'],
  'acenta.year': ['This year', 'Bu yıl'],
  'acenta.all': ['All time', 'Tüm zamanlar'],
  'acenta.span': [
    'From {from} to {to}: at most 366 days are summed up.',
    '{from} – {to}: en çok 366 gün toplanır.',
  ],
  'acenta.revenue': ['Revenue', 'Ciro'],
  'acenta.commission': ['Commission', 'Komisyon'],
  'acenta.byStatus': ['Bookings by state', 'Duruma göre rezervasyonlar'],
  'acenta.noSales': ['Nothing was sold in this period', 'Bu dönemde satış yok'],
  'acenta.noSalesText': [
    'Choose a longer period, or look at all bookings.',
    'Daha uzun bir dönem seçin ya da tüm rezervasyonlara bakın.',
  ],
  'acenta.meaning': ['What the figures mean', 'Rakamların anlamı'],
  'acenta.bookingsMeaning': [
    'Bookings that were made in the period, both days included, whenever the stay is. Days are those of each hotel. In the sums: those that are confirmed or completed.',
    'Konaklama ne zaman olursa olsun, dönem içinde yapılan rezervasyonlar; iki gün de dahildir. Günler her otelin kendi saatine göredir. Toplamlara onaylı ve tamamlanmış olanlar girer.',
  ],
  'acenta.revenueMeaning': [
    'The totals of confirmed and completed bookings, in the currency of each hotel. What is held, expired, cancelled or was a no-show adds nothing.',
    'Onaylı ve tamamlanmış rezervasyonların tutarları, her otelin kendi para biriminde. Opsiyonlu olan, süresi dolan, iptal edilen ya da konuğu gelmeyen rezervasyonlar eklenmez.',
  ],
  'acenta.commissionMeaning': [
    'Your share of that revenue, at the rate agreed when each booking was made. A new rate counts for new bookings.',
    'Bu ciroda sizin payınız; her rezervasyon için yapıldığı gün geçerli olan oranla. Yeni oran yeni rezervasyonlar için geçerlidir.',
  ],
  'acenta.changed': ['Last changed', 'Son değişiklik'],
  'acenta.cancelledAt': ['Cancelled', 'İptal zamanı'],
  'acenta.noneText': [
    'What your agency books shows here.',
    'Acentenizin yaptığı rezervasyonlar burada görünür.',
  ],
  'acenta.unknown': ['Your agency has no such booking', 'Acentenizin böyle bir rezervasyonu yok'],
} as const satisfies Pairs
