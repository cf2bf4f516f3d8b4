import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { HOTEL, managerAt, type PanelDemo, press } from '../support/panel-demo.ts'
import { placeOrder, sellNights, textOf } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

// Today is a list of what there is to do (issue 18, part 2).

const { startDemo, sharedDemo, open } = browserSuite()

/** Somebody who comes today for a night, by the hotel's own people. */
async function arrival(demo: PanelDemo, lastName: string, more: Record<string, unknown> = {}) {
  await sellNights(demo, { from: dayFromNow(0), nights: 2, available: 9, priceCents: 100_000 })
  const guest = { firstName: 'Ömer', lastName, email: 'omer@example.com', phone: '+905325550147' }
  const stay = { checkin: dayFromNow(0), checkout: dayFromNow(1) }
  return await placeOrder(demo, { ...stay, guest, ...more }, 'manager')
}

const deskOf = async ({ callAs }: PanelDemo, code: string) =>
  (await callAs('manager', 'GET', `/v1/panel/bookings/${code}?hotel=${HOTEL}`)).body.desk

test('who arrives stands by name with telephone, wishes, nights and what is due, and is checked in in the row, in three steps', async () => {
  await using demo = await startDemo()
  const { code } = await arrival(demo, 'Çelik', { specialRequests: 'A quiet room' })
  await using watched = await open(demo, managerAt('today'))
  const { page, errors } = watched
  const arrivals = page.locator('section', { has: page.locator('#arrivals') })
  const row = arrivals.locator('.guest-row', { hasText: 'Ömer Çelik' })
  const text = await textOf(row)
  for (const part of ['1 night', '2 adults', '+905325550147', 'A quiet room', '₺1,000 due'])
    expect(text).toContain(part)
  expect(await row.getByRole('link', { name: '+905325550147' }).getAttribute('href')).toBe(
    'tel:+905325550147',
  )
  const steps = stepsOf(page)
  await steps.button(row, 'Check in Ömer Çelik')
  // Not the cross, where Enter closes what was asked.
  await page.locator('dialog input:focus').waitFor()
  await steps.fill(page.getByLabel('Room number'), '310')
  await steps.press('Enter')
  await row.getByText(/Checked in/).waitFor()
  expect(printSteps('check-in with a room number', 'not possible', steps)).toBe(3)
  expect(await textOf(row)).toContain('Room no. 310')
  expect(await deskOf(demo, code)).toMatchObject({ roomNumber: '310', leftAt: null })
  expect(errors).toEqual([])
})

test('a no-show is marked in the row, and the tiles count what the lists have and lead to the same in the bookings (defect 7)', async () => {
  await using demo = await startDemo()
  const { code } = await arrival(demo, 'Gelmez')
  await using watched = await open(demo, managerAt('today'))
  const { page } = watched
  const section = (id: string) => page.locator('section', { has: page.locator(`#${id}`) })
  const row = section('arrivals').locator('.guest-row', { hasText: 'Ömer Gelmez' })
  await press(row, 'More for Ömer Gelmez')
  await row.getByRole('button', { name: 'No-show: Ömer Gelmez' }).click()
  const dialog = page.getByRole('dialog')
  // What it would do, and whether it is early to say so.
  await dialog.locator('.note[role=status]').waitFor()
  await dialog.getByRole('button', { name: /^Mark as no-show/ }).click()
  await row.waitFor({ state: 'detached' })
  expect((await demo.callAs('manager', 'GET', `/v1/panel/bookings/${code}`)).body.status).toBe(
    'no_show',
  )
  for (const [id, name] of [
    ['arrivals', 'Arrivals'],
    ['departures', 'Departures'],
    ['in-house', 'In house'],
  ] as const) {
    await page.goto(`${demo.url}/panel#/${HOTEL}/today`)
    await page.reload()
    const figure = section(id).locator('header .figure')
    await figure.waitFor()
    const counted = await figure.textContent()
    // Guests of other channels are in none of these lists.
    await section(id).getByText('sold here').waitFor()
    expect(await section(id).locator('.guest-row').count()).toBe(Number(counted))
    await section(id).getByRole('link', { name, exact: true }).click()
    // The list has pages of 25.
    const shown = Math.min(Number(counted), 25)
    await page.getByText(`${shown} entr`).first().waitFor()
    expect(await page.locator('tbody tr').count()).toBe(shown)
  }
})

