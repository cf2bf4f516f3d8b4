import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { changeHotel } from '../../src/service/catalog/catalog.ts'
import { readAvailable, sell } from '../support/bookings.ts'
import { browserSuite } from '../support/browser-suite.ts'
import { makeExtra } from '../support/extras.ts'
import { serveGuestPage } from '../support/guest-page.ts'
import { lookThrough } from '../support/panel-demo.ts'
import { makeRate } from '../support/rates.ts'
import { startService } from '../support/service.ts'
import { shoot } from '../support/shots.ts'

// `/stay` in a browser, with a script and without (contract-agencies, *Pages for guests*).

const LOOKS = [
  [320, 'light'],
  [390, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
  [1920, 'light'],
] as const

const { openUrl } = browserSuite()

/** A hotel with two room types, a rate and an extra on sale, and its pages served. */
async function startStay() {
  const service = await startService({ publicPages: true })
  await sell(service)
  await sell(service, { roomCode: 'SGL', priceCents: 7_000 })
  const cancellation = { freeUntilDays: null, penalty: 'all' as const }
  const pricing = { type: 'derived' as const, percentBp: -1_000 }
  await makeRate(service, { rateCode: 'NR', name: 'Non-refundable', cancellation, pricing })
  await makeExtra(service, { code: 'SPA', name: 'Airport transfer' })
  const { origin, ...served } = serveGuestPage(service)
  return {
    ...{ service, origin },
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
    },
  }
}

