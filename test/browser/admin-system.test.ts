import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { accessFlaws, adminAt, HOTEL, press } from '../support/panel-demo.ts'
import { defects, rewrite, textOf } from '../support/panel-stays.ts'
import { runCommand, SOURCE } from '../support/process.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

const { startDemo, open } = browserSuite()

test('an operator is told at once what needs them: no backup with the command that makes one, hotels with failing webhooks by name with the way to them, mails that were refused (issue 18)', async () => {
  await using demo = await startDemo()
  const { body: hook } = await demo.callAs('admin', 'POST', `/v1/panel/webhooks?hotel=${HOTEL}`, {
    url: 'https://hooks.example.com/x',
  })
  rewrite(demo, 'update webhook set failing_since_ms = 1 where id = ?', hook.id)
  rewrite(
    demo,
    `insert into mail (id, hotel_id, booking_code, revision, kind, language, recipient, address, state, attempts, created_at_ms, finished_at_ms, answer)
     values ('m', 1, 'X', 1, 'confirmation', 'en', 'a@b.c', 'a@b.c', 'bounced', 1, ?, ?, '550 no such mailbox')`,
    String(Date.now()),
    String(Date.now()),
  )
  await using watched = await open(demo, adminAt('overview'))
  const { page } = watched
  const alarms = page.locator('.alarms')
  await alarms.getByText('There is no backup yet').waitFor()
  await alarms.getByText('roomwire backup FILE').waitFor()
  await alarms.getByText('Alfa Grand Bosphorus: 1 webhook fails').waitFor()
  expect(await textOf(alarms)).toContain('550 no such mailbox')
  expect(await textOf(page.locator('.cards'))).toMatch(/Free space on its disk\s*[\d.]+/)
  const before = '0, a count of webhooks, no disk, no backup'
  expect(printSteps('system health', before, stepsOf(page))).toBe(0)
  expect(await accessFlaws(page)).toEqual([])

  const copied = await runCommand(['backup', 'copy.db'], { folder: demo.folder, program: SOURCE })
  expect(copied.stderr).toBe('')
  await press(page, 'Read again')
  await alarms.getByText('There is no backup yet').waitFor({ state: 'detached' })
  expect(await textOf(page.locator('.cards'))).toMatch(/Last backup.*(now|second)/)

  await alarms.getByRole('link', { name: 'Webhooks of Alfa Grand Bosphorus' }).click()
  await page.getByText('https://hooks.example.com/x').waitFor()
  expect(defects(watched)).toEqual([])
})

test('indexes and words that an upgrade still has to make are told beside the database, in both languages, and nothing is said of none (issue 35)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, adminAt('overview'))
  const { page } = watched
  const facts = page.locator('.cards')
  await facts.getByText('Mails waiting').waitFor()
  expect(await textOf(facts)).not.toContain('ndexe')
  await page.route('**/v1/admin/system', async (route) => {
    const answer = await route.fetch()
    const system = await answer.json()
    system.database.lateIndexes = ['booking_hotel_fresh', 'booking_hotel_party']
    system.database.bookingsUnindexed = 1_234_567
    await route.fulfill({ response: answer, json: system })
  })
  await press(page, 'Read again')
  await facts.getByText('booking_hotel_fresh, booking_hotel_party').waitFor()
  expect(await textOf(facts)).toContain('Indexes still to be made or dropped')
  expect(await textOf(facts)).toContain('Bookings still to be indexed for search')
  expect(await textOf(facts)).toContain('at most 1,234,567')
  await page.evaluate(() => localStorage.setItem('language', 'tr'))
  await page.reload()
  await facts.getByText('booking_hotel_fresh, booking_hotel_party').waitFor()
  expect(await textOf(facts)).toContain('Oluşturulacak veya kaldırılacak dizinler')
  expect(await textOf(facts)).toContain('Arama için dizine eklenecek rezervasyonlar')
  expect(await textOf(facts)).toContain('en fazla 1.234.567')
  expect(await accessFlaws(page)).toEqual([])
  expect(defects(watched)).toEqual([])
})
