import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import type { Person } from '../support/demo-folder.ts'
import {
  accessFlaws,
  adminAt,
  agencyAt,
  managerAt,
  type Opening,
  unexpectedErrors,
  untilListening,
} from '../support/panel-demo.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

const { startDemo, open } = browserSuite()
const NEXT = 'a ferry on the Bosphorus'

test.each<[Person, Opening]>([
  ['manager', managerAt('calendar')],
  ['agency', agencyAt('bookings')],
  ['admin', adminAt('hotels')],
])(
  'the %s changes the password on their own page, stays signed in there and nowhere else (issue 11)',
  async (who, at) => {
    await using demo = await startDemo()
    expect((await demo.callAs(who, 'GET', '/v1/auth/me')).status).toBe(200)
    await using watched = await open(demo, at)
    const { page, errors } = watched
    await page.locator('h1').waitFor()
    if (who === 'manager') await untilListening(page)
    const steps = stepsOf(page)
    await steps.click(page.getByRole('button', { name: 'Account, language and theme' }))
    await steps.click(page.getByRole('link', { name: 'My account' }))
    await steps.button(page, 'Change password')
    const dialog = page.getByRole('dialog')
    const fill = async (current: string, next: string, again: string, by = stepsOf(page)) => {
      await by.fill(dialog.getByLabel('Current password'), current)
      await by.fill(dialog.getByLabel('New password', { exact: true }), next)
      await by.fill(dialog.getByLabel('New password again'), again)
      await by.button(dialog, 'Save')
    }
    const { email, password } = demo.users[who]
    await fill(password, NEXT, 'a fairy on the Bosphorus')
    await dialog.getByText('The two passwords do not match.').waitFor()
    await fill('not the password', NEXT, NEXT)
    await dialog.getByText('This is not the password of the account.').waitFor()
    await fill(password, 'short', 'short')
    await dialog.getByText(/Must be \d+ to 200 characters/).waitFor()
    expect(await accessFlaws(page)).toEqual([])

    await fill(password, NEXT, NEXT, steps)
    await page.getByText('Your password is changed. You are signed out everywhere else.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect(printSteps(`one’s own password (${who})`, 'no page', steps)).toBe(7)
    expect((await demo.callAs(who, 'GET', '/v1/auth/me')).status).toBe(401)
    const login = { email, password: NEXT }
    expect((await demo.call('POST', '/v1/auth/login', { body: login })).status).toBe(200)
    await page.reload()
    await page.locator('h1').waitFor()
    expect(await page.getByLabel('E-mail address').count()).toBe(0)
    expect(unexpectedErrors(errors, 401, 422)).toEqual([])
  },
)
