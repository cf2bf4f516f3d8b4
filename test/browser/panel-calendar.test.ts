import { expect, test } from 'bun:test'
import { addDay } from '../support/bookings.ts'
import { calendarSuite, FRI, FRIDAY, offer, WEDNESDAY } from '../support/panel-calendar.ts'
import {
  cellOf,
  EVIL,
  LOOKS_BY_LANGUAGE,
  pageFlaws,
  pressAtOnce,
  signInAs,
  untilListening,
} from '../support/panel-demo.ts'
import { placeOrder, push } from '../support/panel-stays.ts'
import { until } from '../support/process.ts'

const { startDemo, sharedDemo, open, openCalendar } = calendarSuite()

test('what a partner pushes and what a guest books appear without a reload (issue 5 §3)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', { available: 5, priceCents: 600_000 })
  await using watched = await openCalendar(demo)
  const { page, errors } = watched
  await untilListening(page)
  const cell = await cellOf(page, 'DBL', FRI)
  const shows = (text: string) =>
    until(`the cell shows ${text}`, async () => (await cell.textContent())!.includes(text))
  await shows('5')
  await push(demo, [{ roomCode: 'DBL', date: FRIDAY, available: 17, priceCents: 654_300 }])
  await shows('17')
  await shows('6,543')
  await placeOrder(demo, { checkin: FRIDAY, checkout: addDay(FRIDAY, 1), adults: 1 })
  await shows('16')
  expect(errors).toEqual([])
})

test('days that cannot be read say so, and trying again shows them (issue 5)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo)
  const { page } = watched
  // Nor the feed, which would have the days read again by itself.
  await page.route('**/v1/panel/changes?*', (route) => route.abort())
  await page.route('**/v1/panel/availability?*', (route) => route.abort())
  await signInAs(page, demo.users.manager)
  await page.getByRole('link', { name: 'Calendar' }).click()
  await page.getByText('The service cannot be reached.').waitFor()
  await page.unroute('**/v1/panel/availability?*')
  // The days are asked for by themselves now and then, too: then the button is gone already.
  await pressAtOnce(page, 'Try again')
  await page.getByRole('grid').waitFor()
})

test('markup in the name of a room type is shown as text (issue 5)', async () => {
  await using demo = await startDemo()
  const name = `${EVIL}<b>DBL`
  const renamed = await demo.callAs('manager', 'PATCH', '/v1/panel/rooms/DBL', { name })
  expect(renamed.status).toBe(200)
  await using watched = await openCalendar(demo)
  const { page, offOrigin, errors } = watched
  await (await cellOf(page, 'DBL', FRI)).click()
  await page.locator('.selected', { hasText: name }).waitFor()
  expect(await page.locator('img').count()).toBe(0)
  expect(await page.title()).toBe('Calendar · Roomwire')
  expect(offOrigin).toEqual([])
  expect(errors).toEqual([])
})

test('the range is in the address: another one is linked to, and back is back (issue 5)', async () => {
  const demo = await sharedDemo()
  await using watched = await openCalendar(demo)
  const { page } = watched
  await page.getByRole('button', { name: 'Later' }).click()
  await page
    .locator(`.head[aria-label*="${Number(addDay(WEDNESDAY, 14).slice(8))} "]`)
    .first()
    .waitFor()
  expect(page.url()).toContain(`from=${addDay(WEDNESDAY, 14)}`)
  await page.getByRole('button', { name: 'Today' }).click()
  await page.locator('.head.is-today').waitFor()
  expect(page.url()).not.toContain('from=')
  await page.getByRole('button', { name: '60 days' }).click()
  await until('60 days show', async () => (await page.locator('.head').count()) === 60)
})

test.each(LOOKS_BY_LANGUAGE)(
  'the calendar can be used by everybody at %i px, %s, %s (issue 5 §7)',
  async (width, theme, language) => {
    await using demo = await startDemo()
    await offer(demo, 'DBL', { available: 5, priceCents: 600_000 })
    await using watched = await openCalendar(demo, {
      width,
      theme,
      language,
      hasTouch: width < 800,
    })
    const { page, offOrigin, errors } = watched
    const title = language === 'tr' ? 'Takvim' : 'Calendar'
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    const cut = await page
      .locator('.room .name, .selected p')
      .evaluateAll((all) =>
        all
          .filter(
            (each) =>
              each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 1,
          )
          .map(({ textContent }) => textContent),
      )
    expect(cut).toEqual([])
    await (await cellOf(page, 'DBL', 1)).click()
    expect(await (await cellOf(page, 'DBL', 1)).textContent()).toContain(
      language === 'tr' ? '6.000' : '6,000',
    )
    expect(await pageFlaws(page)).toEqual([])
    expect(offOrigin).toEqual([])
    expect(errors).toEqual([])
  },
)
