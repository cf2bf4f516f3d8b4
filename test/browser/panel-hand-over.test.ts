import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import {
  LOOKS_BY_LANGUAGE,
  managerAt,
  openDialog,
  pageFlaws,
  press,
} from '../support/panel-demo.ts'
import { bookStay, defects } from '../support/panel-stays.ts'

const { startDemo, open } = browserSuite()

test('the desk hands the link of a booking over, ends those of before, and the history tells both (contract-access, A booking’s own key)', async () => {
  await using demo = await startDemo()
  const { code } = await bookStay(demo)
  await using watched = await open(demo, managerAt(`bookings/${code}`, { as: 'frontDesk' }))
  const { page } = watched
  const links: string[] = []
  for (const isRenewed of [false, true]) {
    const dialog = await openDialog(page, 'Link for the guest')
    await dialog.getByLabel('End all links of before').setChecked(isRenewed)
    await press(dialog, 'Show the link')
    await dialog.locator('code').first().waitFor()
    const [url, typed] = await dialog.locator('code').allInnerTexts()
    expect(url).toContain(`/booking#${code}.`)
    expect(url).toEndWith(typed!.replaceAll(' ', ''))
    links.push(url!)
    await dialog.locator('footer').getByRole('button').click()
  }
  expect(links[1]).not.toBe(links[0]!)
  const tokenOf = (link: string) => link.split('.').at(-1)
  const acts = await Promise.all(
    links.map((link) =>
      demo.call('POST', `/v1/bookings/${code}/cancel`, { body: { manageToken: tokenOf(link) } }),
    ),
  )
  expect(acts.map(({ status }) => status)).toEqual([404, 200])
  await page.goto(`${demo.url}/panel#/alfa-grand-bosphorus/history`)
  await page.getByText('handed over the link of').waitFor()
  await page.getByText('handed over a new link of').waitFor()
  expect(defects(watched)).toEqual([])
})

test.each(LOOKS_BY_LANGUAGE)(
  'the link that is handed over fits %i px, %s, %s, and axe finds nothing; who only reads is offered none',
  async (width, theme, language) => {
    await using demo = await startDemo()
    const { code } = await bookStay(demo)
    const at = { width, theme, language }
    await using watched = await open(demo, managerAt(`bookings/${code}`, at))
    const { page } = watched
    const words =
      language === 'tr'
        ? (['Konuk için bağlantı', 'Bağlantıyı göster'] as const)
        : (['Link for the guest', 'Show the link'] as const)
    const dialog = await openDialog(page, words[0])
    expect(await pageFlaws(page)).toEqual([])
    await press(dialog, words[1])
    await dialog.locator('code').first().waitFor()
    expect(await pageFlaws(page)).toEqual([])
    await using other = await open(demo, managerAt(`bookings/${code}`, { ...at, as: 'readOnly' }))
    await other.page.locator('h1').waitFor()
    await other.page.getByText(code).first().waitFor()
    expect(await other.page.getByRole('button', { name: words[0] }).count()).toBe(0)
  },
)
