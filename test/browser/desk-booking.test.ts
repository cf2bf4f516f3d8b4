import { expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import { act, actsOf, HOTEL, managerAt, pageFlaws, press } from '../support/panel-demo.ts'
import { bookStay, placeOrder, sellNights } from '../support/panel-stays.ts'
import { dayFromNow, until } from '../support/process.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

// What the desk keeps beside a booking, finding one, and the list (issue 18, part 3).

const { startDemo, sharedDemo, open } = browserSuite()

/** How many lines the text of a cell takes. */
const linesOf = (cell: Locator): Promise<number> =>
  cell.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
  })

test('a note, tags, a room and payments stand beside a booking; a wrong payment is taken back', async () => {
  await using demo = await startDemo()
  const { code, totalPriceCents } = await bookStay(demo)
  expect(totalPriceCents).toBe(200_000)
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page, errors } = watched
  const noting = stepsOf(page)
  await noting.fill(page.getByLabel('Note', { exact: true }), 'Allergic to nuts')
  await noting.button(page, 'Save')
  await page.getByText('Saved.').waitFor()
  expect(printSteps('an internal note', 'not possible', noting)).toBe(2)
  await page.getByLabel('Room number').fill('310')
  await page.getByLabel('Tags').fill('VIP, Cot')
  await press(page.locator('.stay-card'), 'Save')
  await page.locator('.timeline', { hasText: '310' }).waitFor()
  await press(page.locator('.desk-card'), 'Save')
  await page.locator('.timeline', { hasText: 'Cot' }).waitFor()

  // What is due is offered.
  const amount = page.getByLabel('Amount')
  const paying = stepsOf(page)
  await paying.button(page, 'Take payment')
  expect(await amount.inputValue()).toBe('2,000')
  await paying.fill(amount, '500.50')
  await paying.pick(page.getByLabel('Paid by'), 'cash')
  await paying.button(page, 'Record payment')
  const payments = page.locator('.money')
  await payments.getByText('₺1,499.50').waitFor()
  expect(printSteps('a payment, in part', 'not possible', paying)).toBe(4)
  // A second Enter would pay what is left.
  expect(await amount.inputValue()).toBe('')
  await press(payments, 'Take back')
  await payments.getByText('taken back').waitFor()
  expect(await amount.inputValue()).toBe('2,000')
  // Numbers stay whole: ₺500.5 over 0 reads as another.
  const sums = await payments.locator('td.number').all()
  expect(Math.max(...(await Promise.all(sums.map(linesOf))))).toBe(1)
  // More than is due, of which a part is given back.
  await amount.fill('2,500')
  // Its answer is lost, and it is sent again.
  const keys: (string | undefined)[] = []
  const rereads = new RegExp(`/bookings/${code}\\?`)
  // Nor is the booking read again before that.
  await page.route(rereads, () => {})
  await page.route('**/payments*', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    const answer = await route.fetch()
    await (keys.length === 1 ? route.abort() : route.fulfill({ response: answer }))
  })
  await press(page, 'Record payment')
  await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor()
  await press(page, 'Record payment')
  await payments.getByText('To refund').waitFor()
  expect(keys).toEqual([expect.stringMatching(/^[-0-9a-f]{36}$/), keys[0]])
  await page.unroute('**/payments*')
  await page.unroute(rereads)
  await amount.fill('-499.50')
  await press(page, 'Record payment')
  await payments.getByText('₺0.50').waitFor()
  const { body } = await demo.callAs('manager', 'GET', `/v1/panel/bookings/${code}`)
  expect(body.desk).toMatchObject({
    ...{ note: 'Allergic to nuts', roomNumber: '310', tags: ['VIP', 'Cot'] },
    ...{ paidCents: 200_050, dueCents: -50 },
  })
  expect(body.desk.payments.map(({ amountCents }: any) => amountCents)).toEqual([
    50_050, -50_050, 250_000, -49_950,
  ])
  expect(body.revisions).toHaveLength(1)
  expect(await pageFlaws(page)).toEqual([])
  // The answer that was lost.
  expect(errors).toEqual(['Failed to load resource: net::ERR_FAILED'])
})

