import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { mailEnv } from '../support/mail-demo.ts'
import { type MailInbox, startMailServer } from '../support/mail-server.ts'
import {
  adminAt,
  HOTEL,
  managerAt,
  type PanelDemo,
  pageFlaws,
  press,
  signInAs,
  unexpectedErrors,
} from '../support/panel-demo.ts'
import { textOf } from '../support/panel-stays.ts'
import { until } from '../support/process.ts'
import { SHOT_LOOKS, shoot } from '../support/shots.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

// Invitations, forgotten passwords and changes of address, as people do them (issue 17, part 3).

const PASSWORD = 'a ferry on the Bosphorus'
const AYSE = { email: 'ayse@example.com', role: 'front_desk' }

const { startDemo, open, openUrl } = browserSuite()

/** The demo with a mail server. */
async function startMailed() {
  const inbox = await startMailServer()
  const demo = await startDemo(mailEnv(inbox.server))
  return {
    inbox,
    demo,
    async [Symbol.asyncDispose]() {
      await demo[Symbol.asyncDispose]()
      await inbox[Symbol.asyncDispose]()
    },
  }
}

const mailTo = ({ received }: MailInbox, address: string) =>
  received.findLast(({ to }) => to[0] === address)

/** Waits for a mail to an address. @returns the address of the link in it, where the program is */
async function linkTo(inbox: MailInbox, demo: PanelDemo, address: string): Promise<string> {
  await until(`a mail to ${address}`, () => mailTo(inbox, address) !== undefined)
  return here(demo, mailTo(inbox, address)!.text)
}

/** The link in a text, at the place where a test reaches the program. */
const here = ({ url }: PanelDemo, text: string) =>
  `${url}/panel#${/#(link=[\w.-]+)/.exec(text)![1]}`

const invite = (demo: PanelDemo, body: object) =>
  demo.callAs('manager', 'POST', `/v1/panel/invitations?hotel=${HOTEL}`, body)

test('an owner invites somebody by mail, who accepts, is signed in and finds the hotel', async () => {
  await using mailed = await startMailed()
  const { inbox, demo } = mailed
  await using watched = await open(demo, managerAt('people'))
  const { page } = watched
  const steps = stepsOf(page)
  await steps.button(page, 'Invite somebody')
  const dialog = page.getByRole('dialog')
  await steps.fill(dialog.getByLabel('E-mail'), AYSE.email)
  await steps.pick(dialog.getByLabel('Role in the hotel'), 'front_desk')
  expect(await pageFlaws(page)).toEqual([])
  await steps.button(dialog, 'Invite')
  await page.getByText(`An invitation is on its way to ${AYSE.email}.`).waitFor()
  expect(printSteps('invite a colleague in a role', 'by an admin alone', steps)).toBe(4)
  const row = page.locator('tbody tr', { hasText: AYSE.email })
  await row.getByText('invited by Kerem Usta').waitFor()
  expect(await pageFlaws(page)).toEqual([])

  const url = await linkTo(inbox, demo, AYSE.email)
  await using newcomer = await openUrl(url)
  const hers = newcomer.page
  await hers.getByRole('heading', { name: 'Welcome to' }).waitFor()
  expect(await textOf(hers.locator('.card'))).toContain('Kerem Usta invites you.')
  expect(await pageFlaws(hers)).toEqual([])
  const hersOf = stepsOf(hers)
  await hersOf.fill(hers.getByLabel('Your name'), 'Ayşe Şen')
  await hers.getByLabel('New password').fill('short')
  await press(hers, 'Accept and sign in')
  await hers.locator('[aria-invalid]').waitFor()
  expect(await pageFlaws(hers)).toEqual([])
  await hersOf.fill(hers.getByLabel('New password'), PASSWORD)
  await hersOf.press('Enter')
  await hers.getByRole('heading', { name: 'Today' }).waitFor()
  expect(printSteps('accept it, from the mail’s link on', 'not possible', hersOf)).toBe(3)
  expect(hers.url()).toEndWith(`#/${HOTEL}/today`)
  expect(hers.url()).not.toContain('link=')
  expect(await textOf(hers.locator('.side'))).toContain('Ayşe Şen')
  expect(unexpectedErrors(newcomer.errors, 422)).toEqual([])

  await page.reload()
  await page.locator('tbody tr', { hasText: 'Ayşe Şen' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Pending invitations' }).count()).toBe(0)
  await page.goto(`${demo.url}/panel#/${HOTEL}/history`)
  await page.getByText('Ayşe Şen accepted an invitation and joined the hotel').waitFor()
  await page.getByText(`Kerem Usta invited ${AYSE.email} into the hotel`).waitFor()
  expect(unexpectedErrors(watched.errors)).toEqual([])

  await using again = await openUrl(url)
  await again.page.getByRole('heading', { name: 'This link does not work' }).waitFor()
  expect(await pageFlaws(again.page)).toEqual([])
  expect(unexpectedErrors(again.errors, 410)).toEqual([])
})

test('without mail the link is shown once to be handed over; it is made anew and withdrawn', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('people', { language: 'tr' }))
  const { page } = watched
  await press(page, 'Kişi davet et')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-posta').fill(AYSE.email)
  await press(dialog, 'Davet et')
  await dialog.getByText('Yalnızca bu kez gösterilir.').waitFor()
  const first = here(demo, await textOf(dialog.locator('code')))
  expect(await pageFlaws(page)).toEqual([])
  await press(dialog, 'Sakladım')
  const row = page.locator('tbody tr', { hasText: AYSE.email })
  await row.getByText('Bağlantı elden verildi').waitFor()
  const former = await row.elementHandle()
  await row.locator('.menu > button').click()
  await row.getByRole('button', { name: 'Yeni bağlantı oluştur' }).click()
  const second = here(demo, await textOf(dialog.locator('code')))
  expect(second).not.toBe(first)
  await press(dialog, 'Sakladım')
  await page.waitForFunction((element) => !element?.isConnected, former)
  await row.locator('.menu > button').click()
  await row.getByRole('button', { name: 'Geri çek' }).click()
  await row.waitFor({ state: 'detached' })
  await using dead = await openUrl(second, 390, { locale: 'tr-TR' })
  await dead.page.getByRole('heading', { name: 'Bu bağlantı çalışmıyor' }).waitFor()
  expect(await pageFlaws(dead.page)).toEqual([])
})

