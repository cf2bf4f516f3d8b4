import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { HOTEL, LOOKS_BY_LANGUAGE, managerAt, pageFlaws, press } from '../support/panel-demo.ts'
import { defects } from '../support/panel-stays.ts'
import { shoot } from '../support/shots.ts'

const { startDemo, open } = browserSuite()

// The page of what strangers may book (contract-access, What strangers may take).

const BOUND = { STRANGER_LIMITS: '1' }
/** A mail server that nobody asks: no mail is sent in these tests. */
const MAILING = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'hotel@example.com' }

test('an owner says what strangers may book, reads what it comes to here, lifts the brake and puts it on again (contract-access, Brake)', async () => {
  await using demo = await startDemo({ ...BOUND, ...MAILING })
  const query = `hotel=${HOTEL}`
  const read = async () =>
    (await demo.callAs('manager', 'GET', `/v1/panel/web-bookings?${query}`)).body
  const { unprovenRooms, ...figures } = await read()
  const [rooms, dayMax] = [figures.rooms, figures.dayMax].map((each) => each.toLocaleString('en'))
  await using watched = await open(demo, managerAt('web'))
  const { page } = watched
  await page
    .getByText(`Of ${rooms} rooms at most ${unprovenRooms} a night are sold without proof.`)
    .waitFor()
  await page.getByText(`Strangers have taken 0 of ${dayMax} room nights in 24 hours`).waitFor()
  await press(page, 'Edit what strangers may book')
  const form = page.getByRole('dialog')
  await form.getByLabel('Rooms of one booking').fill('51')
  await form.getByLabel('Proof by mail').selectOption('always')
  await press(form, 'Save')
  await form.getByText('Must be 1 to 50').waitFor()
  expect(await form.locator('[aria-invalid]').count()).toBe(1)
  await form.getByLabel('Rooms of one booking').fill('2')
  await press(form, 'Save')
  await page.getByText('At most 2 rooms and 30 nights.').waitFor()
  await page.getByText('No room is sold without proof').waitFor()
  expect(await read()).toMatchObject({ webMaxRooms: 2, webProof: 'always', unprovenRooms: 0 })

  await press(page, 'They are our guests: let them book')
  await page.getByRole('dialog').getByLabel('For how long').selectOption('168')
  await press(page.getByRole('dialog'), 'Lift the brake')
  await page.getByText('strangers book without it').waitFor()
  const { webBrakeLiftedUntil } = await read()
  const days = (Date.parse(webBrakeLiftedUntil) - Date.now()) / 86_400_000
  expect(days).toBeCloseTo(7, 1)
  await press(page, 'Put the brake on again')
  await page.getByText('The brake is on again.').waitFor()
  expect((await read()).webBrakeLiftedUntil).toBeNull()

  // Who asks nobody is not told that the brake does.
  const asks = page.getByText('each of them is asked for proof by mail')
  expect(await asks.count()).toBe(1)
  await press(page, 'Edit what strangers may book')
  await form.getByLabel('Proof by mail').selectOption('none')
  await press(form, 'Save')
  await page.getByText('Nobody is asked.').waitFor()
  expect(await asks.count()).toBe(0)
  expect(defects(watched)).toEqual([])
})

test('who does not own the hotel reads the page and changes nothing; without mail it says that nobody is asked (contract §5)', async () => {
  await using demo = await startDemo(BOUND)
  for (const as of ['frontDesk', 'readOnly'] as const) {
    await using watched = await open(demo, managerAt('web', { as }))
    const { page } = watched
    await page.getByText('This service sends no mails at present').waitFor()
    await page.getByText('Nobody is asked.').waitFor()
    expect(
      await page
        .locator('main')
        .getByRole('button', { name: /Edit|Change|let them/ })
        .count(),
    ).toBe(0)
  }
})

test.each(LOOKS_BY_LANGUAGE)(
  'the page fits %i px, %s, %s, and axe finds nothing (issue 30)',
  async (width, theme, language) => {
    await using demo = await startDemo({ ...BOUND, ...MAILING })
    await using watched = await open(demo, managerAt('web', { width, theme, language }))
    const { page } = watched
    await page.locator('#web-brake').waitFor()
    expect(await pageFlaws(page)).toEqual([])
    await shoot(page, `web-bookings-${language}-${width}-${theme}`)
    for (const button of await page.locator('.card:has(#web-rules, #web-brake) .button').all()) {
      await button.click()
      await page.getByRole('dialog').waitFor()
      expect(await pageFlaws(page)).toEqual([])
      await page.keyboard.press('Escape')
    }
  },
)
