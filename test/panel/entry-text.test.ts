import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { AuditEntry as Entry } from '../../src/client/call.ts'
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

type Sentence = [row: Row, en: string, tr: string]

const WEEK = { roomCode: 'DBL', rateCode: null, from: '2026-12-12', to: '2026-12-18', nights: 7 }
const sum = (of: number) => ({ nights: 7, least: of, most: of })
const LOWERED = { ...sum(550), before: { least: 800_000, most: 900_000 } }

/** Entries as the service keeps them, and how they are told. */
const SENTENCES: Sentence[] = [
  [
    ['user', 'm', { name: 'Ali', secondFactor: false }, { name: 'Ali', secondFactor: true }],
    'Ayşe Şen switched two-step sign-in on for the account of Ali',
    'Ayşe Şen iki adımlı doğrulamayı açtı: Ali hesabı',
  ],
  [
    ['user', 'm', { name: 'Ali', secondFactor: true }, { name: 'Ali', secondFactor: false }],
    'Ayşe Şen switched two-step sign-in off for the account of Ali',
    'Ayşe Şen iki adımlı doğrulamayı kapattı: Ali hesabı',
  ],
  [
    ['user', 'm', { name: 'Ali' }, { name: 'Ali', recoveryCodesRenewed: true }],
    'Ayşe Şen made new recovery codes for the account of Ali',
    'Ayşe Şen kurtarma kodlarını yeniledi: Ali hesabı',
  ],
  [
    ['user', 'm', { name: 'Ali' }, { name: 'Ali', sessionsEnded: 2 }],
    'Ayşe Şen ended 2 sessions of the account of Ali',
    'Ayşe Şen 2 oturumu sonlandırdı: Ali hesabı',
  ],
  [
    [
      ...(['hotel', 'alfa'] as const),
      { name: 'Alfa', secondFactorRequired: false },
      { name: 'Alfa', secondFactorRequired: true },
    ],
    'Ayşe Şen asks everybody of the hotel Alfa for two-step sign-in',
    'Ayşe Şen iki adımlı doğrulamayı zorunlu kıldı: otel Alfa',
  ],
  [
    [
      ...(['hotel', 'alfa'] as const),
      { name: 'Alfa', secondFactorRequired: true },
      { name: 'Alfa', secondFactorRequired: false },
    ],
    'Ayşe Şen asks nobody of the hotel Alfa for two-step sign-in any more',
    'Ayşe Şen iki adımlı doğrulama zorunluluğunu kaldırdı: otel Alfa',
  ],
  [
    ['user', 'm', { name: 'Ali', language: null }, { name: 'Ali', language: 'tr' }],
    'Ayşe Şen changed the language of the account of Ali from nothing to tr',
    'Ayşe Şen değiştirdi: Ali hesabı, dil: boş yerine tr',
  ],
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
    ['user', 'm', { name: 'Mehmet' }, { name: 'Mehmet', resetLinkMade: true }],
    'Ayşe Şen made a link to choose a new password for the account of Mehmet',
    'Ayşe Şen yeni parola bağlantısı oluşturdu: Mehmet hesabı',
  ],
  [
    ['desk', 'ABCDEFGHJK', null, { link: 'handed_over' }],
    'Ayşe Şen handed over the link of booking ABCDEFGHJK',
    'Ayşe Şen bağlantıyı konuğa verdi: rezervasyon ABCDEFGHJK',
  ],
  [
    ['desk', 'ABCDEFGHJK', null, { link: 'renewed' }],
    'Ayşe Şen handed over a new link of booking ABCDEFGHJK and ended the earlier ones',
    'Ayşe Şen konuğa yeni bir bağlantı verip öncekileri sonlandırdı: rezervasyon ABCDEFGHJK',
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
  // To the last basis point, as mails have it: what was agreed is no other number.
  [
    [
      'hotel',
      'alfa',
      { name: 'A', taxes: [] },
      { name: 'A', taxes: [{ name: 'VAT', percentBp: 1_055 }] },
    ],
    'Ayşe Şen changed the taxes of the hotel A from nothing to VAT 10.55%',
    'Ayşe Şen değiştirdi: otel A, vergiler: boş yerine VAT %10,55',
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
    ['visit', 'alfa', null, { name: 'Alfa' }],
    'Ayşe Şen opened the panel of Alfa',
    'Ayşe Şen şu otelin panelini açtı: Alfa',
  ],
  [
    ['export', 'arrivals', null, { from: '2027-04-01', to: '2027-04-02', rows: 12 }],
    'Ayşe Şen exported arrivals, 1 Apr 2027 to 2 Apr 2027: 12 rows',
    'Ayşe Şen dışa aktardı: girişler, 1 Nis 2027 – 2 Nis 2027, 12 satır',
  ],
  [
    ['days', 'p', null, { more: 0, parts: [{ ...WEEK, fields: { priceCents: sum(950_000) } }] }],
    'Ayşe Şen set the price of DBL, 12 Dec 2026 – 18 Dec 2026, 7 nights: 950,000',
    'Ayşe Şen belirledi: DBL, fiyat, 12 Ara 2026 – 18 Ara 2026, 7 gece: 950.000',
  ],
  [
    ['days', 'p', null, { more: 0, parts: [{ ...WEEK, fields: { priceCents: LOWERED } }] }],
    'Ayşe Şen set the price of DBL, 12 Dec 2026 – 18 Dec 2026, 7 nights: 800,000 – 900,000 → 550',
    'Ayşe Şen belirledi: DBL, fiyat, 12 Ara 2026 – 18 Ara 2026, 7 gece: 800.000 – 900.000 → 550',
  ],
  [
    ['days', 'p', null, { more: 0, parts: [{ ...WEEK, fields: { closed: sum(1) } }] }],
    'Ayşe Şen closed DBL, 12 Dec 2026 – 18 Dec 2026, 7 nights',
    'Ayşe Şen satışa kapattı: DBL, 12 Ara 2026 – 18 Ara 2026, 7 gece',
  ],
  [
    ['days', 'p', null, { more: 0, parts: [{ ...WEEK, fields: { closed: sum(0) } }] }],
    'Ayşe Şen opened DBL, 12 Dec 2026 – 18 Dec 2026, 7 nights',
    'Ayşe Şen satışa açtı: DBL, 12 Ara 2026 – 18 Ara 2026, 7 gece',
  ],
  [
    [
      ...(['days', 'p', null] as const),
      { more: 0, parts: [{ ...WEEK, rateCode: 'NRF', fields: { minStay: sum(3) } }] },
    ],
    'Ayşe Şen set the minimum stay of DBL NRF, 12 Dec 2026 – 18 Dec 2026, 7 nights: 3',
    'Ayşe Şen belirledi: DBL NRF, en az gece, 12 Ara 2026 – 18 Ara 2026, 7 gece: 3',
  ],
  [
    ['days', 'p', null, { more: 2, parts: [{ ...WEEK, fields: { closed: sum(0) } }] }],
    'Ayşe Şen changed days',
    'Ayşe Şen günleri değiştirdi',
  ],
  ...(
    [
      ['booked', 'Ayşe Şen booked K7 for Carla Çelik', 'Ayşe Şen rezervasyon yaptı'],
      ['held', 'Ayşe Şen held K7 for Carla Çelik', 'Ayşe Şen opsiyon aldı'],
      ['changed', 'Ayşe Şen changed booking K7 of Carla Çelik', 'Ayşe Şen rezervasyonu değiştirdi'],
      [
        'confirmed',
        'Ayşe Şen confirmed booking K7 of Carla Çelik',
        'Ayşe Şen rezervasyonu onayladı',
      ],
      [
        'cancelled',
        'Ayşe Şen cancelled booking K7 of Carla Çelik',
        'Ayşe Şen rezervasyonu iptal etti',
      ],
      ['expired', 'The hold K7 of Carla Çelik ran out', 'Opsiyonun süresi doldu'],
      [
        'no_show',
        'Ayşe Şen marked booking K7 of Carla Çelik as a no-show',
        'Ayşe Şen no-show olarak işaretledi',
      ],
      ['completed', 'The stay K7 of Carla Çelik is over', 'Konaklama tamamlandı'],
      [
        'reinstated',
        'Ayşe Şen reinstated booking K7 of Carla Çelik',
        'Ayşe Şen rezervasyonu geri aldı',
      ],
    ] as const
  ).map(
    ([what, en, tr]): Sentence => [
      ['booking', 'K7', null, { what, guest: 'Carla Çelik', revision: 1 }],
      en,
      `${tr}: K7, Carla Çelik`,
    ],
  ),
  [
    ['user', 'u', { name: 'Mehmet' }, { name: 'Mehmet', passwordChanged: true }],
    'Ayşe Şen set a new password for the account of Mehmet',
    'Ayşe Şen yeni parola belirledi: Mehmet hesabı',
  ],
  [
    ['user', 'u', { name: 'Mehmet' }, { name: 'Mehmet', passkeyAdded: 'Telephone' }],
    'Ayşe Şen added the passkey “Telephone” to the account of Mehmet',
    'Ayşe Şen geçiş anahtarı ekledi: Mehmet hesabı, “Telephone”',
  ],
  [
    ['user', 'u', { name: 'Mehmet' }, { name: 'Mehmet', passkeyRemoved: 'Telephone' }],
    'Ayşe Şen removed the passkey “Telephone” of the account of Mehmet',
    'Ayşe Şen geçiş anahtarını kaldırdı: Mehmet hesabı, “Telephone”',
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

test.each([
  ['en', ['company: nothing → Ege · 123', 'extras: 1 × Transfer → 2 × Transfer'], 'deposit'],
  ['tr', ['firma: boş → Ege · 123', 'ek hizmetler: 1 × Transfer → 2 × Transfer'], 'kapora'],
] as const)(
  'the details of a booking are told in %s (contract-groups)',
  async (lang, lines, word) => {
    await page.chooseLanguage(lang)
    const line = { code: 'T', name: 'Transfer', per: 'stay', unitPriceCents: 1, totalCents: 1 }
    const company = { name: 'Ege', taxNumber: '123', taxOffice: null, address: null, email: null }
    const paid = (guarantee: object | null) => ({ collect: 'agency', guarantee, paidCents: 0 })
    const entry: Entry = {
      ...{ entity: 'booking', id: 'A', actor: AYSE, at: '2027-04-01T10:00:00Z' },
      before: {
        company: null,
        extras: [{ ...line, quantity: 1 }],
        guestNames: [],
        payment: paid(null),
      },
      after: {
        ...{ what: 'changed', company, extras: [{ ...line, quantity: 2 }] },
        guestNames: [{ firstName: 'Can', lastName: 'Çelik', isChild: true }],
        payment: paid({ type: 'deposit', amountCents: 5_000, reference: 'V-1' }),
      },
    }
    const toldLines = told
      .changesOf(entry, 'EUR')
      .map(({ field, before, after }) => `${field}: ${before} → ${after}`)
    expect(toldLines).toEqual(expect.arrayContaining([...lines]))
    expect(toldLines.join()).toMatch(new RegExp(`Can Çelik \\(.+\\).*${word} · .*50.*V-1`))
  },
)

test.each([
  [
    'en',
    'DBL, 3–5 Dec 2020: 4 rooms, released 14 days before; XXL, 24 Dec 2020: 1 room, released 1 day before',
  ],
  [
    'tr',
    'DBL, 3–5 Ara 2020: 4 oda, 14 gün önce otele döner; XXL, 24 Ara 2020: 1 oda, 1 gün önce otele döner',
  ],
] as const)(
  'allotments are told in words by nights and room type, in %s (contract-agencies, *Allotment*)',
  async (language, ranges) => {
    await page.chooseLanguage(language)
    const setAside = [
      { roomCode: 'DBL', from: '2020-12-03', to: '2020-12-05', rooms: 4, releaseDays: 14 },
      { roomCode: 'XXL', from: '2020-12-24', to: '2020-12-24', rooms: 1, releaseDays: 1 },
    ]
    const entry = {
      ...{ at: '2020-11-01T08:00:00Z', entity: 'allotment', id: 'alfa/DELTA', actor: AYSE },
      ...{ before: { days: 3, ranges: [] }, after: { days: 4, ranges: setAside } },
    } as unknown as Entry
    const said = told.changesOf(entry).at(-1)?.after
    expect(said?.replace(/\s–\s/, '–')).toBe(ranges)
  },
)

test('who did it is told by name, and without one by what they are', async () => {
  await page.chooseLanguage('en')
  const who = (type: Entry['actor']['type'], name: string | null) =>
    told.whoOf({ actor: { type, id: 'x', name } })
  expect(who('user', null)).toBe('An administrator')
  expect(who('key', 'PMS')).toBe('The API key PMS')
  expect(who('vendor', 'Channels')).toBe('The vendor Channels')
  expect(who('booking', null)).toBe('The guest')
  expect(who('system', null)).toBe('The service itself')
})