test('a payment that was noted though its answer was lost is shown as noted, and what is left is paid after it (contract-access, Settings)', async () => {
  await using demo = await startDemo()
  const { code } = await bookStay(demo)
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  const amount = page.getByLabel('Amount')
  await press(page, 'Take payment')
  await amount.fill('500')
  await page.getByLabel('Remark').fill('At the bar')
  await page.route(
    '**/payments*',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await press(page, 'Record payment')
  const wrong = page.getByText('The service cannot be reached.')
  await wrong.waitFor()
  await demo.callAs('manager', 'PATCH', `/v1/panel/bookings/${code}/desk`, { roomNumber: '310' })
  await page.getByText('₺1,500', { exact: true }).first().waitFor()
  await wrong.waitFor({ state: 'detached' })
  // A second Enter would pay what is left.
  expect(await amount.inputValue()).toBe('')
  expect(await page.getByLabel('Remark').inputValue()).toBe('')
  await amount.fill('1,500')
  await press(page, 'Record payment')
  const payments = page.locator('.money')
  await payments.getByText('₺0', { exact: true }).waitFor()
  const { body } = await demo.callAs('manager', 'GET', `/v1/panel/bookings/${code}`)
  expect(body.desk.payments.map(({ amountCents }: any) => amountCents)).toEqual([50_000, 150_000])
})

test.each([false, true])(
  'a note that two people write at once is not lost: the second is told, though the page was read again before they sent it (%p)',
  async (isRead) => {
    await using demo = await startDemo()
    const { code } = await bookStay(demo)
    await using watched = await open(demo, managerAt(`bookings/${code}`))
    const { page } = watched
    const note = page.getByLabel('Note', { exact: true })
    await note.fill('Breakfast at six')
    const path = `/v1/panel/bookings/${code}/desk`
    await demo.callAs('manager', 'PATCH', path, { note: 'Flowers', roomNumber: '310' })
    if (isRead) {
      await demo.callAs('manager', 'PATCH', `/v1/bookings/${code}`, { adults: 1 })
      await page.getByText('“Flowers”').waitFor()
    }
    const sent = page.waitForResponse((answer) => answer.url().includes('/desk?'))
    await press(page, 'Save')
    expect((await sent).status()).toBe(409)
    await page.getByText('“Flowers”').waitFor()
    expect(await note.inputValue()).toBe('Breakfast at six')
    expect(await page.getByLabel('Room number').inputValue()).toBe('310')
    const deskOf = async () =>
      (await demo.callAs('manager', 'GET', `/v1/panel/bookings/${code}`)).body.desk
    expect((await deskOf()).note).toBe('Flowers')
    await note.fill('Flowers; breakfast at six')
    await press(page, 'Save')
    await page.getByText('Saved.').waitFor()
    await page.getByText('“Flowers”').waitFor({ state: 'detached' })
    expect(await deskOf()).toMatchObject({ note: 'Flowers; breakfast at six', roomNumber: '310' })
  },
)

test('a discount with a reason is shown before it is agreed to, in the dialog that changes a booking', async () => {
  await using demo = await startDemo()
  const { code } = await bookStay(demo)
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  const steps = stepsOf(page)
  await steps.button(page, 'Change')
  const dialog = page.getByRole('dialog')
  await steps.click(dialog.getByLabel('Set another price'))
  await steps.pick(dialog.getByLabel('How'), 'less')
  await steps.fill(dialog.getByLabel('Discount, %').last(), '10')
  await steps.fill(dialog.getByLabel('Reason'), 'The lift was out of order')
  await dialog.getByText('The total becomes ₺1,800 instead of ₺2,000').waitFor()
  await steps.button(page, 'Change for ₺1,800')
  await dialog.waitFor({ state: 'detached' })
  expect(printSteps('a discount on a booking, with its reason', 'not possible', steps)).toBe(6)
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
  await demo.callAs('manager', 'PATCH', `/v1/panel/bookings/${code}/desk`, { roomNumber: '310' })
  for (const view of ['today', 'calendar', 'bookings', 'rooms', 'history']) {
    await using watched = await open(demo, managerAt(view))
    const { page } = watched
    await page.locator('h1').waitFor()
    const asked = {
      today: 'demirag yus',
      calendar: '5327778899',
      bookings: code.slice(0, 6),
      rooms: '310',
      history: 'DEMİRAĞ',
    }
    const steps = stepsOf(page)
    await steps.press('Control+k')
    await steps.type(asked[view as keyof typeof asked])
    await page.getByRole('option', { name: /Yusuf Demirağ/ }).waitFor()
    await steps.press('Enter')
    await page.locator('.booking-head', { hasText: code }).waitFor()
    expect(printSteps(`find a guest from ${view}`, 'not by phone or order', steps)).toBe(3)
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
    ['Teyit edilmeyen', 'unacked=true'],
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
  expect(page.url()).toMatch(new RegExp(`${HOTEL}/bookings\\?.*beside=`))
  expect(errors).toEqual([])
})

test('a booking in the list is two lines on a telephone', async () => {
  const demo = await sharedDemo()
  await using watched = await open(demo, managerAt('bookings', { width: 390, language: 'tr' }))
  const { page } = watched
  await page.locator('tbody tr').first().waitFor()
  const heights = await page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.clientHeight))
  for (const height of heights) expect(height).toBeLessThanOrEqual(72)
})

test('who has checked in is no no-show any more, and whoever cancels them is told that they are here', async () => {
  await using demo = await startDemo()
  await sellNights(demo, { from: dayFromNow(0), nights: 3, available: 9, priceCents: 100_000 })
  const stay = { checkin: dayFromNow(0), checkout: dayFromNow(2) }
  const { code, guest } = await placeOrder(demo, stay, 'manager')
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  expect(await actsOf(page)).toContain('No-show')
  await press(page, 'Check in')
  await press(page.getByRole('dialog'), 'Check in')
  await page.getByRole('button', { name: /^Take payment · / }).waitFor()
  expect(await actsOf(page)).not.toContain('No-show')
  await act(page, 'Cancel booking')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`${guest.firstName} ${guest.lastName} has checked in.`).waitFor()
  await press(dialog, 'Keep booking')
  // What was marked by mistake is taken back, and a no-show is a no-show again.
  await page.locator('.stay-card').getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('button', { name: 'Check in', exact: true }).waitFor()
  expect(await actsOf(page)).toContain('No-show')
})