/** What a family does on a telephone: two rooms, one of them for a parent with a child. */
async function bookTwoRooms(page: Page): Promise<string> {
  await page.getByLabel('Where').fill('alfa')
  await page.getByLabel('Arrive', { exact: true }).fill('2027-04-01')
  await page.getByLabel('Leave', { exact: true }).fill('2027-04-03')
  await page.locator('.parties > summary').click()
  await page.getByRole('button', { name: 'Add a room' }).click()
  // The parties stay open where a room was added.
  await page.getByText('2 rooms: 2 adults each', { exact: true }).waitFor()
  await page.locator('#adults2').fill('1')
  await page.locator('#ages2').fill('7')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('heading', { name: /1 hotel for “alfa”/ }).waitFor()
  await page.getByRole('link', { name: 'Hotel alfa' }).click()
  await page.getByRole('heading', { name: 'Room 1 of 2, for 2 adults' }).waitFor()
  await page
    .getByRole('link', { name: /^Choose/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Room 2 of 2, for 1 adult, 1 child' }).waitFor()
  await page
    .getByRole('link', { name: /^Choose/ })
    .first()
    .click()
  await page.getByLabel('First name').fill('Carla')
  await page.getByLabel('Last name').fill('Çelik')
  await page.getByLabel('E-mail', { exact: true }).fill('carla@example.com')
  await page.getByRole('button', { name: /^Book 2 rooms/ }).click()
  await page.getByRole('heading', { name: 'It is yours, Carla' }).waitFor()
  return (await page.locator('.code').first().textContent()) ?? ''
}

test.each([true, false])(
  'a family books two rooms on a telephone from /stay (scripts: %p)',
  async (javaScriptEnabled) => {
    await using scene = await startStay()
    const { service, origin } = scene
    await using watched = await openUrl(`${origin}/stay`, 390, {
      ...{ locale: 'en-GB', hasTouch: true, javaScriptEnabled },
    })
    const { page, errors, offOrigin } = watched
    const code = await bookTwoRooms(page)
    const { body } = await service.alfa.call('GET', `/booking-groups/${code}`)
    expect(body.bookings).toHaveLength(2)
    await page.getByRole('button', { name: 'See, change or cancel' }).click()
    await page.getByRole('button', { name: 'Cancel the whole booking' }).waitFor()
    expect([page.url(), errors, offOrigin]).toEqual([`${origin}/my`, [], []])
  },
)

test('days are chosen in the calendar: the first press is the arrival, the second the departure', async () => {
  await using scene = await startStay()
  await using watched = await openUrl(`${scene.origin}/stay/alfa?month=2027-04`, 1280, {
    locale: 'en-GB',
  })
  const { page, errors } = watched
  await page.getByRole('link', { name: /^Arrive on Friday 2 April/ }).click()
  await page.getByText('Now choose the day you leave').waitFor()
  await page.getByRole('link', { name: 'Leave on Monday 5 April' }).click()
  await page.getByRole('heading', { name: 'Rooms for 3 nights' }).waitFor()
  expect(page.url()).toContain('checkin=2027-04-02&checkout=2027-04-05')
  // The link of the day now leads elsewhere: the focus stays in the calendar.
  expect(await page.locator('.month:focus, .month :focus').count()).toBe(1)
  await page.goBack()
  await page.getByText('Now choose the day you leave').waitFor()
  expect(errors).toEqual([])
})

test('the days of the calendar are one stop of the key Tab, and arrows move among them (issue 36)', async () => {
  await using scene = await startStay()
  await using watched = await openUrl(`${scene.origin}/stay/alfa?month=2027-04`, 1280, {
    locale: 'en-GB',
  })
  const { page, errors } = watched
  expect(await page.locator('.days a.day').count()).toBeGreaterThan(8)
  expect(await page.locator('.days a.day[tabindex="0"]').count()).toBe(1)
  await page.locator('.days a.day[tabindex="0"]').focus()
  const number = () => page.evaluate(() => document.activeElement!.textContent!.match(/\d+/)![0])
  const first = Number(await number())
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key)
  expect(Number(await number())).toBe(first + 7)
  await page.keyboard.press('Enter')
  await page.getByText('Now choose the day you leave').waitFor()
  await page.locator('.days a:focus').waitFor()
  expect(await page.locator('.days a.day[tabindex="0"]').count()).toBe(1)
  expect(errors).toEqual([])
})

test('a section of the page keeps what was typed, and the sum moves with the extras without a press', async () => {
  await using scene = await startStay()
  const stay = 'checkin=2027-04-01&checkout=2027-04-03'
  await using watched = await openUrl(`${scene.origin}/stay/alfa?${stay}`, 1280, {
    locale: 'en-GB',
  })
  const { page, errors } = watched
  await page.locator('.parties > summary').click()
  await page.locator('#ages1').fill('4')
  await page.getByRole('link', { name: 'Reviews' }).click()
  await page.waitForURL(/#reviews$/)
  await page.goBack()
  await page.waitForURL(/03$/)
  expect(await page.locator('#ages1').inputValue()).toBe('4')

  await page.goto(`${scene.origin}/stay/alfa/book?${stay}&pick=DBL~STD~`)
  await page.getByLabel('First name').fill('Carla')
  expect(await page.getByRole('button', { name: 'Update the sum' }).count()).toBe(0)
  const transfer = page.locator('#extra-SPA')
  for (const [press, value, sum] of [
    ['More', '1', '€210'],
    ['More', '2', '€220'],
    ['Fewer', '1', '€210'],
    ['Fewer', '0', '€200'],
  ] as const) {
    await page.getByRole('button', { name: `${press}: Airport transfer` }).click()
    await page.getByRole('button', { name: `Book this room · ${sum}` }).waitFor()
    expect(await transfer.inputValue()).toBe(value)
  }
  expect(await page.getByLabel('First name').inputValue()).toBe('Carla')
  expect(errors).toEqual([])
})

test.each([true, false])(
  'Enter books, and a step back and a reload never sell twice (scripts: %p)',
  async (javaScriptEnabled) => {
    await using scene = await startStay()
    const { service, origin } = scene
    const stay = 'checkin=2027-04-01&checkout=2027-04-03'
    await using watched = await openUrl(`${origin}/stay/alfa?${stay}`, 390, {
      ...{ locale: 'en-GB', javaScriptEnabled },
    })
    const { page } = watched
    const left = async () => (await readAvailable(service))[0]
    const choose = async () =>
      await page
        .getByRole('link', { name: /^Choose/ })
        .first()
        .click()
    await choose()
    await page.getByLabel('First name').fill('Carla')
    await page.getByLabel('Last name').fill('Çelik')
    await page.getByLabel('E-mail', { exact: true }).fill('carla@')
    await page.locator('#extra-SPA').fill('1')
    // The browser itself refuses the address; nothing is sent.
    await page.getByLabel('First name').press('Enter')
    await page.getByLabel('E-mail', { exact: true }).fill('carla@example.com')
    // The sum has changed by what was typed, so it is shown before anything is sold: by the script at once.
    if (!javaScriptEnabled) await page.getByLabel('First name').press('Enter')
    await page.getByText(/^The sum is now/).waitFor()
    expect(await left()).toBe(5)
    await page.getByLabel('First name').press('Enter')
    const done = page.getByRole('heading', { name: 'It is yours, Carla' })
    await done.waitFor()
    expect(await left()).toBe(4)
    await page.reload()
    await done.waitFor()
    if (javaScriptEnabled) {
      await lookThrough(page, LOOKS, async (flaws, [width, theme]) => {
        expect([width, theme, flaws]).toEqual([width, theme, []])
        await shoot(page, `stay-done-en-${width}-${theme}`, true)
      })
      await page.goBack()
      await page.getByRole('heading', { name: 'Rooms for 2 nights' }).waitFor()
      await page.goForward()
      await done.waitFor()
    } else {
      await page.goto(page.url().replace(/&done=.*/, ''))
      await page.getByLabel('First name').fill('Carla')
      await page.getByLabel('Last name').fill('Çelik')
      await page.getByLabel('E-mail', { exact: true }).fill('carla@example.com')
      await page.getByRole('button', { name: /^Book this room/ }).click()
      await page.getByText('This form has booked already').waitFor()
    }
    expect(await left()).toBe(4)
  },
)

test.each([true, false])(
  'on a telephone the filters are folded with their number, and the sum stays at the foot (scripts: %p)',
  async (javaScriptEnabled) => {
    await using scene = await startStay()
    const stay = 'checkin=2027-04-01&checkout=2027-04-03'
    await using watched = await openUrl(`${scene.origin}/stay?${stay}&stars=4&stars=5`, 390, {
      ...{ locale: 'en-GB', javaScriptEnabled },
    })
    const { page, errors } = watched
    const fold = page.getByText('Filters and order (1)')
    const chip = page.getByRole('link', { name: 'With breakfast' })
    expect(await chip.isVisible()).toBe(false)
    await fold.click()
    await chip.click()
    await page.getByText('Filters and order (2)').waitFor()
    // What is unfolded stays so while a script shows the answers in place.
    expect(await chip.isVisible()).toBe(javaScriptEnabled)
    /** The distance of an element from the foot of the screen. */
    const gap = (selector: string) =>
      page
        .locator(selector)
        .evaluate((each) => Math.round(innerHeight - each.getBoundingClientRect().bottom))
    await page.goto(`${scene.origin}/stay/alfa?${stay}&party=2&party=1`)
    expect([await gap('.sumbar'), await page.locator('.sumbar').textContent()]).toEqual([
      0,
      expect.stringMatching(/^from €\d+2 nights, 2 roomsSee rooms$/),
    ])
    await page.goto(`${scene.origin}/stay/alfa?${stay}&party=2&party=1&pick=DBL~STD~RO`)
    expect(await page.locator('.sumbar').textContent()).toMatch(/^€2001 of 2 rooms chosen/)
    await page.goto(`${scene.origin}/stay/alfa/book?${stay}&pick=DBL~STD~`)
    expect(await gap('.press')).toBe(0)
    await page.setViewportSize({ width: 1280, height: 900 })
    expect(await page.locator('.sumbar').count()).toBe(0)
    await page.goto(`${scene.origin}/stay?${stay}`)
    expect([await chip.isVisible(), await fold.count()]).toEqual([true, 0])
    expect(errors).toEqual([])
  },
)

test.each([true, false])(
  'on a telephone a search that was answered is one line, and a press opens it (scripts: %p)',
  async (javaScriptEnabled) => {
    await using scene = await startStay()
    const stay = 'checkin=2027-04-01&checkout=2027-04-03'
    await using watched = await openUrl(`${scene.origin}/stay`, 390, {
      ...{ locale: 'en-GB', javaScriptEnabled },
    })
    const { page, errors } = watched
    const where = page.getByLabel('Where')
    // A guest who has asked for nothing yet has the fields.
    expect(await where.isVisible()).toBe(true)
    await where.fill('alfa')
    await page.getByLabel('Arrive', { exact: true }).fill('2027-04-01')
    await page.getByLabel('Leave', { exact: true }).fill('2027-04-03')
    await page.getByRole('button', { name: 'Search' }).click()
    const line = page.locator('.asked > summary')
    await line.waitFor()
    expect(await line.textContent()).toMatch(/^alfa · 1\D+3 Apr · 2 adultsChange$/)
    expect(await where.isVisible()).toBe(false)
    const { top, height } = await page
      .locator('.result')
      .first()
      .evaluate((each) => ({ top: each.getBoundingClientRect().top, height: innerHeight }))
    expect(top).toBeLessThan(height / 2)
    // The focus is not lost with the button that was pressed.
    if (javaScriptEnabled)
      expect(await line.evaluate((each) => each === document.activeElement)).toBe(true)
    await line.click()
    await where.fill('nowhere')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('heading', { name: /0 hotels for “nowhere”/ }).waitFor()

    await page.goto(`${scene.origin}/stay/alfa?${stay}`)
    const arrive = page.getByLabel('Arrive', { exact: true })
    expect(await arrive.isVisible()).toBe(false)
    await line.click()
    expect(await arrive.inputValue()).toBe('2027-04-01')
    // Dates on which the hotel has nothing stand open, to be changed.
    await page.goto(`${scene.origin}/stay/alfa?checkin=2028-11-01&checkout=2028-11-03`)
    expect(await arrive.isVisible()).toBe(true)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`${scene.origin}/stay/alfa?${stay}`)
    expect([await arrive.isVisible(), await line.isVisible()]).toEqual([true, false])
    expect(errors).toEqual([])
  },
)

test('the head of a page is one row on a telephone, in both languages', async () => {
  await using scene = await startStay()
  const stay = 'checkin=2027-04-01&checkout=2027-04-03'
  const { deps, alfa } = scene.service
  const named = { name: 'Sultanahmet Ayazma House', phone: '+90 212 555 01 02' }
  await changeHotel(deps, { type: 'system', id: 'test' }, alfa.id, named)
  await using watched = await openUrl(`${scene.origin}/stay`, 390)
  const { page } = watched
  for (const lang of ['en', 'tr'])
    for (const path of [
      '/stay?',
      `/stay/alfa?${stay}&`,
      `/stay/alfa/book?${stay}&pick=DBL~STD~&`,
    ]) {
      await page.goto(`${scene.origin}${path}lang=${lang}`)
      const tops = await page
        .locator('.site > *:visible')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()))
      const lowest = Math.max(...tops.map(({ top }) => top))
      const highest = Math.min(...tops.map(({ bottom }) => bottom))
      expect([lang, path, lowest < highest]).toEqual([lang, path, true])
      const [edge, next] = await page.evaluate(() => {
        const name = document.createRange()
        name.selectNodeContents(document.querySelector('.home')!)
        const parts = [...document.querySelectorAll('.site > :not(.name, nav)')]
        const boxes = parts.map((part) => part.getBoundingClientRect())
        const lefts = boxes.flatMap(({ left, width }) => (width > 0 ? [left] : []))
        return [name.getBoundingClientRect().right, Math.min(...lefts)]
      })
      expect([lang, path, edge! <= next!]).toEqual([lang, path, true])
    }
})