test('who has an account already accepts a second invitation signed in to it', async () => {
  await using demo = await startDemo()
  const one = await invite(demo, AYSE)
  const { items } = (await demo.callAs('admin', 'GET', '/v1/admin/hotels')).body
  const { slug } = items.find((hotel: { slug: string }) => hotel.slug !== HOTEL)
  const other = await demo.callAs('admin', 'POST', `/v1/admin/hotels/${slug}/invitations`, AYSE)
  const tokenOf = (url: string) => url.split('#link=')[1]
  const accepted = { token: tokenOf(one.body.link.url), name: 'Ayşe Şen', password: PASSWORD }
  expect((await demo.call('POST', '/v1/auth/accept-invitation', { body: accepted })).status).toBe(
    200,
  )

  await using watched = await openUrl(here(demo, other.body.link.url))
  const { page } = watched
  await page.getByText('You have an account already.').waitFor()
  expect(await pageFlaws(page)).toEqual([])
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('[name=password]').press('Enter')
  await press(page, 'Accept as Ayşe Şen')
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  expect(page.url()).toEndWith(`#/${slug}/today`)
})

test('a forgotten password is chosen anew by a link, with the keyboard alone', async () => {
  await using mailed = await startMailed()
  const { inbox, demo } = mailed
  const { email } = demo.users.agency
  await using watched = await open(demo, { path: '/acenta' })
  const { page } = watched
  const steps = stepsOf(page)
  await page.getByRole('button', { name: 'Forgot your password?' }).focus()
  await steps.press('Enter')
  await page.getByRole('heading', { name: 'Forgotten password' }).waitFor()
  expect(await pageFlaws(page)).toEqual([])
  await page.locator('[name=email]:focus').waitFor()
  await steps.fill(page.getByLabel('E-mail address'), email)
  await steps.press('Enter')
  await page.getByText(`If ${email} has an account`).waitFor()
  expect(await pageFlaws(page)).toEqual([])

  await page.goto(await linkTo(inbox, demo, email))
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  expect(await pageFlaws(page)).toEqual([])
  await steps.fill(page.locator('[name=password]:focus'), PASSWORD)
  await steps.press('Enter')
  await page.getByText('Your password is set').waitFor()
  expect(printSteps('a forgotten password, beside the link in the mail', 'no', steps)).toBe(5)
  expect(page.url()).not.toContain('link=')
  expect(await pageFlaws(page)).toEqual([])
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL(/\/acenta/)
  await signInAs(page, { email, password: PASSWORD })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await until(
    'a notice',
    () => mailTo(inbox, email)?.headers.subject === 'Your password was changed',
  )
  expect(unexpectedErrors(watched.errors)).toEqual([])
})

