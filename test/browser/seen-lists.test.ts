import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import { accessFlaws } from '../support/panel-demo.ts'
import { addPlainHotel, hotelAt } from '../support/panel-rates.ts'
import { defects } from '../support/panel-stays.ts'

const { startDemo, open } = browserSuite()

const SAVER = {
  rateCode: 'SAVER',
  name: 'Saver',
  roomCodes: ['DBL', 'TWN'],
  pricing: { type: 'derived' },
  cancellation: { freeUntilDays: 0, penalty: 'all' },
}

const addTax = async (dialog: Locator): Promise<Locator> => {
  await dialog.getByRole('button', { name: 'Add a tax' }).click()
  await dialog.getByLabel('Code', { exact: true }).last().fill('MINE')
  await dialog.getByLabel('Per cent').last().fill('3')
  const name = dialog.getByLabel('Tax', { exact: true }).last()
  await name.fill('Typed')
  return name
}

/** Fields that take a list's place as a whole: what is typed there, and what a colleague has made of it meanwhile. */
const CASES: {
  what: string
  view: string
  edit: (page: Page) => Locator
  type: (dialog: Locator) => Promise<Locator>
  path: string
  theirs: Record<string, unknown>
}[] = [
  {
    what: 'taxes',
    view: 'hotel',
    edit: (page) => page.getByRole('button', { name: 'Edit: hotel' }),
    type: addTax,
    path: 'hotel',
    theirs: { taxes: [{ code: 'VAT', name: 'KDV', percentBp: 1_000 }] },
  },
  {
    what: 'prices of boards',
    view: 'rooms',
    edit: (page) =>
      page
        .getByRole('row', { name: /Double room/ })
        .getByRole('button')
        .first(),
    type: async (dialog) => {
      const field = dialog.getByLabel(/^Supplement for .*half board/i)
      await field.fill('900')
      return field
    },
    path: 'rooms/DBL',
    theirs: { supplementsCents: { HB: 70_000 } },
  },
  {
    what: 'terms',
    view: 'rates',
    edit: (page) => page.getByRole('row', { name: /Saver/ }).getByRole('button').first(),
    type: async (dialog) => {
      await dialog.getByLabel('Free of charge').selectOption('until')
      const field = dialog.getByLabel('Days before check-in')
      await field.fill('4')
      return field
    },
    path: 'rates/SAVER',
    theirs: { cancellation: { freeUntilDays: 9, penalty: 'all' } },
  },
]

for (const { what, view, edit, type, path, theirs } of CASES)
  test(`${what} that a colleague has changed since the page was read are not written over; what was typed stays (issue 18)`, async () => {
    await using demo = await startDemo()
    const slug = await addPlainHotel(demo)
    await demo.callAs('admin', 'POST', `/v1/panel/rates?hotel=${slug}`, SAVER)
    await using watched = await open(demo, hotelAt(slug, view))
    const { page } = watched
    await edit(page).click()
    const dialog = page.getByRole('dialog')
    const typed = await type(dialog)
    const text = await typed.inputValue()
    const change = (body: object) =>
      demo.callAs('admin', 'PATCH', `/v1/panel/${path}?hotel=${slug}`, body)
    const made = (await change(theirs)).body
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Someone else has changed it in the meantime').waitFor()
    expect(await typed.inputValue()).toBe(text)
    expect(await accessFlaws(page)).toEqual([])
    expect((await change({})).body).toEqual(made)

    // Read anew and written again, it is taken.
    await page.reload()
    await edit(page).click()
    await type(dialog)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await change({})).body).not.toEqual(made)
    expect(defects(watched)).toEqual([])
  })

/** Keeps back every answer to a read of an address until it is told to go on. */
async function holdReads(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(new RegExp(`/v1/panel/${path}\\?`), async (route) => {
    if (route.request().method() !== 'GET') return await route.fallback()
    const response = await route.fetch()
    await promise
    await route.fulfill({ response })
  })
  return resolve
}

test('who edits a rate twice before its list has been read anew is told of nobody else (issue 18)', async () => {
  await using demo = await startDemo()
  const slug = await addPlainHotel(demo)
  await demo.callAs('admin', 'POST', `/v1/panel/rates?hotel=${slug}`, SAVER)
  await using watched = await open(demo, hotelAt(slug, 'rates'))
  const { page } = watched
  const edit = page.getByRole('row', { name: /Saver/ }).getByRole('button').first()
  await edit.waitFor()
  const goOn = await holdReads(page, 'rates')
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('Name', { exact: true })
  let stands = 'Saver'
  for (const next of ['Saver two', 'Saver three', 'Saver four']) {
    await edit.click()
    expect(await name.inputValue()).toBe(stands)
    await name.fill(next)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    stands = next
  }
  goOn()
  await page.getByRole('row', { name: /Saver four/ }).waitFor()
  expect(defects(watched)).toEqual([])
})

test('a form that was opened before its page had read what a colleague made of the hotel takes none of it back (issue 18)', async () => {
  await using demo = await startDemo()
  const slug = await addPlainHotel(demo)
  await using watched = await open(demo, hotelAt(slug, 'rates'))
  const { page } = watched
  await page.getByRole('heading', { level: 1, name: 'Rates' }).waitFor()
  const theirs = { phone: '+90 212 999 99 99', checkinTime: '15:30' }
  const change = (body: object) =>
    demo.callAs('admin', 'PATCH', `/v1/panel/hotel?hotel=${slug}`, body)
  await change(theirs)
  const goOn = await holdReads(page, 'hotel')
  await page.locator('nav a[href$="/hotel"]').click()
  await page.getByRole('button', { name: 'Edit: hotel' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Website').fill('https://mine.example')
  goOn()
  await page.locator('#told').locator('..').locator('..').getByText(theirs.phone).waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await change({})).body).toMatchObject({ ...theirs, website: 'https://mine.example' })
  expect(defects(watched)).toEqual([])
})

test('a per cent that a colleague has changed is not written over by an amount in its place (issue 18)', async () => {
  await using demo = await startDemo()
  const slug = await addPlainHotel(demo)
  const rate = { ...SAVER, pricing: { type: 'derived', percentBp: -1_200 } }
  await demo.callAs('admin', 'POST', `/v1/panel/rates?hotel=${slug}`, rate)
  await using watched = await open(demo, hotelAt(slug, 'rates'))
  const { page } = watched
  await page.getByRole('row', { name: /Saver/ }).getByRole('button').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Per cent').fill('')
  const amount = dialog.getByLabel(/amount/i)
  await amount.fill('-50')
  const path = `/v1/panel/rates/SAVER?hotel=${slug}`
  const theirs = { pricing: { type: 'derived', percentBp: -2_000 } }
  await demo.callAs('admin', 'PATCH', path, theirs)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Someone else has changed it in the meantime').waitFor()
  expect(await amount.inputValue()).toBe('-50')
  expect((await demo.callAs('admin', 'PATCH', path, {})).body).toMatchObject(theirs)
  expect(defects(watched)).toEqual([])
})
