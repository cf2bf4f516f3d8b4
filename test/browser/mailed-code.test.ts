import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { browserSuite } from '../support/browser-suite.ts'
import type { Person } from '../support/demo-folder.ts'
import { mailEnv } from '../support/mail-demo.ts'
import { startMailServer } from '../support/mail-server.ts'
import {
  type PanelDemo,
  pageFlaws,
  press,
  signInAs,
  unexpectedErrors,
} from '../support/panel-demo.ts'
import { until } from '../support/process.ts'

// The mailed code at the sign-in form (`contract-access`, *Accounts*; S3).

const { startDemo, open } = browserSuite()
const AWAY = { 'x-forwarded-for': '192.0.2.7' }

/** Somebody was asked for a code an hour ago, and gave none: the next sign-in from elsewhere asks for another. */
function wasAsked({ folder }: PanelDemo, email: string): void {
  using database = new Database(join(folder, 'data/roomwire.db'))
  database.run('pragma busy_timeout = 5000')
  const then = Date.now() - 3_600_000
  database.run(
    `insert into account_link (id, kind, user_id, address, language, mailed, actor_type, actor_id, created_at_ms,
      expires_at_ms, tries) select 'asked', 'login_code', id, email, 'en', 1, 'user', id, ?, ?, 0 from user where email = ?`,
    [then, then + 1, email],
  )
}

const CODE = /^(?:Code|Kod): (\d{6})$/m

test.each<[Person, string, 'en' | 'tr', RegExp]>([
  ['manager', '/panel', 'en', /^Others guess at your password/],
  ['agency', '/acenta', 'tr', /^Başkaları parolanızı tahmin etmeye çalışıyor/],
  ['admin', '/admin', 'en', /^Others guess at your password/],
])(
  'the %s is asked for the mailed code in place, which keeps what was typed and says what to do',
  async (who, path, language, why) => {
    await using inbox = await startMailServer()
    await using demo = await startDemo({ ...mailEnv(inbox.server), TRUST_PROXY: '1' })
    const { email, password } = demo.users[who]
    wasAsked(demo, email)
    await using watched = await open(demo, { path, language })
    const { page, errors } = watched
    await page.setExtraHTTPHeaders(AWAY)
    await signInAs(page, { email, password })
    const field = page.locator('[name=mailedCode]')
    await field.waitFor()
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
    expect(await field.evaluate((it) => it === document.activeElement)).toBe(true)
    const hint = page.getByText(why)
    expect(await hint.textContent()).toContain(email)
    expect(await pageFlaws(page)).toEqual([])

    await press(page, language === 'tr' ? 'Geri' : 'Back')
    expect(await page.locator('[name=email]').inputValue()).toBe(email)
    expect(await page.locator('[name=password]').inputValue()).toBe(password)
    await page.locator('[name=password]').press('Enter')
    await field.waitFor()

    // The demo has other news to mail.
    const codes = () => inbox.received.filter(({ text }) => CODE.test(text))
    await until('the mail', () => codes().length > 0)
    expect(codes().map(({ to }) => to)).toEqual([[email]])
    const mailed = CODE.exec(codes()[0]!.text)![1]!
    await field.fill(String((Number(mailed) + 1) % 1_000_000).padStart(6, '0'))
    await field.press('Enter')
    await page.getByText(language === 'tr' ? /^Kod yanlış/ : /^This code is wrong/).waitFor()
    await until('the wrong code is gone', async () => (await field.inputValue()) === '')
    const answered = page.waitForResponse('**/v1/auth/login')
    await press(page, language === 'tr' ? 'Yeni kod' : 'Another code')
    await answered
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
    await field.fill(`${mailed.slice(0, 3)} ${mailed.slice(3)}`)
    await field.press('Enter')
    await field.waitFor({ state: 'detached' })
    await page.locator('h1').waitFor()
    expect(codes()).toHaveLength(1)
    expect(unexpectedErrors(errors, 401)).toEqual([])
  },
)
