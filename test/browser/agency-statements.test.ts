import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { agencyAt, pageFlaws } from '../support/panel-demo.ts'
import { defects, giveCredit, placeOrder, sellNights, textOf } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

const { startDemo, open } = browserSuite()

test.each([
  ['en', 1440, 'light', '₺3,300', '₺396', '₺2,904'],
  ['tr', 390, 'dark', '₺3.300', '₺396', '₺2.904'],
] as const)(
  'a month’s statement in %s at %i pixels has the sums of its lines, is printed on one A4, and has no flaw (issue 34)',
  async (language, width, theme, gross, commission, owed) => {
    await using demo = await startDemo()
    await giveCredit(demo)
    // The rate that gives nothing back costs 12 % less: what is cancelled stays owed.
    await sellNights(demo, { available: 24, priceCents: 187_500 / 2 })
    const order = { rateCode: 'NRF', payment: { collect: 'agency' } }
    for (const lastName of ['Aktaş', 'Ilgaz']) {
      const guest = { firstName: 'Nilgün', lastName, email: 'nilgun@example.com' }
      const { code } = await placeOrder(demo, { ...order, guest }, 'agency')
      await demo.callAs('agency', 'POST', `/v1/acenta/bookings/${code}/cancel`)
    }
    const month = dayFromNow(62).slice(0, 7)
    await using watched = await open(
      demo,
      agencyAt(`statements?month=${month}`, { language, width, theme }),
    )
    const { page } = watched
    await page.locator('tfoot').waitFor()
    expect(await pageFlaws(page)).toEqual([])
    const sums = await textOf(page.locator('tfoot'))
    for (const amount of [gross, commission, owed]) expect(sums).toContain(amount)
    expect(await page.locator('.statement tbody tr.is-line').count()).toBe(2)
    expect(await textOf(page.locator('.statement-strip'))).toContain(owed)

    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)

    await page.locator('tr.is-head a').click()
    await page.locator('.statement .pairs').waitFor()
    expect(await pageFlaws(page)).toEqual([])
    expect(await textOf(page.locator('tfoot'))).toContain(owed)
    expect(defects(watched)).toEqual([])
  },
)