test.each(['en', 'tr'])(
  'the pages in %s have nothing beyond their edge and nothing for axe, from 320 to 1920 px',
  async (lang) => {
    await using scene = await startStay()
    const stay = `checkin=2027-04-01&checkout=2027-04-03&party=2&party=1&lang=${lang}`
    const picks = 'pick=DBL~STD~&pick=SGL~STD~'
    for (const [name, path] of Object.entries({
      search: `/stay?${stay}`,
      hotel: `/stay/alfa?${stay}`,
      bare: `/stay/alfa?month=2027-04&lang=${lang}`,
      book: `/stay/alfa/book?${stay}&${picks}`,
      gone: `/stay/nowhere?lang=${lang}`,
      below: `/stay/alfa/rooms?lang=${lang}`,
      unknown: `/hotels?lang=${lang}`,
      ages: `/stay?${stay}&adults1=2&ages1=6+months`,
      missing: `/stay/alfa/book?${stay}&pick=XXX~STD~`,
    })) {
      await using watched = await openUrl(`${scene.origin}${path}`, 320)
      await lookThrough(watched.page, LOOKS, async (flaws, [width, theme]) => {
        expect([name, width, theme, flaws]).toEqual([name, width, theme, []])
        await shoot(watched.page, `stay-${name}-${lang}-${width}-${theme}`, true)
      })
    }
  },
)

