import { expect, test } from 'bun:test'
import { adminAt } from '../support/panel-demo.ts'
import { stepSuite } from '../support/step-suite.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

// Rows of panel.md (b), admin: each with its steps before and now (issue 18). The menu of a row, in which what it
// opens stood then, too, is a step of its own here.

const { at, demo: shared } = stepSuite(adminAt('overview'))
/** Two agencies, hotels and accounts are called by it. */
const KORDON = 'Kordon Işık'

async function go(view: string) {
  const row = await at(`#/${view}`)
  return { ...row, dialog: row.page.getByRole('dialog') }
}

const call = async (method: string, path: string, body?: object) => {
  const answer = await shared().callAs('admin', method, path, body)
  if (answer.status > 201) throw new Error(`${path}: ${answer.text}`)
  return answer.body
}

const statusOf = async (email: string, password: string) =>
  (await shared().call('POST', '/v1/auth/login', { body: { email, password } })).status

test('a manager with two hotels, who gets another password and is blocked', async () => {
  const { page, steps, dialog } = await go('users')
  await steps.button(page, 'New user')
  await steps.fill(dialog.getByLabel('Name'), 'Mehmet Kaya')
  await steps.fill(dialog.getByLabel('E-mail'), 'mehmet@example.com')
  const offered = dialog.getByRole('button', { name: /^Add / })
  await steps.click(offered.first())
  await offered.nth(4).waitFor()
  await steps.click(offered.first())
  await steps.button(dialog, 'Save')
  await page.getByText('Mehmet Kaya is made.').waitFor()
  const { items } = await call('GET', '/v1/admin/users?q=mehmet@example.com')
  expect(items[0].memberships).toHaveLength(2)
  expect(printSteps('a manager with two hotels', '6', steps)).toBeLessThanOrEqual(6)

  const another = stepsOf(page)
  await another.button(page, 'Actions for Mehmet Kaya')
  await another.button(page, 'New password')
  const password = await dialog.getByLabel('Password').inputValue()
  await another.button(dialog, 'Save')
  await page.getByText('Mehmet Kaya has a new password.').waitFor()
  expect(await statusOf('mehmet@example.com', password)).toBe(200)
  expect(printSteps('a new password', '2, without the menu', another)).toBeLessThanOrEqual(3)

  const blocking = stepsOf(page)
  await blocking.button(page, 'Actions for Mehmet Kaya')
  await blocking.button(page, 'Block')
  await blocking.button(dialog, 'Block')
  await page.getByText('Mehmet Kaya is blocked.').waitFor()
  expect(await statusOf('mehmet@example.com', password)).toBe(401)
  expect(printSteps('block an account', '2, without the menu', blocking)).toBeLessThanOrEqual(3)

  const looking = stepsOf(page)
  await looking.click(page.getByRole('link', { name: 'History' }))
  await page
    .getByText(/blocked .*Mehmet Kaya|Mehmet Kaya .*blocked/)
    .first()
    .waitFor()
  expect(printSteps('who did what', '1, in raw fields', looking)).toBeLessThanOrEqual(1)
  const mine = page.getByLabel('Person')
  await looking.pick(mine, 'Nazlı Aydın')
  await page.locator('tbody tr', { hasText: 'Nazlı Aydın' }).first().waitFor()
  expect(printSteps('who did what, of one person', 'by kind alone', looking)).toBeLessThanOrEqual(2)
})

test('an agency', async () => {
  const { page, steps, dialog } = await go('agencies')
  await steps.button(page, 'New agency')
  await steps.fill(dialog.getByLabel('Code'), 'ECHO')
  await steps.fill(dialog.getByLabel('Name'), 'Echo Travel')
  await steps.fill(dialog.getByLabel('E-mail'), 'echo@example.com')
  await steps.button(dialog, 'Save')
  await page.locator('tbody tr', { hasText: 'ECHO' }).getByText('10%').waitFor()
  expect(printSteps('an agency', '5', steps)).toBeLessThanOrEqual(5)
})

test('hotels, users and agencies are found in whatever letters and order they are typed', async () => {
  await call('PATCH', '/v1/admin/hotels/bravo-lara-beach', { name: KORDON })
  await call('POST', '/v1/admin/agencies', {
    ...{ code: 'ISIK', name: KORDON, email: 'k@example.com', commissionBasisPoints: 1 },
  })
  await call('POST', '/v1/admin/users', {
    ...{ email: 'isik@example.com', name: KORDON, password: 'a ferry to Kadıköy', role: 'guest' },
  })
  for (const [view, label, before] of [
    ['hotels', 'Name or slug', '1, not in Turkish'],
    ['users', 'Name or e-mail', '1, not in Turkish'],
    ['agencies', 'Name, code or e-mail', 'no'],
  ] as const) {
    const { page } = await go(view)
    for (const typed of ['kordon isik', 'IŞIK KORDON']) {
      const steps = stepsOf(page)
      await steps.fill(page.getByLabel(label), typed)
      await page.getByText('1 entry', { exact: true }).waitFor()
      await page.locator('tbody tr', { hasText: KORDON }).waitFor()
      if (typed === 'kordon isik')
        expect(printSteps(`find ${view}, in whatever letters`, before, steps)).toBeLessThanOrEqual(
          1,
        )
      await page.getByLabel(label).fill('')
      await page.getByText('1 entry', { exact: true }).waitFor({ state: 'detached' })
    }
  }
})
