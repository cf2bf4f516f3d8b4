import { expect, test } from 'bun:test'
import { guestPages } from '../../src/guests/guest-pages.ts'
import { readKey } from '../../src/guests/lib/key.ts'
import type { Problem } from '../../src/http/guests/page-shape.ts'
import { createLog } from '../../src/log.ts'
import { book, CARLA, sell } from '../support/bookings.ts'
import { bookedLink, guestPageOf } from '../support/guest-page.ts'
import { startService } from '../support/service.ts'

// `/booking` as a browser without a script uses it (contract-access, *A booking's own key*).

const unasked = async (): Promise<never> => {
  throw new Error('nothing was to be asked')
}
/** A visit of whoever has opened nothing. */
const NOBODY = {
  ...{ form: {}, acceptLanguage: '', nowMs: 0, read: unasked, ask: unasked },
  ...{
    slug: null,
    query: new URLSearchParams(),
    publicUrl: '',
    isMailed: unasked,
    isSelling: false,
  },
  ...{ tokenOf: unasked, isListed: unasked, send: unasked, acceptEncoding: '' },
}
const BOLD = '<b>Carla</b>'

test('the page asks for code and manage code, in the language of the address, else of the browser', async () => {
  await using service = await startService()
  const visit = guestPageOf(service)

  const english = await visit()
  expect(english.status).toBe(200)
  expect(english.html).toStartWith('<!doctype html><html lang="en">')
  expect(english.text).toContain('Manage code')
  const byBrowser = await visit(undefined, { headers: { 'accept-language': 'de, tr-TR;q=0.8' } })
  expect(byBrowser.text).toContain('Yönetim kodu')
  const byAddress = await visit(undefined, {
    query: '?lang=en',
    headers: { 'accept-language': 'tr' },
  })
  expect(byAddress.html).toContain('<html lang="en">')
})

test('without a script the page says what to do with a link: it is taken whole, in the first field', async () => {
  await using service = await startService()
  await sell(service)
  const visit = guestPageOf(service)
  const { code, token } = await bookedLink(service)
  const entry = await visit()
  expect(entry.html).toContain('<noscript><p>Scripts are off in this browser')
  const typed = { code: ` https://stay.example/booking#${code}.${token} ` }
  expect((await entry.press('Open the booking', typed)).text).toContain('Booked, Carla.')
})

test('no answer of the page is kept, tells another page where it was, or loads what is not the service’s own', async () => {
  await using service = await startService()
  const visit = guestPageOf(service)
  for (const { headers, html } of [await visit(), await visit({ act: 'open', code: 'NONE' })]) {
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    const policy = headers.get('content-security-policy')
    expect(policy).toStartWith("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).toEndWith("frame-ancestors 'none'")
    expect(headers.get('set-cookie')).toBeNull()
    expect(html).not.toMatch(/(src|href|action)="(?!\/booking|\?|data:image|tel:|#content")/)
    expect(html).not.toMatch(/ style=| on\w+=|<script>|<style>/)
  }
})

test('code and e-mail see the booking, with nothing that acts on it', async () => {
  await using service = await startService()
  await sell(service)
  const visit = guestPageOf(service)
  const { code } = (await book(service.call, { language: 'tr' })).body

  const { status, text, html } = await visit({ act: 'see', code, email: CARLA.toUpperCase() })
  expect(status).toBe(200)
  // In the language that the guest booked in.
  expect(text).toContain(`Kodunuz ${code}`)
  expect(text).toContain('1–3 Nisan 2027, 2 gece')
  expect(text).toContain('Otelde ödenecek €200')
  expect(html).not.toContain('value="cancel"')
  expect(html).not.toContain('value="change"')
})

test('what opens no booking is told alike, whichever part of it is wrong', async () => {
  await using service = await startService()
  await sell(service)
  const visit = guestPageOf(service)
  const { code } = (await book(service.call)).body

  const answers = [
    await visit({ act: 'see', code, email: 'nobody@example.com' }),
    await visit({ act: 'see', code: 'AAAAAAAAAA', email: CARLA }),
    await visit({ act: 'open', code, group1: 'wrong' }),
    await visit({ act: 'cancel', code, token: 'wrong' }),
  ]
  for (const { status, text, html } of answers) {
    expect(status).toBe(404)
    expect(text).toContain('We find no booking with these.')
    expect(text).not.toContain('Hotel alfa')
    // Whoever does not see the note is told it at the field.
    expect(html).toContain('aria-describedby="said')
  }
})