test('a hotel’s own web page shows its rooms in a frame by one line, and no other page does', async () => {
  await using scene = await startStay()
  const { service, origin } = scene
  const line = `<script src="${origin}/widget.js" data-hotel="alfa" data-lang="en" async></script>`
  using site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () =>
      new Response(`<!doctype html><title>Alfa</title>${line}`, {
        headers: { 'content-type': 'text/html' },
      }),
  })
  const own = `http://127.0.0.1:${site.port}`
  // By the route a hotel names https alone.
  const actor = { type: 'user', id: 'u1' } as const
  await changeHotel(service.deps, actor, 'alfa', { widgetOrigins: [own] })
  await using watched = await openUrl(own, 1280)
  const { page } = watched
  const frame = page.frameLocator('iframe')
  await frame.getByRole('heading', { name: 'Hotel alfa' }).waitFor()
  // It is as high as what it shows.
  const shown = await frame.locator('main').evaluate((main) => main.scrollHeight)
  await page.waitForFunction(
    (height) => document.querySelector('iframe')!.offsetHeight >= height,
    shown,
  )
  expect(shown).toBeGreaterThan(600)
  expect(await frame.getByRole('link', { name: 'My booking' }).getAttribute('target')).toBe(
    '_blank',
  )

  await page.goto(`http://localhost:${site.port}`)
  await expect(frame.getByRole('heading').waitFor({ timeout: 1_500 })).rejects.toThrow()
})
