import type { Pairs } from './word.ts'

/** Room types. */
export const rooms = {
  'rooms.title': ['Rooms', 'Odalar'],
  'rooms.none': ['No room types yet', 'Henüz oda tipi yok'],
  'rooms.noneText': [
    'Your administrator adds them; after that they are edited here.',
    'Oda tiplerini yöneticiniz ekler; sonra burada düzenlenir.',
  ],
  'rooms.sleeps': ['Sleeps', 'Kişi'],
  'rooms.basePrice': ['Base price', 'Taban fiyat'],
  'rooms.boards': ['Boards', 'Pansiyon'],
  'board.RO': ['Room only', 'Sadece oda'],
  'board.BB': ['Bed & breakfast', 'Oda + kahvaltı'],
  'board.HB': ['Half board', 'Yarım pansiyon'],
  'board.FB': ['Full board', 'Tam pansiyon'],
  'board.AI': ['All inclusive', 'Her şey dahil'],
  'board.UAI': ['Ultra all inclusive', 'Ultra her şey dahil'],
  'rooms.active': ['On sale', 'Satışta'],
  'rooms.inactive': ['Off sale', 'Satışta değil'],
  'rooms.editNamed': ['Edit: {name}', 'Düzenle: {name}'],
  'rooms.inAll': ['{all} at most', 'en çok {all}'],
  'rooms.unknown': ['not set', 'belirtilmedi'],
  'rooms.totalRooms': ['Number of rooms', 'Oda sayısı'],
  'rooms.totalHint': [
    'Empty for no limit. Days that offer more, overbooking included, are lowered.',
    'Sınır yoksa boş bırakın. Fazla satışla birlikte bunu aşan günler düşürülür.',
  ],
  'rooms.overbookingRooms': ['Overbooking', 'Fazla satış (overbooking)'],
  'rooms.overbookingHint': [
    'How many rooms more than that may be sold.',
    'Bu sayının üzerinde kaç oda daha satılabileceği.',
  ],
  'rooms.maxAdults': ['Adults at most', 'En çok yetişkin'],
  'rooms.maxChildren': ['Children at most', 'En çok çocuk'],
  'rooms.maxOccupancy': ['Guests at most', 'En çok konuk'],
  'rooms.priceOf': ['Base price in {currency}', 'Taban fiyat ({currency})'],
  'rooms.priceHint': [
    'The price of days that were never given one; may be empty.',
    'Fiyatı hiç verilmemiş günlerin fiyatı; boş olabilir.',
  ],
  'rooms.priceWrong': [
    'Write an amount, such as {example}.',
    'Bir tutar yazın, örneğin {example}.',
  ],
  'rooms.countWrong': ['Write a whole number.', 'Tam sayı yazın.'],
  'rooms.lowerTitle': ['Fewer rooms of {name}?', '{name}: oda sayısı azaltılsın mı?'],
  'rooms.lowerText': [
    'Counts above {all}, less the rooms sold, are lowered from today on. They stay lowered: a higher number later does not bring them back.',
    'Bugünden başlayarak, {all} odadan satılanlar çıkınca kalanı aşan günler düşürülür. Düşürülen günler öyle kalır: sayıyı sonra artırmak onları geri getirmez.',
  ],
  'rooms.lowerDo': ['Lower the counts', 'Günleri düşür'],
} as const satisfies Pairs
