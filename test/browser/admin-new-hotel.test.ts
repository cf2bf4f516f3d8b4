import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { dialogOf, save } from '../support/panel-admin.ts'
import { adminAt, press } from '../support/panel-demo.ts'
import { defects } from '../support/panel-stays.ts'
import { dayFromNow, until } from '../support/process.ts'

const { startDemo, open } = browserSuite()

/** What the same took in the review of version 0.1.0: 12 of the hotel, 8 of its room type, 4 to open days. */
const STEPS_BEFORE = 24

test('a new hotel is where its city is, in its money, and on sale for its first 90 days, in fewer steps; what was never opened is told as that (issue 18)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, adminAt('hotels'))
  const { page } = watched
  const dialog = dialogOf(page)
  let steps = 0
  const step = async (act: Promise<unknown>) => {
    await act
    steps++
  }
  const fill = (label: string, text: string) => step(dialog.getByLabel(label).fill(text))

  await step(press(page, 'New hotel'))
  await fill('Name', 'Kordon Işık')
  await fill('Stars', '4')
  await step(dialog.getByLabel('City').selectOption({ label: 'Istanbul, TR' }))
  expect(await dialog.getByLabel('Currency').inputValue()).toBe('TRY')
  expect(await dialog.getByLabel('Time zone').inputValue()).toBe('Europe/Istanbul')
  await fill('Address', 'Kordon 1')
  await step(save(page))
  await page.getByText('No room types yet').waitFor()
  const slug = 'kordon-isik'
  const ofHotel = `hotel=${slug}`
  const read = async (path: string) => (await demo.callAs('admin', 'GET', path)).body
  const { lat, lng } = await read('/v1/panel/hotel?hotel=alfa-grand-bosphorus')
  expect(await read(`/v1/panel/hotel?${ofHotel}`)).toMatchObject({ lat, lng, currency: 'TRY' })

  await step(press(page, 'New room type'))
  await fill('Room code', 'DBL')
  await fill('Name', 'Double')
  await fill('Number of rooms', '10')
  await fill('Base price in TRY', '4500')
  await fill('Boards', 'BB')
  await fill('Open for sale for days from today', '90')
  await step(save(page))
  await page.getByText('Double is made.').waitFor()
  await step(press(page, 'Approve'))
  await page.getByText('Kordon Işık is on sale.').waitFor()
  process.stdout.write(`new hotel on sale for 90 days: ${steps} steps, ${STEPS_BEFORE} before\n`)
  expect(steps).toBeLessThan(STEPS_BEFORE)

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
  await page
    .getByText('90 days of room types, of the next 90, were never opened for sale')
    .waitFor()
  expect(await page.getByText('no price').count()).toBe(0)
  expect(defects(watched)).toEqual([])
})
