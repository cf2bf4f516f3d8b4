import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import { NO_NAMES } from '../support/catalog.ts'
import {
  accessFlaws,
  lookThrough,
  managerAt,
  OPPOSITE_LOOKS,
  openDialog,
} from '../support/panel-demo.ts'
import { addPlainHotel, addRate, hotelAt } from '../support/panel-rates.ts'
import { defects, focusOnFlaw, textOf } from '../support/panel-stays.ts'

const { startDemo, open } = browserSuite()

const rowOf = (page: Page, code: string) =>
  page.locator('tbody tr').filter({ has: page.getByText(code, { exact: true }) })
const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Save' }).click()

test('a hotel without rates is told what they are for; a derived one is made and changed, and told in words (issue 14)', async () => {
  await using demo = await startDemo()
  const slug = await addPlainHotel(demo)
  await using watched = await open(demo, hotelAt(slug, 'rates'))
  const { page, offOrigin } = watched
  await page.getByText('Sell the same room on different terms').waitFor()
  expect(await page.locator('.table').count()).toBe(0)
  expect(await accessFlaws(page)).toEqual([])
  const dialog = await openDialog(page, 'New rate')
  await dialog.getByLabel('Name', { exact: true }).fill('Non-refundable')
  await dialog.getByLabel('Code').fill('NRF')
  // As a telephone's keyboard writes a minus.
  await dialog.getByLabel('Per cent more or less').fill('−12.5')
  await dialog.getByLabel('Then an amount in TRY').fill('100')
  await dialog.getByLabel('Rounded').selectOption({ label: 'to 50' })
  await dialog.getByText('becomes').waitFor()
  for (const room of await dialog.locator('.checks label').allTextContents())
    if (room !== 'Double room') await dialog.getByLabel(room, { exact: true }).uncheck()
  await dialog.getByLabel('A cancellation costs').selectOption('all')
  await dialog.getByLabel('Free of charge').selectOption('never')
  await dialog.getByText('No free cancellation: the whole total').waitFor()
  await save(dialog)
  await dialog.waitFor({ state: 'detached' })
  const row = rowOf(page, 'NRF')
  const shown = await textOf(row)
  for (const part of [
    'Standard, 12.5% less, ₺100 more, rounded to ₺50',
    'Double room',
    'No free cancellation',
  ])
    expect(shown).toContain(part)
  const made = async () =>
    (await demo.callAs('admin', 'GET', `/v1/panel/rates?hotel=${slug}`)).body.items[1]
  expect(await made()).toEqual({
    ...{ rateCode: 'NRF', name: 'Non-refundable', ...NO_NAMES },
    ...{ boardCode: null, roomCodes: ['DBL'] },
    pricing: { type: 'derived', percentBp: -1_250, amountCents: 10_000, roundTo: 5_000 },
    guests: null,
    cancellation: { freeUntilDays: null, penalty: 'all' },
    ...{ public: true, active: true },
  })

  await row.getByRole('button').click()
  await dialog.getByLabel('Price by the number of guests').check()
  await dialog.getByLabel('Less for each guest fewer, %').fill('15')
  await dialog.getByRole('button', { name: 'Add an age group' }).click()
  await dialog.getByLabel('Up to age').fill('6')
  await dialog.getByLabel('Amount or per cent').fill('25')
  await dialog.getByLabel('Then an amount in TRY').fill('')
  await dialog.getByLabel('Free of charge').selectOption('until')
  await dialog.getByLabel('Days before check-in').fill('3')
  await dialog.getByLabel('Everybody may book it').uncheck()
  await save(dialog)
  await row.getByText('Hotel only').waitFor()
  expect(await textOf(row)).toContain('Free until 3 days before, then the whole total')
  expect(await made()).toMatchObject({
    pricing: { type: 'derived', percentBp: -1_250, roundTo: 5_000 },
    guests: { adults: 2, lessPercentBp: 1_500, children: [{ toAge: 6, percentBp: 2_500 }] },
    cancellation: { freeUntilDays: 3, penalty: 'all' },
    public: false,
  })
  expect(defects(watched)).toEqual([])
  expect(offOrigin).toEqual([])
})

