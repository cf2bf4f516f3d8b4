import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { choose, dialogOf, rowOf, save } from '../support/panel-admin.ts'
import { adminAt, press } from '../support/panel-demo.ts'
import { defects, focusOnFlaw, textOf } from '../support/panel-stays.ts'

const { startDemo, open } = browserSuite()

test('a user is made, changed, given another password, blocked and let in again (issue 5 §6)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, adminAt('users'))
  const { page, offOrigin } = watched
  const dialog = dialogOf(page)
  const enter = async (password: string) =>
    (await demo.call('POST', '/v1/auth/login', { body: { email: 'mehmet@example.com', password } }))
      .status
  await press(page, 'New user')
  await dialog.getByLabel('Name').fill('Mehmet Kaya')
  await dialog.getByLabel('E-mail').fill('GUEST@roomwire.example')
  await dialog.getByLabel('Find a hotel to add').fill('bravo')
  await press(dialog, 'Add Bravo Lara Beach')
  await press(dialog, 'Save')
  await dialog.getByText('An account with this e-mail already exists.').waitFor()
  await focusOnFlaw(page)
  await dialog.getByLabel('E-mail').fill('mehmet@example.com')
  const password = await dialog.getByLabel('Password').inputValue()
  expect(password).toMatch(/^[a-z0-9]{16}$/)
  await save(page)
  await page.getByText('Mehmet Kaya is made.').waitFor()
  expect(await textOf(rowOf(page, 'Mehmet'))).toContain('Bravo Lara Beach (Owner)')
  expect(await enter(password)).toBe(200)

  await choose(page, 'Mehmet Kaya', 'Edit')
  await dialog.getByLabel('Role', { exact: true }).selectOption({ label: 'Agency user' })
  await press(dialog, 'Save')
  await dialog.getByText('An agency_user belongs to an agency.').waitFor()
  await dialog.getByLabel('Agency', { exact: true }).selectOption({ label: 'Delta Travel (DELTA)' })
  await press(dialog, 'Save')
  await dialog.getByText('This is the last owner of the hotel').waitFor()
  const members = '/v1/admin/hotels/bravo-lara-beach/members'
  const another = { email: 'manager@roomwire.example', role: 'owner' }
  await demo.callAs('admin', 'POST', members, another)
  await save(page)
  await rowOf(page, 'Mehmet').getByText('DELTA').waitFor()

  await choose(page, 'Mehmet Kaya', 'New password')
  await dialog.getByLabel('Password').fill('short')
  await press(dialog, 'Save')
  await focusOnFlaw(page)
  await dialog.getByLabel('Password').fill('correct horse battery')
  await save(page)
  await page.getByText('Mehmet Kaya has a new password.').waitFor()
  expect(await enter(password)).toBe(401)
  expect(await enter('correct horse battery')).toBe(200)

  await choose(page, 'Mehmet Kaya', 'Block')
  expect(await textOf(dialog)).toContain('signed out everywhere at once and cannot sign in')
  await press(dialog, 'Block')
  await page.getByText('Mehmet Kaya is blocked.').waitFor()
  expect(await enter('correct horse battery')).toBe(401)
  await page.getByLabel('State').selectOption({ label: 'Blocked' })
  await page.getByText('1 entry', { exact: true }).waitFor()
  await choose(page, 'Mehmet Kaya', 'Unblock')
  await page.getByText('No account found').waitFor()
  expect(await enter('correct horse battery')).toBe(200)
  expect(defects(watched)).toEqual([])
  expect(offOrigin).toEqual([])
})

test('an admin cannot block themselves, and the last admin stays one (contract §5)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, adminAt('users?role=admin'))
  const { page } = watched
  await page.getByRole('button', { name: 'Actions for Nazlı Aydın' }).click()
  expect(await page.getByRole('button', { name: 'Block', exact: true }).count()).toBe(0)
  await press(page, 'Edit')
  await dialogOf(page).getByLabel('Role', { exact: true }).selectOption({ label: 'Guest' })
  await press(dialogOf(page), 'Save')
  await page.getByText('This is the last active admin; make another first.').waitFor()
  expect(defects(watched)).toEqual([])
})

test('agencies are made, changed and suspended (issue 5 §6)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, adminAt('agencies'))
  const { page } = watched
  const dialog = dialogOf(page)
  await press(page, 'New agency')
  await dialog.getByLabel('Code').fill('DELTA')
  await dialog.getByLabel('Name').fill('Echo Travel')
  await dialog.getByLabel('E-mail').fill('echo@example.com')
  await dialog.getByLabel('Commission in per cent').fill('7,5')
  await press(dialog, 'Save')
  await dialog.getByText('Agency DELTA already exists.').waitFor()
  await dialog.getByLabel('Code').fill('echo')
  await dialog.getByLabel('Commission in per cent').fill('120')
  await press(dialog, 'Save')
  await dialog.getByText('A percentage from 0 to 100.').waitFor()
  await focusOnFlaw(page)
  await dialog.getByLabel('Commission in per cent').fill('7,5')
  await save(page)
  await rowOf(page, 'ECHO').getByText('7.5%').waitFor()
  await choose(page, 'Echo Travel', 'Edit')
  await dialog.getByLabel('Commission in per cent').fill('8')
  await dialog.getByLabel('Option in days').fill('7')
  await save(page)
  await rowOf(page, 'ECHO').getByText('8%').waitFor()
  await choose(page, 'Echo Travel', 'Suspend')
  expect(await textOf(dialog)).toContain('book nothing more')
  await press(dialog, 'Suspend')
  await page.getByText('Echo Travel is suspended.').waitFor()
  const { items } = (await demo.callAs('admin', 'GET', '/v1/agencies')).body
  expect(items.find(({ code }: any) => code === 'ECHO')).toMatchObject({
    ...{ commissionBasisPoints: 800, optionDays: 7, active: false },
  })
  await choose(page, 'Echo Travel', 'Approve')
  await page.getByText('Echo Travel is saved.').last().waitFor()
  expect(defects(watched)).toEqual([])
})

test('whoever reloads amid a form is asked first, and what they typed is there when they stay (issue 18)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, adminAt('agencies'))
  const { page } = watched
  const asked: string[] = []
  page.on('dialog', (question) => {
    asked.push(question.type())
    void question.dismiss()
  })
  await press(page, 'New agency')
  await dialogOf(page).getByLabel('Name').pressSequentially('Çağrı Turizm')
  await page.evaluate(() => location.reload())
  expect(await dialogOf(page).getByLabel('Name').inputValue()).toBe('Çağrı Turizm')
  await press(dialogOf(page), 'Cancel')
  await page.reload()
  await press(page, 'New agency')
  await page.reload()
  await rowOf(page, 'DELTA').waitFor()
  expect(asked).toEqual(['beforeunload'])
  expect(defects(watched)).toEqual([])
})
