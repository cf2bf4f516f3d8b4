import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import {
  accessFlaws,
  EVIL,
  HOTEL,
  lookThrough,
  managerAt,
  OPPOSITE_LOOKS,
  press,
} from '../support/panel-demo.ts'
import { defects, focusOnFlaw, rewrite, textOf } from '../support/panel-stays.ts'

const { startDemo, open } = browserSuite()

const cardOf = (page: Page, author: string) => page.locator('.review', { hasText: author })

test('a manager replies to a review, changes the reply, and guests read it (issue 5 §6)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('reviews?replied=false'))
  const { page, offOrigin } = watched
  const card = cardOf(page, 'Inês F.')
  await card.waitFor()
  expect(await cardOf(page, 'Carla N.').count()).toBe(0)
  await card.getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your reply').fill('We have mended the lift.\nCome again!')
  await dialog.getByRole('button', { name: 'Publish reply' }).click()
  await page.getByText('The reply is published.').waitFor()
  await card.waitFor({ state: 'detached' })

  await press(page, 'With a reply')
  await card.waitFor()
  expect(await textOf(card.locator('blockquote'))).toContain('We have mended the lift. Come again!')
  await card.getByRole('button', { name: 'Change reply: Inês F.' }).click()
  await dialog.getByLabel('Your reply').fill('Fixed.')
  await dialog.getByRole('button', { name: 'Publish reply' }).click()
  await dialog.waitFor({ state: 'detached' })
  await card.getByText('Fixed.', { exact: true }).waitFor()
  const { body } = await demo.call('GET', `/v1/hotels/${HOTEL}/reviews`)
  expect(body.items.map(({ reply }: any) => reply)).toContain('Fixed.')
  expect(defects(watched)).toEqual([])
  expect(offOrigin).toEqual([])
})

test('a reply that says nothing is refused at its field, and what was typed stays when the service is down (contract §6)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('reviews'))
  const { page } = watched
  await cardOf(page, 'Inês F.').getByRole('button').click()
  const dialog = page.getByRole('dialog')
  const reply = dialog.getByLabel('Your reply')
  const send = dialog.getByRole('button', { name: 'Publish reply' })
  await reply.fill('   ')
  await send.click()
  await focusOnFlaw(page)
  expect(await reply.getAttribute('aria-invalid')).toBe('true')
  expect(await accessFlaws(page)).toEqual([])

  await page.route('**/reply*', (route) => route.abort())
  await reply.fill('Thank you')
  await send.click()
  await dialog.getByText('The service cannot be reached.').waitFor()
  expect(await reply.inputValue()).toBe('Thank you')
  await page.unroute('**/reply*')
  await send.click()
  await page.getByText('The reply is published.').waitFor()
  expect(defects(watched)).toEqual([])
})

test.each(['en', 'tr'] as const)(
  'reviews in %s, some, none of a kind and none at all, fit in both themes, and axe finds nothing',
  async (language) => {
    await using demo = await startDemo()
    const words = {
      en: { title: 'Reviews', none: 'No reviews yet', noneFound: 'No reviews found' },
      tr: { title: 'Yorumlar', none: 'Henüz yorum yok', noneFound: 'Böyle yorum yok' },
    }[language]
    await using watched = await open(demo, managerAt('reviews', { language }))
    const { page } = watched
    await page.locator('.review').first().waitFor()
    expect(await textOf(page.locator('h1'))).toBe(words.title)
    await lookThrough(page, OPPOSITE_LOOKS, (flaws) => expect(flaws).toEqual([]))
    expect(defects(watched)).toEqual([])
    rewrite(demo, 'update review set reply = ?', 'Thanks')
    await page.goto(`${demo.url}/panel#/${HOTEL}/reviews?replied=false`)
    await page.getByText(words.noneFound).waitFor()
    rewrite(demo, 'delete from review')
    await page.locator('.chip').first().click()
    await page.getByText(words.none).waitFor()
    expect(await accessFlaws(page)).toEqual([])
  },
)

test('a review full of markup is shown as text (issue 5)', async () => {
  await using demo = await startDemo()
  const evil = `${EVIL}<script>document.title=2</script>`
  rewrite(demo, 'update review set text = ?, author = ?, reply = ?', evil, evil, evil)
  await using watched = await open(demo, managerAt('reviews'))
  const { page, offOrigin } = watched
  const card = page.locator('.review').first()
  await card.waitFor()
  expect((await textOf(card)).split(evil)).toHaveLength(4)
  expect(await page.locator('main img, main script').count()).toBe(0)
  expect(await page.title()).toBe('Reviews · Roomwire')
  expect(offOrigin).toEqual([])
  expect(defects(watched)).toEqual([])
})
