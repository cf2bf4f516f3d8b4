import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { dialogOf } from '../support/panel-admin.ts'
import { adminAt } from '../support/panel-demo.ts'
import { defects } from '../support/panel-stays.ts'
import { dayFromNow, until } from '../support/process.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

const { startDemo, open } = browserSuite()

test('a new hotel is where its city is, in its money, and on sale for its first 90 days, in fewer steps; what was never opened is told as that (issue 18)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, adminAt('hotels'))
  const { page } = watched
  const dialog = dialogOf(page)
  let steps = stepsOf(page)
  const fill = (label: string, text: string) =>
    steps.fill(dialog.getByLabel(label, { exact: true }), text)

  await steps.button(page, 'New hotel')
  await fill('Name', 'Kordon Işık')
  await fill('Stars', '4')
  await steps.pick(dialog.getByLabel('City'), 'Istanbul, TR')
  expect(await dialog.getByLabel('Currency').inputValue()).toBe('TRY')
  expect(await dialog.getByLabel('Time zone').inputValue()).toBe('Europe/Istanbul')
  await fill('Address', 'Kordon 1')
  await steps.button(dialog, 'Save')
  await page.getByText('No room types yet').waitFor()
  expect(printSteps('a new hotel', '12', steps)).toBeLessThanOrEqual(6)
  const slug = 'kordon-isik'
  const ofHotel = `hotel=${slug}`
  const read = async (path: string) => (await demo.callAs('admin', 'GET', path)).body
  const { lat, lng } = await read('/v1/panel/hotel?hotel=alfa-grand-bosphorus')
  expect(await read(`/v1/panel/hotel?${ofHotel}`)).toMatchObject({ lat, lng, currency: 'TRY' })

  steps = stepsOf(page)
  await steps.button(page, 'New room type')
  await fill('Room code', 'DBL')
  await fill('Name', 'Double')
  await fill('Number of rooms', '10')
  await fill('Base price in TRY', '4500')
  await fill('Boards', 'BB')
  await fill('Days to open for sale, from today', '90')
  await steps.button(dialog, 'Save')
  await page.getByText('Double is made.').waitFor()
  expect(printSteps('a room type, open for 90 days', '8 + 4', steps)).toBeLessThanOrEqual(8)
  steps = stepsOf(page)
  await steps.button(page, 'Approve')
  await page.getByText('Kordon Işık is on sale.').waitFor()
  expect(printSteps('approve a hotel', '1', steps)).toBeLessThanOrEqual(1)

  const opened = `/v1/panel/availability?${ofHotel}&from=${dayFromNow(1)}&to=${dayFromNow(3)}`
  await until('the days are open', async () => {
    const [{ days }] = (await read(opened)).rooms
    return days.every((day: any) => day.available === 10)
  })
  const [{ days }] = (await read(opened)).rooms
  expect(days[0]).toMatchObject({ available: 10, priceCents: 450_000, closed: false })
  expect(await read(`/v1/panel/dashboard?${ofHotel}`)).toMatchObject({
    daysWithoutPrice: 0,
    daysNeverOpened: 0,
  })

  // A room type that nobody opened: the calendar shows its base price, closed, and Today says the same.
  const room = { roomCode: 'STE', name: 'Suite', basePriceCents: 900_000, boards: ['BB'] }
  await demo.callAs('admin', 'POST', `/v1/admin/hotels/${slug}/rooms`, {
    ...{ ...room, totalRooms: 2, maxAdults: 2, maxOccupancy: 2 },
  })
  await page.goto(`${demo.url}/panel#/${slug}/today`)
  await page.getByText('90 room-type days of the next 90 days were never opened for sale').waitFor()
  expect(await page.getByText('no price').count()).toBe(0)
  expect(defects(watched)).toEqual([])
})
