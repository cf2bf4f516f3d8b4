import type { Pairs } from './word.ts'

/** Who made what gives a machine access, and what becomes of it when they go. */
export const made = {
  'made.usedFrom': ['{ago} from {address}', '{ago}, {address}'],
  'made.byKey': ['by an API key or a vendor', 'bir API anahtarı ya da sağlayıcıyla'],
  'made.list': [
    'Made by {name}, and still open to whatever uses it:',
    '{name} oluşturdu ve kullanan yazılımlara hâlâ açık:',
  ],
  'made.key': ['API key', 'API anahtarı'],
  'made.connection': ['Vendor', 'Sağlayıcı'],
  'made.site': ['Site', 'Site'],
  'made.webhook': ['Webhook', 'Webhook'],
  'made.more': [
    { one: 'and {count} more', other: 'and {count} more' },
    { one: 've {count} tane daha', other: 've {count} tane daha' },
  ],
  'made.revoke': [
    'End these too: whatever uses them is refused at once, and this cannot be undone',
    'Bunları da iptal et: kullanan yazılımlar hemen reddedilir ve bu geri alınamaz',
  ],
} as const satisfies Pairs
