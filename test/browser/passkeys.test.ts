import { expect, test } from 'bun:test'
import type { CDPSession, Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import {
  HOTEL,
  LOOKS_BY_LANGUAGE,
  type PanelDemo,
  pageFlaws,
  press,
  signInAs,
} from '../support/panel-demo.ts'
import { freePort } from '../support/postgres-server.ts'
import { shoot } from '../support/shots.ts'

const { startDemo, openUrl } = browserSuite()

/** The demo as its sheet names it: by a name, which passkeys are of. */
async function startNamed(): Promise<PanelDemo> {
  const port = freePort()
  return await startDemo({ PORT: String(port), PUBLIC_URL: `http://localhost:${port}` })
}

/** An authenticator inside the machine, whose holder always shows who they are to it. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

/** The menu of one's own account. */
const MENU = 'Account, language and theme'
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: MENU }).click()
  await press(page, 'Sign out')
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await press(page, 'Add a passkey')
  const form = page.getByRole('dialog', { name: 'Add a passkey' })
  await form.getByLabel('Name', { exact: true }).fill(name)
  await page.keyboard.press('Enter')
  await row(page, name).waitFor()
}

test('a passkey is made on the own page, signs in without typing, steps up, is refused when cloned, and the last one goes with the password (contract-access, Passkeys)', async () => {
  await using demo = await startNamed()
  const account = `${demo.url}/panel#/${HOTEL}/account`
  await using watched = await openUrl(account)
  const { page } = watched
  const { cdp, authenticatorId } = await addAuthenticator(page)
  await signInAs(page, demo.users.manager)
  await addPasskey(page, 'Telephone')
  expect(await pageFlaws(page)).toEqual([])
  await shoot(page, 'passkeys-own-en')

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  await shoot(page, 'passkeys-sign-in-en')
  await press(page, 'Sign in with a passkey')
  await row(page, 'Telephone').waitFor()

  // A step-up by it. The log-in of a moment ago would be enough: as of one of long ago.
  const problem = { code: 'step_up_required', act: 'api_key', status: 403, title: '', detail: '' }
  let isAsked = false
  await page.route('**/v1/panel/api-keys*', async (route) => {
    if (isAsked || route.request().method() !== 'POST') return await route.continue()
    isAsked = true
    await route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify(problem),
    })
  })
  const shown = page.waitForResponse('**/v1/auth/step-up')
  await page.goto(`${demo.url}/panel#/${HOTEL}/channel/keys`)
  await page.reload()
  await press(page, 'Create key')
  const form = page.getByRole('dialog', { name: 'Create key' })
  await form.getByLabel('Name', { exact: true }).fill('Night audit')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await press(dialog, 'Use a passkey')
  expect((await shown).status()).toBe(204)
  await page.locator('.secret code').waitFor()

  // A copy of it has counted less far.
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
  const [credential] = credentials
  await cdp.send('WebAuthn.removeCredential', {
    authenticatorId,
    credentialId: credential!.credentialId,
  })
  const cloned = { ...credential!, signCount: 0 }
  await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: cloned })
  await page.goto(account)
  await page.reload()
  await signOut(page)
  await press(page, 'Sign in with a passkey')
  await page.getByText('This passkey does not open an account here').waitFor()

  await signInAs(page, demo.users.manager)
  await press(row(page, 'Telephone'), 'Remove Telephone')
  const removal = page.getByRole('dialog', { name: 'Remove Telephone' })
  await removal.getByLabel('Current password').fill(demo.users.manager.password)
  await page.keyboard.press('Enter')
  await row(page, 'Telephone').waitFor({ state: 'detached' })
  expect(watched.errors.filter((each) => !/40[139]/.test(each))).toEqual([])
})

test('admins and agencies sign in by a passkey likewise, and at an address the page says where passkeys are made (contract-access, Passkeys)', async () => {
  await using demo = await startNamed()
  for (const [path, who, label] of [
    ['/admin', 'admin', 'Sign in with a passkey'],
    ['/acenta', 'agency', 'Sign in with a passkey'],
  ] as const) {
    await using watched = await openUrl(`${demo.url}${path}#/account`)
    const { page } = watched
    await addAuthenticator(page)
    await signInAs(page, demo.users[who])
    await addPasskey(page, 'Key')
    await signOut(page)
    await press(page, label)
    await row(page, 'Key').waitFor()
  }
  await using watched = await openUrl(
    `${demo.url.replace('localhost', '127.0.0.1')}/panel#/${HOTEL}/account`,
  )
  const { page } = watched
  await signInAs(page, demo.users.manager)
  await page.getByText('Passkeys are made and used at').waitFor()
  expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
})

test.each(LOOKS_BY_LANGUAGE)(
  'passkeys read well: %p %p %p (contract-access, Passkeys)',
  async (width, theme, language) => {
    await using demo = await startNamed()
    await using watched = await openUrl(`${demo.url}/panel#/${HOTEL}/account`, width, {
      locale: language === 'tr' ? 'tr-TR' : 'en-GB',
      colorScheme: theme,
    })
    const { page } = watched
    await signInAs(page, demo.users.manager)
    await page.locator('#own-passkeys').waitFor()
    expect(await pageFlaws(page)).toEqual([])
    await shoot(page, `passkeys-${language}-${theme}-${width}`, true)
  },
)