test('a name that looks like markup is text', async () => {
  await using service = await startService()
  await sell(service)
  const visit = guestPageOf(service)
  const guest = { firstName: BOLD, lastName: '"><script>', email: CARLA }
  const { code } = (await book(service.call, { guest, specialRequests: BOLD })).body

  const { html, text } = await visit({ act: 'see', code, email: CARLA })
  expect(text).toContain(BOLD)
  expect(html).not.toContain('<b>')
  expect(html).not.toContain('"><script>')
})

test('what is typed stays in its field when it opened nothing, and cannot leave it', async () => {
  await using service = await startService()
  const visit = guestPageOf(service)
  const { html } = await visit({ act: 'see', code: '"><b>', email: 'a"b@example.com' })
  expect(html).toContain('value="&quot;>&lt;b>"')
  expect(html).toContain('value="a&quot;b@example.com"')
})

test('the page counts for the limit of its visitor’s address, what it asks with it, and keeps what opens the booking', async () => {
  await using service = await startService({ publicRatePerMinute: 4 })
  await sell(service)
  const visit = guestPageOf(service)
  // The booking is a call, too.
  const link = await bookedLink(service)
  expect((await visit()).status).toBe(200)
  const opened = await visit({ ...link, act: 'see' })
  expect((await opened.press('Cancel the booking')).status).toBe(200)

  const { status, headers, text, fieldsOf } = await opened.press('Cancel the booking')
  expect(status).toBe(429)
  const seconds = Number(headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(text).toContain(`wait ${seconds} seconds`)
  expect(fieldsOf('Try again')).toMatchObject({ code: link.code, token: link.token })
})

test.each([
  [45, '45 seconds', '45 saniye'],
  [600, '10 minutes', '10 dakika'],
  [8_000, '3 hours', '3 saat'],
])(
  'a wait of %i seconds is told as %s, and never shorter than it is',
  async (seconds, english, turkish) => {
    const problem = { status: 429, code: 'rate_limited', retryAfterSeconds: seconds } as Problem
    for (const [lang, words] of [
      ['en', english],
      ['tr', turkish],
    ] as const) {
      const { status, text, headers } = await guestPages.booking({ ...NOBODY, lang, problem })
      expect(status).toBe(429)
      expect(headers).toEqual({ 'retry-after': String(seconds) })
      expect(text).toContain(words)
    }
  },
)

test('what is typed is read in a time that grows with its length alone', () => {
  const long = '#'.repeat(10_000)
  const texts = ['#'.repeat(31_000), `${long}.${long}.${long} x`, `#a.b${' '.repeat(30_000)}x`]
  // Each took seconds of everybody's: together more than a test may.
  for (const code of [...texts, ...texts])
    expect(readKey({ ...NOBODY, form: { code }, lang: null })).not.toHaveProperty('token')
})

test('a form that is too large, or none, is refused with a page', async () => {
  await using service = await startService()
  const visit = guestPageOf(service)
  const large = await visit({ act: 'open', code: 'A'.repeat(40_000) })
  expect(large.status).toBe(413)
  expect(large.text).toContain('too much text')
  const { app } = service
  expect((await app.handle(new Request('http://localhost/booking'))).status).toBe(404)
})

test('a database that cannot be read is told in words and logged once, without what opens a booking', async () => {
  const lines: string[] = []
  const log = createLog('error', (line) => void lines.push(line))
  await using service = await startService({ log })
  const visit = guestPageOf(service)
  await service.closeStore()
  const { status, text } = await visit({ act: 'see', code: 'AAAAAAAAAA', email: CARLA })
  // PostgreSQL says that it is away.
  expect([500, 503]).toContain(status)
  // PostgreSQL's being away is logged where it is noticed.
  if (status === 500) expect(lines).toHaveLength(1)
  expect(lines.join()).not.toContain(CARLA)
  expect(text).toContain('That did not work')
})
