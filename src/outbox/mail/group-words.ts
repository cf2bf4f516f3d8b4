/** The texts of mails about reservations of several stays and about options, in English and Turkish. */
export const GROUP_WORDS = {
  'subject.held': ['Rooms held for you: {hotel}, {code}', 'Odalarınız ayrıldı: {hotel}, {code}'],
  'title.held': ['Rooms are held for you', 'Odalarınız ayrıldı'],
  'intro.held': [
    'The hotel holds the rooms below for you. They are not booked yet: tell the hotel, or confirm by the link, before the time is over.',
    'Otel aşağıdaki odaları sizin için ayırdı. Rezervasyon henüz kesinleşmedi: süre dolmadan otele bildirin ya da bağlantıdan onaylayın.',
  ],
  'subject.expired': [
    'The hold has ended: {hotel}, {code}',
    'Opsiyon süresi doldu: {hotel}, {code}',
  ],
  'title.expired': ['The rooms are no longer held', 'Odalar artık ayrılmış değil'],
  'intro.expired': [
    'They were not confirmed in time and went back on sale. Nothing is owed.',
    'Zamanında onaylanmadığı için odalar yeniden satışa çıktı. Ödenecek bir tutar yoktur.',
  ],
  'title.confirmationPart': [
    'Part of your booking is now confirmed',
    'Rezervasyonunuzun bir bölümü onaylandı',
  ],
  'intro.confirmationPart': [
    'The stays below are confirmed; what else belongs to your booking follows.',
    'Aşağıdaki konaklamalar onaylandı; rezervasyonunuzun geri kalanı ardından gelir.',
  ],
  'title.cancellationPart': [
    'Part of your booking is cancelled',
    'Rezervasyonunuzun bir bölümü iptal edildi',
  ],
  'intro.cancellationPart': [
    'The stays named first are no longer valid; the others stand as before.',
    'Önce yazılan konaklamalar artık geçerli değildir; ötekiler olduğu gibi geçerlidir.',
  ],
  'title.reinstatementPart': [
    'Part of your booking is confirmed again',
    'Rezervasyonunuzun bir bölümü yeniden onaylandı',
  ],
  'intro.reinstatementPart': [
    'The stays named first are valid again, at their price and on their terms.',
    'Önce yazılan konaklamalar, fiyatı ve koşullarıyla yeniden geçerlidir.',
  ],
  'intro.unackedGroup': [
    'No system connected to your hotel has acknowledged these stays of one reservation for 30 minutes. Please enter them by hand, and check the connection.',
    'Otelinize bağlı sistemlerden hiçbiri, tek rezervasyonun bu konaklamalarını 30 dakika boyunca teyit etmedi. Lütfen elle işleyin ve bağlantıyı denetleyin.',
  ],
  'block.confirmation': ['Confirmed', 'Onaylananlar'],
  'block.held': ['Held', 'Ayrılanlar'],
  'block.change': ['Changed', 'Değişenler'],
  'block.cancellation': ['Cancelled', 'İptal edilenler'],
  'block.expired': ['No longer held', 'Süresi dolanlar'],
  'block.reinstatement': ['Confirmed again', 'Yeniden onaylananlar'],
  'block.unacked': ['Not acknowledged', 'Teyit edilmeyenler'],
  'block.stands': ['What stands as before', 'Olduğu gibi kalanlar'],
  whole: ['The whole booking', 'Rezervasyonun tamamı'],
} as const
