import type { Pairs } from './word.ts'

/** The people of a hotel and what they may do there. */
export const people = {
  'people.title': ['People', 'Çalışanlar'],
  'people.role': ['Role in the hotel', 'Oteldeki rolü'],
  'people.role.owner': ['Owner', 'Sahip'],
  'people.role.revenue': ['Revenue', 'Gelir yönetimi'],
  'people.role.front_desk': ['Front desk', 'Ön büro'],
  'people.role.read_only': ['Read-only', 'Salt okunur'],
  'people.may.owner': ['sees to everything, people too', 'her şeyle ilgilenir, çalışanlarla da'],
  'people.may.revenue': [
    'sees to days, rates and rooms',
    'günler, tarifeler ve odalarla ilgilenir',
  ],
  'people.may.front_desk': ['sees to bookings', 'rezervasyonlarla ilgilenir'],
  'people.may.read_only': ['changes nothing', 'bir şey değiştirmez'],
  'people.about': [
    'All of them see figures, bookings, days, rates, rooms and reviews.',
    'Hepsi sayıları, rezervasyonları, günleri, tarifeleri, odaları ve yorumları görür.',
  ],
  'people.you': ['you', 'siz'],
  'people.blocked': ['Blocked', 'Engelli'],
  'people.added': ['{name} belongs to the hotel now.', '{name} artık otelde.'],
  'people.remove': ['Remove', 'Çıkar'],
  'people.removeTitle': ['Remove {name} from the hotel?', '{name} otelden çıkarılsın mı?'],
  'people.removeText': [
    'At once the hotel is closed to this account. What it did stays, and so does the account.',
    'Otel bu hesaba hemen kapanır. Yaptıkları ve hesabın kendisi kalır.',
  ],
  'people.removeYou': [
    'This is you: another owner would have to let you in again.',
    'Bu sizsiniz: sizi yeniden ancak başka bir sahip ekleyebilir.',
  ],
  'people.removed': ['{name} has been removed.', '{name} çıkarıldı.'],
  'people.none': ['Nobody belongs to this hotel', 'Bu otelde kimse yok'],
  'people.noneText': [
    'Whoever is added as an owner sees to it in the panel.',
    'Sahip olarak eklenen kişi oteli panelden yönetir.',
  ],
} as const satisfies Pairs
