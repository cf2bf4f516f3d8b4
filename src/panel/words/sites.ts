import type { Pairs } from './word.ts'

/** Sites, front-ends that book from their own servers: in the Channel Manager page and the admin's. */
export const sites = {
  'site.title': ['Sites', 'Siteler'],
  'site.about': [
    'For your own page or app when its server books for guests: with a key each visitor counts by themselves, not all of them as one. At most {count}.',
    'Sunucusu konuklar adına rezervasyon yapan kendi sayfanız veya uygulamanız için: anahtarla her ziyaretçi ayrı sayılır, hepsi bir kişi gibi sayılmaz. En çok {count}.',
  ],
  'site.none': ['No sites yet', 'Henüz site yok'],
  'site.noneText': [
    'A portal, a page or an app whose server books for its visitors needs one. Pages that run in the visitor’s own browser do not.',
    'Sunucusu ziyaretçileri adına rezervasyon yapan portal, sayfa veya uygulama için gerekir. Ziyaretçinin tarayıcısında çalışan sayfalar için gerekmez.',
  ],
  'site.new': ['New site', 'Yeni site'],
  'site.nameHint': [
    'It stands at each booking that comes by it.',
    'Onun üzerinden gelen her rezervasyonda görünür.',
  ],
  'site.nights': ['Room-nights an hour, at most', 'Saatte en çok oda gecesi'],
  'site.hotels': ['Hotels', 'Oteller'],
  'site.hotelsHint': ['None chosen: all hotels.', 'Hiçbiri seçilmezse tüm oteller.'],
  'site.allHotels': ['All hotels', 'Tüm oteller'],
  'site.proves': [
    'It takes payment or proves the e-mail address before it books',
    'Rezervasyondan önce ödeme alır veya e-posta adresini doğrular',
  ],
  'site.isProving': ['Its guests count as proven', 'Konukları doğrulanmış sayılır'],
  'site.page': ['Its own page for guests', 'Konuklar için kendi sayfası'],
  'site.pageHint': [
    'https only. Links in mails lead there, with the key of the booking behind #. Empty: the page of this service.',
    'Yalnızca https. E-postalardaki bağlantılar, # işaretinden sonra rezervasyonun anahtarıyla oraya gider. Boşsa bu hizmetin sayfası.',
  ],
  'site.made': ['Made', 'Oluşturulma'],
  'site.madeBy': ['{at} by {name}', '{at}, {name}'],
  'site.previous': [
    'earlier key {prefix}… good until {at}',
    'önceki anahtar {prefix}…, {at} tarihine kadar geçerli',
  ],
  'site.isMade': ['{name} is made', '{name} oluşturuldu'],
  'site.isRotated': ['New key of {name}', '{name} için yeni anahtar'],
  'site.secret': ['Site key', 'Site anahtarı'],
  'site.secretText': [
    'For the site’s server alone: whoever reads it in a page could book in its name. Each call carries it, with the visitor’s address beside it.',
    'Yalnızca sitenin sunucusu içindir: sayfada okuyan biri onun adına rezervasyon yapabilir. Her çağrıda ziyaretçinin adresiyle birlikte gönderilir.',
  ],
  'site.rotate': ['New key', 'Yeni anahtar'],
  'site.rotateNamed': ['New key for {name}', '{name} için yeni anahtar'],
  'site.overlap': ['The present key stays good', 'Şimdiki anahtarın geçerliliği'],
  'site.overlapNone': ['not at all: it may be known', 'hemen biter: ele geçmiş olabilir'],
  'site.overlapHours': [
    { one: 'for {count} hour', other: 'for {count} hours' },
    { one: '{count} saat daha', other: '{count} saat daha' },
  ],
  'site.overlapDays': [
    { one: 'for {count} day', other: 'for {count} days' },
    { one: '{count} gün daha', other: '{count} gün daha' },
  ],
  'site.revokeText': [
    'Its next call is refused, and so is each guest’s on it. What it has booked stays. This cannot be undone.',
    'Sonraki çağrısı ve üzerindeki her konuğun çağrısı reddedilir. Yaptığı rezervasyonlar kalır. Bu geri alınamaz.',
  ],
  'site.revokedSites': ['Revoked sites ({count})', 'İptal edilen siteler ({count})'],
  'history.thing.site': ['the site {name}', 'site {name}'],
  'history.kind.site': ['Sites', 'Siteler'],
  'history.field.managePage': ['page for its guests', 'konuk sayfası'],
  'history.field.proves': ['proving its guests', 'konuklarını doğrulaması'],
  'history.field.roomNightsPerHour': ['room-nights an hour', 'saatte oda gecesi'],
} as const satisfies Pairs
