import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import {
  HOTEL,
  LOOKS_BY_LANGUAGE,
  managerAt,
  type PanelDemo,
  pageFlaws,
} from '../support/panel-demo.ts'
import { placeOrder, rewrite, sellNights } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'
import { shoot } from '../support/shots.ts'

// The alarm on Today (`contract-access`, *The alarm*).

const { startDemo, open } = browserSuite()
const BOUND = { STRANGER_LIMITS: '1' }

/** Three or more bookings of strangers, one of them proven by mail, that weigh as much as a wave. */
async function takeWave(demo: PanelDemo, count = 3): Promise<string[]> {
  const codes: string[] = []
  for (let each = 0; each < count; each++) {
    const guest = { firstName: 'A', lastName: 'Stranger', email: `s${each}@example.com` }
    const stay = { checkin: dayFromNow(9), checkout: dayFromNow(11), adults: 1 }
    codes.push((await placeOrder(demo, { roomCode: 'TWN', ...stay, guest })).code)
  }
  rewrite(demo, 'update booking set brake_nights = 1000 where brake_nights > 0')
  rewrite(demo, "update booking set proof = 'mail' where code = ?", codes[2]!)
  return codes
}

const statusesOf = async (demo: PanelDemo, codes: string[]) =>
  await Promise.all(
    codes.map(async (code) => {
      const path = `/v1/panel/bookings/${code}?hotel=${HOTEL}`
      return (await demo.callAs('manager', 'GET', path)).body.status
    }),
  )

test('one press on Today ends a wave, and the alarm with it', async () => {
  await using demo = await startDemo(BOUND)
  const codes = await takeWave(demo)
  await using watched = await open(demo, managerAt('today'))
  const { page, errors } = watched
  const alarm = page.locator('.alarms li', { hasText: 'Strangers have taken 3,000 room nights' })
  await alarm.getByRole('button', { name: 'End this wave' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('3 bookings of the last 2 days').waitFor()
  await dialog.getByRole('button', { name: 'Cancel 3 bookings' }).click()
  await page.getByText('3 bookings are cancelled').waitFor()
  await alarm.waitFor({ state: 'detached' })
  expect(await statusesOf(demo, codes)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect(errors).toEqual([])
})

test('a wave is ended to its last booking, also when the first of them end the alarm', async () => {
  await using demo = await startDemo(BOUND)
  await sellNights(demo, { roomCode: 'TWN', from: dayFromNow(9), nights: 2, available: 40 })
  const codes = await takeWave(demo, 27)
  rewrite(demo, 'update booking set brake_nights = 40 where brake_nights > 0')
  await using watched = await open(demo, managerAt('today'))
  const { page, errors } = watched
  const later = Promise.withResolvers<void>()
  await page.route('**/v1/panel/bookings/cancel*', async (call) => {
    const { simulate, codes: some } = call.request().postDataJSON()
    if (!simulate && some.length < 25) await later.promise
    await call.continue()
  })
  await page.getByRole('button', { name: 'End this wave' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel 27 bookings' }).click()
  await page.locator('.alarms li', { hasText: 'Strangers' }).waitFor({ state: 'detached' })
  await dialog.getByText('25 of 27').waitFor()
  later.resolve()
  await page.getByText('27 bookings are cancelled').waitFor()
  expect(new Set(await statusesOf(demo, codes))).toEqual(new Set(['cancelled']))
  // The button that was pressed is gone: the keyboard goes on from the top of the page.
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  expect(errors).toEqual([])
})

test('what was proven by mail may be kept when a wave is ended', async () => {
  await using demo = await startDemo(BOUND)
  const codes = await takeWave(demo)
  await using watched = await open(demo, managerAt('today', { language: 'tr' }))
  const { page, errors } = watched
  await page.getByRole('button', { name: 'Bu dalgayı sonlandır' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: '2 rezervasyonu iptal et' }).click()
  await page.getByText('2 rezervasyon iptal edildi').waitFor()
  expect(await statusesOf(demo, codes)).toEqual(['cancelled', 'cancelled', 'confirmed'])
  expect(errors).toEqual([])
})

test('an owner lets the guests of a wave book, and is told until when; who only reads has no buttons', async () => {
  await using demo = await startDemo(BOUND)
  await takeWave(demo)
  await using watched = await open(demo, managerAt('today'))
  const { page, errors } = watched
  await page.getByRole('button', { name: 'They are our guests: let them book' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lift the brake' }).click()
  await page.getByText('You let them book until').waitFor()
  expect(await page.getByRole('button', { name: 'They are our guests' }).count()).toBe(0)
  const { body } = await demo.callAs('manager', 'GET', `/v1/panel/dashboard?hotel=${HOTEL}`)
  expect(Date.parse(body.unusualDemand.brakeLiftedUntil)).toBeGreaterThan(Date.now())

  await using other = await open(demo, managerAt('today', { as: 'readOnly' }))
  await other.page.getByText('Strangers have taken').waitFor()
  expect(await other.page.locator('.alarms button').count()).toBe(0)
  expect([...errors, ...other.errors]).toEqual([])
})

test('the alarm and its question can be used by everybody at either width, in both themes and languages', async () => {
  await using demo = await startDemo(BOUND)
  await takeWave(demo)
  for (const [width, theme, language] of LOOKS_BY_LANGUAGE) {
    await using watched = await open(demo, managerAt('today', { width, theme, language }))
    const { page, errors } = watched
    const end = page.locator('.alarms button').first()
    await end.waitFor()
    await page.locator('.totals').waitFor()
    expect(await pageFlaws(page)).toEqual([])
    await shoot(page, `demand-${language}-${width}-${theme}`)
    await end.click()
    await page.getByRole('dialog').waitFor()
    expect(await pageFlaws(page)).toEqual([])
    await shoot(page, `demand-end-${language}-${width}-${theme}`)
    expect(errors).toEqual([])
  }
})
