import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Entry } from '../../src/panel/views/history/entry-text.ts'
import { texts } from '../../src/panel/words/texts.ts'

type Told = typeof import('../../src/panel/views/history/entry-text.ts')
type Language = typeof import('../../src/panel/lib/i18n.ts')
let told: Told
let page: Language

/** What a page has of a browser before it can say anything. */
const browser = {
  navigator: { languages: ['tr-TR', 'en-GB'] },
  document: { documentElement: { lang: '' } },
  fetch: async (path: string) => new Response(texts()[path.includes('words-tr') ? 'tr' : 'en']),
}
const before = Object.keys(browser).map((name) => [
  name,
  Object.getOwnPropertyDescriptor(globalThis, name),
])

beforeAll(async () => {
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  page = await import('../../src/panel/lib/i18n.ts')
  told = await import('../../src/panel/views/history/entry-text.ts')
})

afterAll(async () => {
  // The next file finds the language that a Turkish reader's page begins with.
  await page.chooseLanguage('tr')
  for (const [name, was] of before as [string, PropertyDescriptor | undefined][])
    if (was) Object.defineProperty(globalThis, name, was)
    else Reflect.deleteProperty(globalThis, name)
})

const AYSE: Entry['actor'] = { type: 'user', id: 'a', name: 'Ayşe Şen' }
const URL = 'https://hooks.example.com/a'
const MEHMET = { email: 'mehmet@example.com', name: 'Mehmet Kaya' }

const INVITED = { email: MEHMET.email, role: 'read_only' }

type Row = [entity: string, id: string, before: Entry['before'], after: Entry['after']]

