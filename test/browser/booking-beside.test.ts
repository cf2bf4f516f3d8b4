import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import { act, managerAt, type PanelDemo, pageFlaws, press } from '../support/panel-demo.ts'
import { defects, placeOrder, sellNights } from '../support/panel-stays.ts'
import { dayFromNow, until } from '../support/process.ts'

// A booking beside its list (panel.md d, D3; issue 33 §6).

const { startDemo, open } = browserSuite()

const STAY = { checkin: dayFromNow(200), checkout: dayFromNow(202) }
const LIST = `bookings?from=${STAY.checkin}&to=${STAY.checkin}&sort=guest`

/** Three guests who arrive on one day, in the order of the list. @returns their codes */
async function bookThree(demo: PanelDemo): Promise<string[]> {
  await sellNights(demo, { from: STAY.checkin, nights: 2, available: 9 })
  const codes: string[] = []
  for (const firstName of ['Ayşe', 'Berk', 'Cem']) {
    const guest = { firstName, lastName: firstName, email: 'a@example.com' }
    codes.push((await placeOrder(demo, { ...STAY, guest }, 'manager')).code)
  }
  return codes
}

const nameIn = (page: Page) => page.locator('.side-panel .name')
const rowOf = (page: Page, name: string) => page.getByRole('link', { name: `${name} ${name}` })
const focusOf = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

test('a row opens beside the list; arrows go on to the next, Escape closes it and its row has the focus (issue 33 §6)', async () => {
  await using demo = await startDemo()
  const codes = await bookThree(demo)
  await using watched = await open(demo, managerAt(LIST))
  const { page } = watched
  await rowOf(page, 'Ayşe').click()
  await nameIn(page).getByText('Ayşe Ayşe').waitFor()
  await page.getByText('1 of 3 in the list').waitFor()
  expect(page.url()).toContain(`beside=${codes[0]}`)
  expect(await pageFlaws(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await nameIn(page).getByText('Berk Berk').waitFor()
  await press(page, 'Next booking in the list')
  await nameIn(page).getByText('Cem Cem').waitFor()
  expect(await page.getByRole('button', { name: 'Next booking in the list' }).isDisabled()).toBe(
    true,
  )
  await page.keyboard.press('ArrowUp')
  await nameIn(page).getByText('Berk Berk').waitFor()
  // It has an address of its own.
  await page.reload()
  await nameIn(page).getByText('Berk Berk').waitFor()
  await rowOf(page, 'Berk').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.side-panel').waitFor({ state: 'detached' })
  await until('the row has the focus', async () => (await focusOf(page)) === 'Berk Berk')
  expect(page.url()).toContain('sort=guest')
  expect(page.url()).not.toContain('beside')

  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Open as a page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Berk Berk' }).waitFor()
  expect(page.url()).toContain(`bookings/${codes[1]}?`)
  await press(page, 'Next booking in the list')
  await page.getByRole('heading', { level: 1, name: 'Cem Cem' }).waitFor()
  expect(defects(watched)).toEqual([])
})

test('arrows write in a field and leave it alone; what is typed is asked about before the next booking and never stands in it (D3)', async () => {
  await using demo = await startDemo()
  await bookThree(demo)
  await using watched = await open(demo, managerAt(LIST))
  const { page } = watched
  const asked: string[] = []
  let answer: 'accept' | 'dismiss' = 'dismiss'
  page.on('dialog', async (dialog) => {
    asked.push(dialog.message())
    await dialog[answer]()
  })
  await rowOf(page, 'Ayşe').click()
  const note = page.getByLabel('Note', { exact: true })
  await note.fill('Allergic to nuts')
  await page.keyboard.press('ArrowDown')
  expect(asked).toEqual([])
  for (const leave of [
    () => press(page, 'Next booking in the list'),
    () => page.keyboard.press('Escape'),
    () => page.keyboard.press('ArrowDown'),
    () => rowOf(page, 'Cem').click(),
  ]) {
    await leave()
    await until('it asks', async () => asked.length > 0)
    expect(asked.splice(0)).toEqual(['What you typed is not saved. Leave this page?'])
    await nameIn(page).getByText('Ayşe Ayşe').waitFor()
    expect(await note.inputValue()).toBe('Allergic to nuts')
  }
  answer = 'accept'
  await press(page, 'Next booking in the list')
  await nameIn(page).getByText('Berk Berk').waitFor()
  expect(await note.inputValue()).toBe('')
  expect(asked).toHaveLength(1)
  expect(defects(watched)).toEqual([])
})

test('keys of a menu and a dialog are theirs: the booking beside stays (issue 33 §6)', async () => {
  await using demo = await startDemo()
  await bookThree(demo)
  await using watched = await open(demo, managerAt(LIST))
  const { page } = watched
  await rowOf(page, 'Ayşe').click()
  await act(page, 'Change')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.locator('.booking-head .menu > button').click()
  await page.locator('.menu-body').waitFor()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await page.keyboard.press('Escape')
  await page.locator('.menu-body').waitFor({ state: 'detached' })
  await nameIn(page).getByText('Ayşe Ayşe').waitFor()
  expect(defects(watched)).toEqual([])
})

test('on a telephone a row opens a page, and so does a link to a booking beside (issue 33 §6)', async () => {
  await using demo = await startDemo()
  const [code] = await bookThree(demo)
  await using watched = await open(demo, managerAt(LIST, { width: 390 }))
  const { page } = watched
  await rowOf(page, 'Ayşe').click()
  await page.getByRole('heading', { level: 1, name: 'Ayşe Ayşe' }).waitFor()
  expect(await page.locator('.side-panel').count()).toBe(0)
  expect(await pageFlaws(page)).toEqual([])
  await page.goto(page.url().replace(/bookings.*/, `bookings?beside=${code}`))
  await page.getByRole('heading', { level: 1, name: 'Ayşe Ayşe' }).waitFor()
  expect(defects(watched)).toEqual([])
})