test('without mail the sign-in page names the admin, who makes a link and hands it over', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo)
  const { page } = watched
  await press(page, 'Forgot your password?')
  await page.getByLabel('E-mail address').fill('anybody@example.com')
  await press(page, 'Send the link')
  await page.getByText('This service sends no mail.').waitFor()
  await press(page, 'Back to sign in')
  await page.getByLabel('Password', { exact: true }).waitFor()

  await using admins = await open(demo, adminAt('users'))
  const row = admins.page.locator('tbody tr', { hasText: demo.users.frontDesk.email })
  await row.locator('.menu > button').click()
  await row.getByRole('button', { name: 'Make a password link' }).click()
  const dialog = admins.page.getByRole('dialog')
  await dialog.getByText('It is shown only once.').waitFor()
  expect(await pageFlaws(admins.page)).toEqual([])
  await using theirs = await openUrl(here(demo, await textOf(dialog.locator('code'))))
  await theirs.page.locator('[name=password]').fill(PASSWORD)
  await press(theirs.page, 'Set the password')
  await theirs.page.getByText('Your password is set').waitFor()
  const login = { email: demo.users.frontDesk.email, password: PASSWORD }
  expect((await demo.call('POST', '/v1/auth/login', { body: login })).status).toBe(200)
})

test('another address of one’s own account is asked for, and confirmed at both', async () => {
  await using mailed = await startMailed()
  const { inbox, demo } = mailed
  const { email, password } = demo.users.manager
  await using watched = await open(demo, managerAt('today'))
  const steps = stepsOf(watched.page)
  await steps.click(watched.page.getByRole('button', { name: 'Account, language and theme' }))
  await steps.click(watched.page.getByRole('link', { name: 'My account' }))
  await steps.button(watched.page, 'Change e-mail address')
  const dialog = watched.page.getByRole('dialog')
  await steps.fill(dialog.getByLabel('New e-mail address'), 'kerem.new@example.com')
  await dialog.getByLabel('Current password').fill('wrong password')
  await press(dialog, 'Save')
  await dialog.locator('[aria-invalid]').waitFor()
  expect(await pageFlaws(watched.page)).toEqual([])
  await steps.fill(dialog.getByLabel('Current password'), password)
  await steps.button(dialog, 'Save')
  await watched.page.getByText('Two mails are on their way.').waitFor()
  expect(printSteps('another mail address of one’s own', 'no page', steps)).toBe(6)
  await using first = await openUrl(await linkTo(inbox, demo, email))
  await first.page.getByText('about to use the address kerem.new@example.com').waitFor()
  expect(await pageFlaws(first.page)).toEqual([])
  await press(first.page, 'Confirm')
  await first.page.getByText('The other address must confirm too').waitFor()
  await using second = await openUrl(await linkTo(inbox, demo, 'kerem.new@example.com'), 390)
  await press(second.page, 'Confirm')
  await second.page.getByText('The account has its new address').waitFor()
  expect(await pageFlaws(second.page)).toEqual([])
  const login = { email: 'kerem.new@example.com', password }
  expect((await demo.call('POST', '/v1/auth/login', { body: login })).status).toBe(200)
})

test('from the mail of an invitation to the first sign-in everything holds at 1280 and 390, light and dark', async () => {
  await using mailed = await startMailed()
  const { inbox, demo } = mailed
  for (const [index, [width, colorScheme]] of SHOT_LOOKS.entries()) {
    const email = `ayse${index}@example.com`
    await invite(demo, { ...AYSE, email, language: index % 2 ? 'tr' : 'en' })
    const url = await linkTo(inbox, demo, email)
    const look = {
      colorScheme,
      reducedMotion: 'reduce' as const,
      locale: index % 2 ? 'tr-TR' : 'en-GB',
    }
    const name = (what: string) => `invitation-${what}-${width}-${colorScheme}`
    await using read = await openUrl('about:blank', width, look)
    await read.page.setContent(mailTo(inbox, email)!.html)
    expect(await pageFlaws(read.page)).toEqual([])
    await shoot(read.page, name('mail'))

    await using watched = await openUrl(url, width, look)
    const { page } = watched
    await page.locator('[name=name]').fill('Ayşe Şen')
    await page.locator('[name=password]').fill(PASSWORD)
    expect(await pageFlaws(page)).toEqual([])
    await shoot(page, name('accept'))
    await page.locator('[name=password]').press('Enter')
    await page.waitForURL(/\/today$/)
    await page.locator('h1').waitFor()
    await page.waitForFunction(() => !document.querySelector('.loading'))
    expect(await pageFlaws(page)).toEqual([])
    await shoot(page, name('first-sign-in'))
    expect(watched.errors).toEqual([])
  }
})