test('occupancy says what it counts: rooms less rooms left, wherever they were sold, and beside it what was sold here', async () => {
  const demo = await sharedDemo()
  await using watched = await open(demo, managerAt('today'))
  const { page } = watched
  const night = dayFromNow(0)
  const { body: rooms } = await demo.callAs('manager', 'GET', '/v1/panel/rooms')
  const { body: days } = await demo.callAs(
    'manager',
    'GET',
    `/v1/panel/availability?from=${night}&to=${night}`,
  )
  const { body: here } = await demo.callAs(
    'manager',
    'GET',
    `/v1/panel/dashboard/days?from=${night}&to=${night}`,
  )
  const total = rooms.items.reduce((sum: number, { totalRooms }: any) => sum + totalRooms, 0)
  const left = days.rooms.reduce((sum: number, room: any) => sum + room.days[0].available, 0)
  const number = (value: number) => value.toLocaleString('en-GB')
  const tile = page.locator('.tile', { hasText: 'Occupancy tonight' })
  await tile.getByText(/rooms/).waitFor()
  expect(await textOf(tile)).toContain(
    `${number(total - left)} of ${number(total)} rooms · ${here.items[0].roomsSold} sold here`,
  )
  expect(await textOf(page.locator('.tile', { hasText: 'Rooms left' }))).toContain(number(left))
})

test('who owes something is not checked out unasked; who paid is, in one step', async () => {
  await using demo = await startDemo()
  const { body } = await demo.callAs('manager', 'GET', '/v1/panel/dashboard/desk')
  const { items } = body.departures
  const owes = items.findIndex(({ desk }: any) => desk.dueCents > 0)
  const pays = owes === 0 ? 1 : 0
  const { code, desk } = items[pays]
  if (desk.dueCents > 0)
    await demo.callAs('manager', 'POST', `/v1/panel/bookings/${code}/payments`, {
      amountCents: desk.dueCents,
      method: 'card',
    })
  const path = `/v1/panel/bookings/${items[owes].code}/desk`
  await demo.callAs('manager', 'PATCH', path, { arrivedAt: null })
  await using watched = await open(demo, managerAt('today'))
  const { page } = watched
  const rows = page.locator('section', { has: page.locator('#departures') }).locator('.guest-row')
  const checkOut = (index: number) =>
    rows
      .nth(index)
      .getByRole('button', { name: /^Check out/ })
      .click()
  await checkOut(pays)
  await rows
    .nth(pays)
    .getByText(/Checked out/)
    .waitFor()
  await checkOut(owes)
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/is still due/).waitFor()
  await page.keyboard.press('Escape')
  expect((await deskOf(demo, items[owes].code)).leftAt).toBeNull()
  // Who was never marked as come goes all the same, when that is meant.
  expect((await deskOf(demo, items[owes].code)).arrivedAt).toBeNull()
  await checkOut(owes)
  await press(dialog, 'Check out')
  await rows
    .nth(owes)
    .getByText(/Checked out/)
    .waitFor()
  expect((await deskOf(demo, code)).leftAt).not.toBeNull()
})

test('in house has everybody whose night it is: who has not come yet, and who went before the day, is said to be', async () => {
  await using demo = await startDemo()
  const { code } = await arrival(demo, 'Bekleyen')
  const { body } = await demo.callAs('manager', 'GET', '/v1/panel/dashboard/desk')
  const { items } = body.inHouse
  const here = items.filter(({ checkin }: any) => checkin < dayFromNow(0))
  expect(here.length).toBeGreaterThan(1)
  const marks = `/v1/panel/bookings/${here[0].code}/desk`
  const at = new Date().toISOString()
  expect((await demo.callAs('manager', 'PATCH', marks, { arrivedAt: at, leftAt: at })).status).toBe(
    200,
  )
  await using watched = await open(demo, managerAt('today'))
  const { page } = watched
  const section = page.locator('section', { has: page.locator('#in-house') })
  const row = section.locator('.guest-row', { hasText: 'Ömer Bekleyen' })
  await row.getByText('Not checked in yet').waitFor()
  const toCome = items.filter(
    ({ checkin, desk }: any) => checkin === dayFromNow(0) && !desk.arrivedAt,
  )
  expect(await section.getByText('Not checked in yet').count()).toBe(toCome.length)
  await section.locator('header').getByText(`${toCome.length} to come`).waitFor()
  expect(
    await section
      .locator('.guest-row.done')
      .getByText(/^Checked out/)
      .count(),
  ).toBe(1)
  const figure = section.locator('header .figure')
  expect(await figure.textContent()).toBe(String(items.length))

  await demo.callAs('manager', 'PATCH', `/v1/panel/bookings/${code}/desk`, { arrivedAt: at })
  await page.reload()
  await section
    .locator('header')
    .getByText(`${toCome.length - 1} to come`)
    .waitFor()
  expect(await row.getByText('Not checked in yet').count()).toBe(0)
  expect(await figure.textContent()).toBe(String(items.length))
  expect(watched.errors).toEqual([])
})
