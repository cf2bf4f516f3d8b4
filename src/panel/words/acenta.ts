import type { Word } from './word.ts'

/** The agency's page. */
export const acentaEn = {
  'acenta.overview': 'Overview',
  'acenta.rate': 'Commission {rate}',
  'acenta.suspended': 'Suspended: nothing new can be booked',
  'acenta.madeFrom': 'Booked from',
  'acenta.madeTo': 'Booked to',
  'acenta.periods': 'Periods',
  'acenta.last30': 'Last 30 days',
  'acenta.month': 'This month',
  'acenta.lastMonth': 'Last month',
  'acenta.year': 'This year',
  'acenta.all': 'All time',
  'acenta.span': 'From {from} to {to}: at most 366 days are summed up.',
  'acenta.revenue': 'Revenue',
  'acenta.commission': 'Commission',
  'acenta.byStatus': 'Bookings by state',
  'acenta.noSales': 'Nothing was sold in this period',
  'acenta.noSalesText': 'Choose a longer period, or look at all bookings.',
  'acenta.meaning': 'What the figures mean',
  'acenta.bookingsMeaning':
    'Bookings that were made in the period, both days included, whenever the stay is. Days begin at midnight UTC. In the sums: those that are confirmed or completed.',
  'acenta.revenueMeaning':
    'The totals of confirmed and completed bookings, in the currency of each hotel. What is held, expired, cancelled or was a no-show adds nothing.',
  'acenta.commissionMeaning':
    'Your share of that revenue, at the rate agreed when each booking was made. A new rate counts for new bookings.',
  'acenta.hotel': 'Hotel',
  'acenta.changed': 'Last changed',
  'acenta.cancelledAt': 'Cancelled',
  'acenta.noneText': 'What your agency books shows here.',
  'acenta.unknown': 'Your agency has no such booking',
} as const satisfies Record<string, Word>

/** The same in Turkish. */
export const acentaTr: Record<keyof typeof acentaEn, Word> = {
  'acenta.overview': 'Genel bakış',
  'acenta.rate': 'Komisyon {rate}',
  'acenta.suspended': 'Askıda: yeni rezervasyon yapılamaz',
  'acenta.madeFrom': 'Yapıldığı ilk gün',
  'acenta.madeTo': 'Yapıldığı son gün',
  'acenta.periods': 'Dönemler',
  'acenta.last30': 'Son 30 gün',
  'acenta.month': 'Bu ay',
  'acenta.lastMonth': 'Geçen ay',
  'acenta.year': 'Bu yıl',
  'acenta.all': 'Tüm zamanlar',
  'acenta.span': '{from} – {to}: en çok 366 gün toplanır.',
  'acenta.revenue': 'Ciro',
  'acenta.commission': 'Komisyon',
  'acenta.byStatus': 'Duruma göre rezervasyonlar',
  'acenta.noSales': 'Bu dönemde satış yok',
  'acenta.noSalesText': 'Daha uzun bir dönem seçin ya da tüm rezervasyonlara bakın.',
  'acenta.meaning': 'Rakamların anlamı',
  'acenta.bookingsMeaning':
    'Konaklama ne zaman olursa olsun, dönem içinde yapılan rezervasyonlar; iki gün de dahildir. Günler UTC gece yarısında başlar. Toplamlara onaylı ve tamamlanmış olanlar girer.',
  'acenta.revenueMeaning':
    'Onaylı ve tamamlanmış rezervasyonların tutarları, her otelin kendi para biriminde. Tutulan, süresi dolan, iptal edilen ya da konuğu gelmeyen rezervasyonlar eklenmez.',
  'acenta.commissionMeaning':
    'Bu ciroda sizin payınız; her rezervasyon için yapıldığı gün geçerli olan oranla. Yeni oran yeni rezervasyonlar için geçerlidir.',
  'acenta.hotel': 'Otel',
  'acenta.changed': 'Son değişiklik',
  'acenta.cancelledAt': 'İptal zamanı',
  'acenta.noneText': 'Acentenizin yaptığı rezervasyonlar burada görünür.',
  'acenta.unknown': 'Acentenizin böyle bir rezervasyonu yok',
}
