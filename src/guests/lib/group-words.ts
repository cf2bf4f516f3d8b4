import { STATUS_WORDS } from '../../domain/bookings/status-words.ts'

/** The texts of the page of a reservation of several stays, in English and in Turkish. */
export const GROUP_WORDS = {
  'group.title': ['The whole booking', 'Rezervasyonun tamamı'],
  'group.held': STATUS_WORDS.pending,
  'group.open': ['Open stay {count}', '{count}. konaklamayı aç'],
  'group.part': [
    'This stay belongs to a booking of several stays.',
    'Bu konaklama, birden çok konaklaması olan bir rezervasyonun parçası.',
  ],
  'my.cancelAll': ['Cancel the whole booking', 'Rezervasyonun tamamını iptal et'],
  'cancel.titleAll': ['Cancel the whole booking?', 'Rezervasyonun tamamı iptal edilsin mi?'],
} as const
