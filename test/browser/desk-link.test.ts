import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { managerAt, pageFlaws, press, unexpectedErrors } from '../support/panel-demo.ts'
import { bookStay } from '../support/panel-stays.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

const { startDemo, open } = browserSuite()

test('the desk hands over a booking’s link with its code, and ends those of before; the card tells who did (contract-access)', async () => {
  await using demo = await startDemo()
  const { code } = await bookStay(demo)
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page, errors } = watched
  const steps = stepsOf(page)
  await steps.click(page.locator('.booking-head .menu > button'))
  await steps.button(page, 'Link for the guest')
  const dialog = page.getByRole('dialog')
  const secret = dialog.locator('.secret code')
  await secret.waitFor()
  const first = await secret.textContent()
  expect(first).toContain(`/booking#${code}.`)
  const typed = await dialog.locator('p > code').textContent()
  expect(typed!.replaceAll(' ', '')).toBe(first!.split('.').at(-1)!)
  expect(await pageFlaws(page)).toEqual([])
  expect(printSteps('hand a guest the link of the booking', 'no', steps)).toBe(2)

  await press(dialog, 'End earlier links')
  await page.waitForFunction(
    (text) => document.querySelector('.secret code')?.textContent !== text,
    first,
  )
  const cancel = { manageToken: first!.split('.').at(-1) }
  const refused = await demo.call('POST', `/v1/bookings/${code}/cancel`, { body: cancel })
  expect(refused.body.code).toBe('not_found')
  await dialog.getByRole('button').last().click()
  await page.reload()
  await page.getByText(/handed over a new link of booking .* and ended the earlier ones/).waitFor()
  await page.getByText(/handed over the link of booking/).waitFor()
  expect(unexpectedErrors(errors)).toEqual([])
})
