import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { browserSuite } from '../support/browser-suite.ts'
import { mailEnv } from '../support/mail-demo.ts'
import { startMailServer } from '../support/mail-server.ts'
import {
  adminAt,
  HOTEL,
  LOOKS_BY_LANGUAGE,
  managerAt,
  type PanelDemo,
  pageFlaws,
  press,
  unexpectedErrors,
} from '../support/panel-demo.ts'
import { bookStay, textOf } from '../support/panel-stays.ts'
import { dayFromNow, until } from '../support/process.ts'

const { startDemo, sharedDemo, open } = browserSuite()

const settingsOf = async (demo: PanelDemo) =>
  (await demo.callAs('manager', 'GET', `/v1/panel/mails?hotel=${HOTEL}`)).body.settings

test('an owner switches mail on, and a guest’s mail is in the list and at the booking, with what the server said', async () => {
  await using inbox = await startMailServer()
  await using demo = await startDemo(mailEnv(inbox.server))
  await using watched = await open(demo, managerAt('mail'))
  const { page } = watched
  await page.getByText('Get no mail').waitFor()
  expect(await pageFlaws(page)).toEqual([])
  await press(page, 'Change mail settings')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Notify guests of their bookings').check()
  await dialog.getByLabel('Language').selectOption('tr')
  await dialog.getByLabel('Address of the hotel').fill(' desk@example.com ')
  expect(await pageFlaws(page)).toEqual([])
  await press(dialog, 'Save')
  await page.getByText('Are notified of their bookings').waitFor()
  expect(await settingsOf(demo)).toEqual({
    ...{ isMailing: true, mailGuests: true, mailLanguage: 'tr' },
    mailAddress: 'desk@example.com',
  })
  const { code } = await bookStay(demo)
  await until('it is sent', async () => {
    const { body } = await demo.callAs('manager', 'GET', `/v1/panel/mails?hotel=${HOTEL}`)
    return body.items[0]?.state === 'sent'
  })
  await page.reload()
  const row = page.locator('tbody tr', { hasText: code })
  expect(await textOf(row)).toContain('Sent')
  expect(await textOf(row)).toContain('250 queued as 1')
  // A mail about a reservation of several stays leads to the whole of it.
  const stay = { roomCode: 'DBL', checkin: dayFromNow(60), checkout: dayFromNow(61), adults: 1 }
  const guest = { firstName: 'Ece', lastName: 'Ay', email: 'ece@example.com' }
  const order = { guest, stays: [stay, stay] }
  const path = `/v1/panel/booking-groups?hotel=${HOTEL}`
  const group = (await demo.callAs('manager', 'POST', path, order)).body
  await page.reload()
  await page.getByRole('link', { name: group.code }).first().click()
  await page.locator('.booking-head', { hasText: group.code }).waitFor()
  await page.goBack()
  await row.getByRole('link').click()
  await page.locator('summary', { hasText: 'Mails' }).click()
  await page.getByText('250 queued as 1').waitFor()
  expect(await pageFlaws(page)).toEqual([])
  expect(unexpectedErrors(watched.errors)).toEqual([])
})

test('who does not own the hotel reads the log and changes nothing; without a mail server the page says whom to ask, and admins how (D15)', async () => {
  const demo = await sharedDemo()
  await using watched = await open(demo, managerAt('mail', { as: 'readOnly' }))
  const { page } = watched
  await page.getByText('Ask the operator to set it up').waitFor()
  expect(await page.locator('main').textContent()).not.toMatch(/SMTP|MAIL_/)
  expect(await page.getByRole('button', { name: 'Change mail settings' }).count()).toBe(0)
  await using asAdmin = await open(demo, adminAt(`hotels/${HOTEL}`))
  await asAdmin.page.getByRole('button', { name: 'Change mail settings' }).waitFor()
  await asAdmin.page.getByText('SMTP_URL and MAIL_FROM set it up').waitFor()
  expect(unexpectedErrors(watched.errors)).toEqual([])
})

test.each(LOOKS_BY_LANGUAGE)(
  'the page of mails has no flaw at %p, %s, %s',
  async (width, theme, language) => {
    await using demo = await startDemo()
    const states = ['pending', 'sent', 'bounced', 'failed', 'unknown', 'dropped']
    {
      using database = new Database(join(demo.folder, 'data/roomwire.db'))
      database.run('pragma busy_timeout = 5000')
      for (const [index, state] of states.entries())
        database.run(
          `insert into mail (id, hotel_id, booking_code, revision, kind, language, recipient, address, state, attempts, due_at_ms, created_at_ms, last_at_ms, answer)
         select ?, id, 'K7MPQ2XW9R', 1, 'change', 'tr', 'a.very.long.address@an.example.com', 'a', ?, 2, ?, ?, ?, '550 5.1.1 <a.very.long.address@an.example.com>: Recipient address rejected' from hotel where slug = ?`,
          [
            `m${index}`,
            state,
            state === 'pending' ? Date.now() + 60_000 : null,
            Date.now(),
            Date.now(),
            HOTEL,
          ],
        )
    }
    await using watched = await open(demo, managerAt('mail', { width, theme, language }))
    const { page } = watched
    await page.locator('tbody tr').nth(5).waitFor()
    expect(await pageFlaws(page)).toEqual([])
    if (process.env.SHOTS)
      await page.screenshot({
        path: `${process.env.SHOTS}/panel-${width}-${theme}-${language}.png`,
        fullPage: true,
      })
    expect(unexpectedErrors(watched.errors)).toEqual([])
  },
)
