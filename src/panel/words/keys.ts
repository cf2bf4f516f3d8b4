import type { Pairs } from './word.ts'

/** API keys, in the Channel Manager page and the admin's. */
export const keys = {
  'channel.key.make': ['Create key', 'Anahtar oluştur'],
  'channel.key.about': [
    'A key opens this hotel to a channel manager or PMS: days and prices, reservations, webhooks. At most {count} can be active.',
    'Anahtar bu oteli bir kanal yöneticisine veya PMS’e açar: günler ve fiyatlar, rezervasyonlar, webhook’lar. En çok {count} anahtar etkin olabilir.',
  ],
  'channel.key.none': ['No keys in use', 'Kullanımda anahtar yok'],
  'channel.key.noneText': [
    'Create one for each partner, so that each can be revoked alone.',
    'Her iş ortağı için ayrı bir anahtar oluşturun; böylece her biri tek başına iptal edilebilir.',
  ],
  'channel.key.nameHint': [
    'Who it is for, for example the name of the channel manager.',
    'Kimin için olduğu, örneğin kanal yöneticisinin adı.',
  ],
  'channel.key.mode': ['Opens', 'Neyi açar'],
  'channel.key.modeHint': [
    'The sandbox is a copy to develop with: what is done there reaches no guest.',
    'Deneme kopyası geliştirme içindir: orada yapılan hiçbir konuğa ulaşmaz.',
  ],
  'channel.key.live': ['This hotel', 'Bu otel'],
  'channel.key.test': ['Its sandbox', 'Deneme kopyası'],
  'channel.key.sandbox': ['Sandbox', 'Deneme kopyası'],
  'channel.key.expires': ['Expires', 'Geçerlilik sonu'],
  'channel.key.expiresHint': [
    'The last day it opens anything; empty: never.',
    'Geçerli olduğu son gün; boşsa süresiz.',
  ],
  'channel.key.made': ['Created', 'Oluşturulma'],
  'channel.key.lastUse': ['Last use', 'Son kullanım'],
  'channel.key.limit': ['Requests, last minute', 'Son dakikada istek'],
  'channel.key.never': ['never', 'hiç'],
  'channel.key.isRevoked': ['Revoked', 'İptal edildi'],
  'channel.key.isExpired': ['Expired', 'Süresi doldu'],
  'channel.key.revoke': ['Revoke', 'İptal et'],
  'channel.key.revokeNamed': ['Revoke {name}', 'İptal et: {name}'],
  'channel.key.revokeText': [
    'Its next request is refused. This cannot be undone.',
    'Sonraki isteği reddedilir. Bu geri alınamaz.',
  ],
  'channel.key.revokeOverText': [
    'It has expired and opens nothing any more; it only moves to the revoked keys. This cannot be undone.',
    'Süresi doldu ve artık hiçbir şeyi açmaz; yalnızca iptal edilenlerin arasına taşınır. Bu geri alınamaz.',
  ],
  'channel.key.opensNothing': ['opens nothing any more', 'artık hiçbir şeyi açmaz'],
  'channel.key.revokedKeys': ['Revoked keys ({count})', 'İptal edilen anahtarlar ({count})'],
  'channel.key.revoked': ['{name} is revoked.', '{name} iptal edildi.'],
  'channel.key.isMade': ['The key is made', 'Anahtar oluşturuldu'],
  'channel.key.once': [
    'Copy it now: it is shown this once and kept nowhere.',
    'Şimdi kopyalayın: yalnızca bir kez gösterilir ve hiçbir yerde saklanmaz.',
  ],
  'channel.key.secret': ['API key', 'API anahtarı'],
  'channel.key.may': ['Rights', 'Yetkiler'],
  'channel.key.mayHint': [
    'What it may do. More cannot be given later: that takes another key.',
    'Neler yapabileceği. Sonradan artırılamaz; bunun için başka bir anahtar gerekir.',
  ],
  'channel.key.mayNone': ['Choose at least one.', 'En az birini seçin.'],
  'channel.key.usual': ['The usual', 'Olağan'],
  'channel.key.from': ['Only from', 'Yalnızca şuradan'],
  'channel.key.fromHint': [
    'IP addresses or networks like 203.0.113.0/24, one a line, at most {count}; empty: from anywhere.',
    'IP adresleri ya da 203.0.113.0/24 gibi ağlar, her satıra bir tane, en çok {count}; boşsa her yerden.',
  ],
  'channel.key.fromMore': ['{network} and {count} more', '{network} ve {count} tane daha'],
  'channel.key.fromChange': ['Addresses', 'Adresler'],
  'channel.key.fromNamed': ['Addresses of {name}', 'Adresler: {name}'],
  'channel.key.fromSaved': ['{name}: the addresses are saved.', '{name}: adresler kaydedildi.'],
  'channel.scope.availability:read': ['Read days and prices', 'Günleri ve fiyatları okuma'],
  'channel.scope.availability:write': ['Push days and prices', 'Gün ve fiyat gönderme'],
  'channel.scope.bookings:read': ['Read reservations', 'Rezervasyonları okuma'],
  'channel.scope.bookings:ack': ['Acknowledge reservations', 'Rezervasyonları teyit etme'],
  'channel.scope.bookings:manage': [
    'Cancel reservations, report no-shows, change rooms',
    'Rezervasyonları iptal etme, gelmeyeni bildirme, oda değiştirme',
  ],
  'channel.scope.webhooks': ['Webhooks', "Webhook'lar"],
} as const satisfies Pairs
