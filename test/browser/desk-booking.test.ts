import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { HOTEL, managerAt, pageFlaws, press } from '../support/panel-demo.ts'
import { countSteps } from '../support/panel-desk.ts'
import { bookStay } from '../support/panel-stays.ts'
import { dayFromNow, until } from '../support/process.ts'

// What the desk keeps beside a booking, finding one, and the list (issue 18, part 3).

const { startDemo, open } = browserSuite()

test('a note, tags, a room and payments stand beside a booking; a wrong payment is taken back', async () => {
  await using demo = await startDemo()
  const { code, totalPriceCents } = await bookStay(demo)
  expect(totalPriceCents).toBe(200_000)
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page, errors } = watched
  const { step, print } = countSteps('internal note')
  await step('note', page.getByLabel('Note', { exact: true }).fill('Allergic to nuts'))
  await step('Save', press(page, 'Save'))
  await page.getByText('Saved.').waitFor()
  expect(print('not possible')).toBe(2)
  await page.getByLabel('Room number').fill('204')
  await page.getByLabel('Tags').fill('VIP, Cot')
  await press(page, 'Save')
  await page.getByText('Who wrote what').waitFor()

  // What is due is offered.
  const amount = page.getByLabel('Amount')
  expect(await amount.inputValue()).toBe('2,000')
  await amount.fill('500.50')
  await page.getByLabel('Paid by').selectOption('cash')
  await press(page, 'Note payment')
  const payments = page.locator('section', { hasText: 'Payments' }).last()
  await payments.getByText('TRY 1,499.50').waitFor()
  expect(await amount.inputValue()).toBe('1,499.50')
  await press(payments, 'Take back')
  await payments.getByText('taken back').waitFor()
  expect(await amount.inputValue()).toBe('2,000')
  const { body } = await demo.callAs('manager', 'GET', `/v1/panel/bookings/${code}`)
  expect(body.desk).toMatchObject({
    ...{ note: 'Allergic to nuts', roomNumber: '204', tags: ['VIP', 'Cot'] },
    ...{ paidCents: 0, dueCents: 200_000 },
  })
  expect(body.desk.payments.map(({ amountCents }: any) => amountCents)).toEqual([50_050, -50_050])
  expect(body.revisions).toHaveLength(1)
  expect(await pageFlaws(page)).toEqual([])
  expect(errors).toEqual([])
})

test('a discount with a reason is shown before it is agreed to, in the dialog that changes a booking', async () => {
  await using demo = await startDemo()
  const { code } = await bookStay(demo)
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  await press(page, 'Change')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Agree on another price').check()
  await dialog.getByLabel('How').selectOption('less')
  await dialog.getByLabel('Discount, %').last().fill('10')
  await dialog.getByLabel('Reason').fill('The lift was out of order')
  await dialog.getByText('The total becomes TRY 1,800.00 instead of TRY 2,000.00').waitFor()
  await press(page, 'Change for TRY 1,800.00')
  await dialog.waitFor({ state: 'detached' })
  const { body } = await demo.callAs('manager', 'GET', `/v1/panel/bookings/${code}`)
  expect(body.totalPriceCents).toBe(180_000)
  expect(body.deskHistory[0].after.reason).toBe('The lift was out of order')
})

test('Ctrl+K finds a guest from every page, by names in any order, telephone, code or room, in three steps', async () => {
  await using demo = await startDemo()
  const guest = {
    firstName: 'Yusuf',
    lastName: 'Demirağ',
    email: 'y@example.com',
    phone: '+905327778899',
  }
  const { code } = await bookStay(demo, { order: { guest } })
  await demo.callAs('manager', 'PATCH', `/v1/panel/bookings/${code}/desk`, { roomNumber: '7412' })
  for (const view of ['today', 'calendar', 'bookings', 'rooms', 'history']) {
    await using watched = await open(demo, managerAt(view))
    const { page } = watched
    await page.locator('h1').waitFor()
    const asked = {
      today: 'demirag yus',
      calendar: '5327778899',
      bookings: code.slice(0, 6),
      rooms: '7412',
      history: 'DEMİRAĞ',
    }
    const { step, print } = countSteps(`find a guest from ${view}`)
    await step('Ctrl+K', page.keyboard.press('Control+k'))
    await step('text', page.keyboard.type(asked[view as keyof typeof asked]))
    await page.getByRole('option', { name: /Yusuf Demirağ/ }).waitFor()
    await step('Enter', page.keyboard.press('Enter'))
    await page.getByRole('heading', { level: 1, name: `Booking ${code}` }).waitFor()
    expect(print('not possible by phone, room or order of names')).toBe(3)
  }
})

test('chips narrow the list, one press each; heads sort it; a whole row opens; each row is one line', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('bookings', { width: 1280, language: 'tr' }))
  const { page, errors } = watched
  const rows = page.locator('tbody tr')
  await rows.first().waitFor()
  for (const height of await rows.evaluateAll((all) => all.map((row) => row.clientHeight)))
    expect(height).toBeLessThanOrEqual(46)
  const named = async () => await page.locator('tbody th').allTextContents()
  const sorted = page.waitForResponse(/sort=guest/)
  await page.getByRole('button', { name: 'Konuk', exact: true }).click()
  await sorted
  await page.locator('th[aria-sort=ascending]').waitFor()
  const { body: byGuest } = await demo.callAs(
    'manager',
    'GET',
    '/v1/panel/bookings?limit=25&sort=guest',
  )
  const names = byGuest.items.map(({ guest }: any) => `${guest.firstName} ${guest.lastName}`)
  await page.getByRole('rowheader', { name: names[0] }).first().waitFor()
  await until('the list is sorted', async () => (await named()).join() === names.join())

  const today = dayFromNow(0)
  for (const [chip, query] of [
    ['Bugün gelen', `from=${today}&to=${today}&status=confirmed`],
    ['Otelde', `from=${today}&to=${today}&dateField=stay&status=confirmed`],
    ['Opsiyonlu', 'status=pending'],
    ['PMS’e ulaşmayan', 'unacked=true'],
  ] as const) {
    const button = page.getByRole('button', { name: chip, exact: true })
    await button.click()
    await page.locator(`.chip[aria-pressed=true]`, { hasText: chip }).waitFor()
    const { body } = await demo.callAs('manager', 'GET', `/v1/panel/bookings?limit=25&${query}`)
    await page.waitForFunction(
      (count) => document.querySelectorAll('tbody tr').length === count,
      body.items.length,
    )
    await button.click()
  }
  // Anywhere in the row.
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 25)
  const box = (await rows.nth(2).boundingBox())!
  await page.mouse.click(box.x + box.width - 30, box.y + box.height / 2)
  await page.locator('.booking').waitFor()
  expect(page.url()).toContain(`${HOTEL}/bookings/`)
  expect(errors).toEqual([])
})

test('a booking in the list is two lines on a telephone', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('bookings', { width: 390, language: 'tr' }))
  const { page } = watched
  await page.locator('tbody tr').first().waitFor()
  const heights = await page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.clientHeight))
  for (const height of heights) expect(height).toBeLessThanOrEqual(72)
})