/** Entries as the service keeps them, and how they are told. */
const SENTENCES: [row: Row, en: string, tr: string][] = [
  [
    ['member', 'alfa/m', { ...MEHMET, role: 'read_only' }, { ...MEHMET, role: 'front_desk' }],
    'Ayşe Şen gave Mehmet Kaya the role Front desk instead of Read-only',
    'Ayşe Şen, Mehmet Kaya adlı kişinin rolünü değiştirdi: Salt okunur yerine Ön büro',
  ],
  [
    // As it was kept before entries had names.
    ['member', 'alfa/m', null, { email: MEHMET.email, role: 'owner' }],
    'Ayşe Şen let mehmet@example.com into the hotel with the role Owner',
    'Ayşe Şen, mehmet@example.com adlı kişiyi otele ekledi; rolü: Sahip',
  ],
  [
    ['member', 'alfa/m', null, { ...MEHMET, role: 'front_desk', accepted: true }],
    'Mehmet Kaya accepted an invitation and joined the hotel with the role Front desk',
    'Mehmet Kaya daveti kabul edip otele katıldı; rolü: Ön büro',
  ],
  [
    ['invitation', 'alfa/i', null, INVITED],
    'Ayşe Şen invited mehmet@example.com into the hotel with the role Read-only',
    'Ayşe Şen, mehmet@example.com adresini otele davet etti; rolü: Salt okunur',
  ],
  [
    ['invitation', 'alfa/i', { ...INVITED, sentAtMs: 1 }, { ...INVITED, sentAtMs: 2 }],
    'Ayşe Şen sent the invitation of mehmet@example.com again',
    'Ayşe Şen, mehmet@example.com adresinin davetini yeniden gönderdi',
  ],
  [
    ['invitation', 'alfa/i', INVITED, { ...INVITED, role: 'owner' }],
    'Ayşe Şen invited mehmet@example.com anew, with the role Owner instead of Read-only',
    'Ayşe Şen, mehmet@example.com adresini yeniden davet etti; rolü: Salt okunur yerine Sahip',
  ],
  [
    ['invitation', 'alfa/i', INVITED, { ...INVITED, deletedAtMs: 2 }],
    'Ayşe Şen withdrew the invitation of mehmet@example.com',
    'Ayşe Şen, mehmet@example.com adresinin davetini geri çekti',
  ],
  [
    ['user', 'm', {}, { resetLinkMade: true }],
    'Ayşe Şen made a link to choose a new password for the account of m',
    'Ayşe Şen yeni parola bağlantısı oluşturdu: m hesabı',
  ],
  [
    ['room_type', 'alfa/DBL', { name: 'Double', stars: 1 }, { name: 'Twin', stars: 1 }],
    'Ayşe Şen changed the name of room type DBL from Double to Twin',
    'Ayşe Şen değiştirdi: oda tipi DBL, ad: Double yerine Twin',
  ],
  [
    [
      'hotel',
      'alfa',
      { name: 'A', taxes: [] },
      { name: 'A', taxes: [{ name: 'VAT', percentBp: 800 }] },
    ],
    'Ayşe Şen changed the taxes of the hotel A from nothing to VAT 8%',
    'Ayşe Şen değiştirdi: otel A, vergiler: boş yerine VAT %8',
  ],
  [
    ['rate', 'alfa/FLEX', null, { name: 'Flex' }],
    'Ayşe Şen added rate FLEX',
    'Ayşe Şen ekledi: tarife FLEX',
  ],
  [
    ['api_key', 'k', { name: 'PMS', revokedAtMs: null }, { name: 'PMS', revokedAtMs: 1 }],
    'Ayşe Şen revoked API key PMS',
    'Ayşe Şen iptal etti: API anahtarı PMS',
  ],
  [
    ['api_key', 'k', null, { name: 'Channels', vendorId: 'v' }],
    'Ayşe Şen connected the vendor Channels',
    'Ayşe Şen bağladı: sağlayıcı Channels',
  ],
  [
    ['webhook', 'w', { url: URL, active: true }, { url: URL, active: false, deletedAtMs: 1 }],
    `Ayşe Şen deleted the webhook ${URL}`,
    `Ayşe Şen sildi: webhook ${URL}`,
  ],
  [
    ['webhook', 'w', { url: URL, previousUntilMs: null }, { url: URL, previousUntilMs: 1 }],
    `Ayşe Şen gave the webhook ${URL} a new secret`,
    `Ayşe Şen gizli anahtarını yeniledi: webhook ${URL}`,
  ],
  [
    ['export', 'arrivals', null, { from: '2027-04-01', to: '2027-04-02', rows: 12 }],
    'Ayşe Şen exported arrivals, 1 Apr 2027 to 2 Apr 2027: 12 rows',
    'Ayşe Şen dışa aktardı: girişler, 1 Nis 2027 – 2 Nis 2027, 12 satır',
  ],
  [
    ['user', 'u', { name: 'Mehmet' }, { name: 'Mehmet', passwordChanged: true }],
    'Ayşe Şen set a new password for the account of Mehmet',
    'Ayşe Şen yeni parola belirledi: Mehmet hesabı',
  ],
  [
    ['review', 'r', { reply: null }, { reply: 'Thanks' }],
    'Ayşe Şen replied to a review: Thanks',
    'Ayşe Şen bir yorumu yanıtladı: Thanks',
  ],
]

test.each(SENTENCES)('%j is told in both languages', async ([entity, id, was, is], en, tr) => {
  const entry: Entry = {
    entity,
    id,
    actor: AYSE,
    before: was,
    after: is,
    at: '2027-04-01T10:00:00Z',
  }
  await page.chooseLanguage('en')
  expect(told.sentenceOf(entry)).toBe(en)
  await page.chooseLanguage('tr')
  expect(told.sentenceOf(entry)).toBe(tr)
})

test('who did it is told by name, and without one by what they are', async () => {
  await page.chooseLanguage('en')
  const who = (type: Entry['actor']['type'], name: string | null) =>
    told.whoOf({ actor: { type, id: 'x', name } })
  expect(who('user', null)).toBe('An administrator')
  expect(who('key', 'PMS')).toBe('The API key PMS')
  expect(who('vendor', 'Channels')).toBe('The vendor Channels')
  expect(who('system', null)).toBe('The service itself')
})
