import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { lookThrough, managerAt } from '../support/panel-demo.ts'
import { bookStay } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'
import { SHOT_LOOKS, shoot } from '../support/shots.ts'

// The rooms of the hotel by number, and choosing one of them (contract-groups, Room numbers of the desk).

const { startDemo, sharedDemo, open } = browserSuite()

test('a list is pasted, a room is put out of use and removed, and what cannot be read is said', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('rooms'))
  const { page, errors } = watched
  await page.getByRole('link', { name: 'Room numbers' }).click()
  const rooms = page.getByLabel('Rooms', { exact: true })
  await rooms.fill('701-703 DBK')
  await page.getByText('Neither a number nor a room type: DBK').waitFor()
  await rooms.fill('701-703 Suite')
  await page.getByText('Suite: 3 (701 … 703)').waitFor()
  await page.getByRole('button', { name: 'Add 3 rooms' }).click()
  await page.getByText('3 rooms are in the list.').waitFor()
  const row = page.locator('tbody tr', { hasText: '702' })
  await row.getByRole('checkbox').uncheck()
  await page.getByText('Room 702 is out of use.').waitFor()
  await page.getByRole('button', { name: 'Remove room 703' }).click()
  await page.getByText('Room 703 is no longer in the list.').waitFor()
  const { body } = await demo.callAs('manager', 'GET', '/v1/panel/room-numbers')
  const added = body.items.filter(({ number }: any) => number.startsWith('7'))
  expect(added).toEqual([
    { number: '701', floor: '7', roomCode: 'SUI', active: true },
    { number: '702', floor: '7', roomCode: 'SUI', active: false },
  ])
  expect(errors).toEqual([])
})

test('a check-in offers the free rooms of the type to the arrow keys, one for each room of the booking', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('today'))
  const { page } = watched
  const { body } = await demo.callAs('manager', 'GET', '/v1/panel/dashboard/desk')
  const { code, rooms, roomCode } = body.arrivals.items[0]
  await page
    .getByRole('button', { name: /^Check in / })
    .first()
    .click()
  const field = page.getByRole('combobox', { name: 'Room number' })
  await field.waitFor()
  for (let room = 0; room < rooms; room++) {
    await page.keyboard.press('ArrowDown')
    await page.locator('.room-option[aria-selected=true]').waitFor()
    await page.keyboard.press('Enter')
  }
  const chosen = (await field.inputValue()).split(', ')
  await page.keyboard.press('Enter')
  await page.getByText(/has checked in/).waitFor()
  const read = await demo.callAs('manager', 'GET', `/v1/panel/bookings/${code}`)
  expect(read.body.desk.roomNumbers).toEqual(chosen)
  expect(chosen).toHaveLength(rooms)
  const list = await demo.callAs('manager', 'GET', '/v1/panel/room-numbers')
  for (const number of chosen)
    expect(list.body.items.find((each: any) => each.number === number).roomCode).toBe(roomCode)
})

test('a room number that was typed before the rooms were read is the one that is given', async () => {
  await using demo = await startDemo()
  const { code } = await bookStay(demo, { from: dayFromNow(0), nights: 1 })
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  const held = Promise.withResolvers<void>()
  await page.route(/room-numbers\?.*booking=/, async (call) => {
    await held.promise
    await call.continue()
  })
  await page.getByRole('button', { name: 'Check in' }).first().click()
  const field = page.getByRole('dialog').getByLabel('Room number')
  await field.fill('310')
  held.resolve()
  await page.locator('.room-option').first().waitFor()
  await field.press('Enter')
  await page.getByText(/has checked in/).waitFor()
  const { body } = await demo.callAs('manager', 'GET', `/v1/panel/bookings/${code}`)
  expect(body.desk.roomNumber).toBe('310')
})

test('a cancelled booking asks for no room number', async () => {
  await using demo = await startDemo()
  const { code } = await bookStay(demo)
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  const field = page.locator('.stay-card').getByLabel('Room number')
  await field.waitFor()
  await demo.callAs('manager', 'POST', `/v1/bookings/${code}/cancel`, {})
  await page.locator('.booking-head', { hasText: 'Cancelled' }).waitFor()
  expect(await field.count()).toBe(0)
})

test.each(['en', 'tr'] as const)(
  'the page of room numbers and the choice at a check-in have no flaw of access or layout (%s)',
  async (language) => {
    const demo = await sharedDemo()
    const flaws: unknown[] = []
    for (const view of ['rooms/numbers', 'today'] as const) {
      await using watched = await open(demo, managerAt(view, { language }))
      const { page } = watched
      await page.locator('.guest-row, tbody tr').first().waitFor()
      if (view === 'today') {
        await page.locator('.guest-row .does > .button').first().click()
        await page.locator('.room-option').first().waitFor()
      }
      await lookThrough(page, SHOT_LOOKS, async (wrong, [width, theme]) => {
        await shoot(page, `room-${view.replace('/', '-')}-${language}-${width}-${theme}`)
        flaws.push(...wrong)
      })
    }
    expect(flaws).toEqual([])
  },
)
