import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { agencyAt } from '../support/panel-demo.ts'
import { defects, sellNights, textOf } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

const { startDemo, open } = browserSuite()

test.each([
  ['en', 'Voucher of the stay', 'Check-in'],
  ['tr', 'Konaklama voucher’ı', 'Giriş'],
] as const)(
  'a voucher in %s is one A4, also of ten rooms with long wishes, and has no price (issue 34)',
  async (language, title, checkin) => {
    await using demo = await startDemo()
    await sellNights(demo, { available: 24 })
    const stay = { roomCode: 'DBL', checkin: dayFromNow(60), checkout: dayFromNow(62), adults: 2 }
    const guest = { firstName: 'Elçin', lastName: 'Sarp', email: 'elcin@example.com' }
    const { body } = await demo.callAs('agency', 'POST', '/v1/acenta/booking-groups', {
      hotelSlug: 'alfa-grand-bosphorus',
      ...{ guest, arrivalTime: '16:30', specialRequests: 'Rooms close to each other. '.repeat(60) },
      stays: Array(10).fill(stay),
    })
    const [{ code, totalPriceCents }] = body.bookings
    await using watched = await open(demo, agencyAt(`voucher/${code}`, { language }))
    const { page } = watched
    await page.getByText(title).last().waitFor()
    const paper = await textOf(page.locator('.voucher'))
    expect(paper).toContain(body.code)
    expect(paper).toContain(checkin)
    expect(paper).toContain('Elçin Sarp')
    // Neither gross nor net, nor any other amount of money.
    expect(totalPriceCents).toBe(200_000)
    expect(paper).not.toMatch(/₺|TRY|1[.,]000|2[.,]000|1[.,]760/)
    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    expect(defects(watched)).toEqual([])
  },
)

test('a voucher names who booked also after the first stay of a reservation is cancelled (issue 34)', async () => {
  await using demo = await startDemo()
  await sellNights(demo, { available: 24 })
  const stay = { roomCode: 'DBL', checkin: dayFromNow(60), checkout: dayFromNow(62), adults: 2 }
  const guest = { firstName: 'Elçin', lastName: 'Sarp', email: 'elcin@example.com' }
  const order = { hotelSlug: 'alfa-grand-bosphorus', guest, stays: [stay, stay] }
  const { body } = await demo.callAs('agency', 'POST', '/v1/acenta/booking-groups', order)
  const [{ code }] = body.bookings
  const cancelled = await demo.callAs('agency', 'POST', `/v1/acenta/bookings/${code}/cancel`, {})
  expect(cancelled.status).toBe(200)
  await using watched = await open(demo, agencyAt(`voucher/${code}`))
  await watched.page.locator('.voucher').getByText('Elçin Sarp').waitFor()
  expect(defects(watched)).toEqual([])
})