test('what is wrong with a rate stands at its field; the standard one has what it may have (contract-rates)', async () => {
  await using demo = await startDemo()
  await addRate(demo, { rateCode: 'OPEN' })
  await using watched = await open(demo, managerAt('rates'))
  const { page } = watched
  await page.locator('.table').waitFor()
  const dialog = await openDialog(page, 'New rate')
  await dialog.getByLabel('Per cent more or less').fill('a lot')
  await save(dialog)
  const percent = dialog.getByLabel('Per cent more or less')
  expect(await percent.getAttribute('aria-invalid')).toBe('true')
  await percent.fill('-200')
  await dialog.getByLabel('Name', { exact: true }).fill('Wrong')
  await dialog.getByLabel('Code').fill('BAD')
  await dialog.getByLabel('Price by the number of guests').check()
  for (const [at, age] of ['12', '6'].entries()) {
    await dialog.getByRole('button', { name: 'Add an age group' }).click()
    await dialog.getByLabel('Up to age').nth(at).fill(age)
    await dialog.getByLabel('Amount or per cent').nth(at).fill('50')
  }
  await save(dialog)
  await focusOnFlaw(page)
  expect(await percent.getAttribute('aria-invalid')).toBe('true')
  await percent.fill('-20')
  await save(dialog)
  await focusOnFlaw(page)
  const invalid = (at: number) =>
    dialog.getByLabel('Up to age').nth(at).getAttribute('aria-invalid')
  expect([await invalid(0), await invalid(1)]).toEqual([null, 'true'])
  expect(await accessFlaws(page)).toEqual([])
  await dialog.getByLabel('Up to age').nth(1).fill('15')
  await save(dialog)
  await dialog.waitFor({ state: 'detached' })

  await rowOf(page, 'STD').getByRole('button').click()
  for (const label of ['Price', 'Board in the price', 'On sale', 'Code'])
    expect([label, await dialog.getByLabel(label, { exact: true }).count()]).toEqual([label, 0])
  await dialog.getByLabel('A cancellation costs').selectOption('first_night')
  await save(dialog)
  await rowOf(page, 'STD').getByText('Free until the day of check-in').waitFor()
  expect(defects(watched)).toEqual([])
})

test('taxes of the hotel are said and changed as a list, by the hotel and by an admin (contract-rates)', async () => {
  await using demo = await startDemo()
  const slug = await addPlainHotel(demo)
  const taxes = async () =>
    (await demo.callAs('admin', 'GET', `/v1/panel/hotel?hotel=${slug}`)).body.taxes
  await using watched = await open(demo, hotelAt(slug, 'hotel'))
  const { page } = watched
  const dialog = await openDialog(page, 'Edit: hotel')
  for (const [at, [code, name, percent]] of [
    ['VAT', 'KDV', '10'],
    ['STAY', 'Accommodation tax', '95'],
  ].entries()) {
    await dialog.getByRole('button', { name: 'Add a tax' }).click()
    await dialog.getByLabel('Code', { exact: true }).nth(at).fill(code!)
    await dialog.getByLabel('Tax', { exact: true }).nth(at).fill(name!)
    await dialog.getByLabel('Per cent').nth(at).fill(percent!)
  }
  await save(dialog)
  await dialog.getByText('All taxes together are at most 100 %.').waitFor()
  await dialog.getByLabel('Per cent').nth(1).fill('two')
  await save(dialog)
  await focusOnFlaw(page)
  expect(await accessFlaws(page)).toEqual([])
  await dialog.getByLabel('Per cent').nth(1).fill('2.5')
  await save(dialog)
  await page.getByText('KDV 10% · Accommodation tax 2.5%').waitFor()
  expect(await taxes()).toEqual([
    { code: 'VAT', name: 'KDV', percentBp: 1_000, ...NO_NAMES },
    { code: 'STAY', name: 'Accommodation tax', percentBp: 250, ...NO_NAMES },
  ])

  await page.goto(`${demo.url}/admin#/hotels/${slug}`)
  await page.getByText('KDV 10% · Accommodation tax 2.5%').waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
  await dialog.getByRole('button', { name: 'Remove this tax' }).first().click()
  await save(dialog)
  await dialog.waitFor({ state: 'detached' })
  expect(await taxes()).toEqual([
    { code: 'STAY', name: 'Accommodation tax', percentBp: 250, ...NO_NAMES },
  ])
  expect(defects(watched)).toEqual([])
})

test.each(['en', 'tr'] as const)(
  'rates in %s fit a telephone and a desk in both themes, and axe finds nothing',
  async (language) => {
    await using demo = await startDemo()
    await addRate(demo, {
      ...{ rateCode: 'OPEN', roomCodes: ['DBL', 'TWN'] },
      pricing: { type: 'derived', percentBp: 1_250 },
      guests: { adults: 2, moreCents: 250_000, children: [{ toAge: 5, amountCents: 0 }] },
      cancellation: { freeUntilDays: 3, penalty: 'percent', percentBp: 5_000 },
    })
    await using watched = await open(demo, managerAt('rates', { language }))
    const { page } = watched
    await page.locator('.table').waitFor()
    expect(await textOf(page.locator('h1'))).toBe(language === 'tr' ? 'Fiyat tarifeleri' : 'Rates')
    await lookThrough(page, OPPOSITE_LOOKS, (flaws) => expect(flaws).toEqual([]))
    await rowOf(page, 'OPEN').getByRole('button').click()
    await page.getByRole('dialog').waitFor()
    await lookThrough(page, OPPOSITE_LOOKS, (flaws) => expect(flaws).toEqual([]))
    expect(defects(watched)).toEqual([])
  },
)
