import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { completeStays, expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { changeHotel } from '../../src/service/catalog/catalog.ts'
import { browserSuite } from '../support/browser-suite.ts'
import { makeExtra } from '../support/extras.ts'
import { bookedGroup, bookedLink, serveGuestPage } from '../support/guest-page.ts'
import { SCENE_STAY, startGuestScene } from '../support/guest-scene.ts'
import { lookThrough, unexpectedErrors } from '../support/panel-demo.ts'
import { press as pressButton, readBooking } from '../support/press.ts'
import { shoot } from '../support/shots.ts'

// `/booking` in a browser on a telephone, with a script and without (contract-access, *A booking's own key*).

/** A telephone and a desk in both themes, which are no matter of the language. */
const LOOKS = {
  en: [
    [320, 'light'],
    [320, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ],
  tr: [
    [320, 'light'],
    [1280, 'dark'],
  ],
} as const
const GROUP_LOOKS = [
  [390, 'light'],
  [390, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const
const DAY_MS = 86_400_000

const { openUrl } = browserSuite()

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const waitForText = (page: Page, text: string) => page.getByText(text).waitFor()

/** A scene with its page served. */
async function startPage(webProof?: 'always') {
  const service = await startGuestScene(webProof)
  const served = serveGuestPage(service)
  return {
    ...{ service, url: served.url },
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
    },
  }
}

/** What somebody does who was mailed a link: proves, moves, cancels. */
async function manage(page: Page): Promise<void> {
  await waitForText(page, 'Is this booking yours?')
  await press(page, 'Yes, confirm')
  await waitForText(page, 'Thank you: your booking is confirmed.')
  await page.locator('summary', { hasText: 'Change dates' }).click()
  await page.getByLabel('Leave').fill('2027-04-05')
  await press(page, 'See the price')
  await waitForText(page, 'Move to 1 – 5 April 2027?')
  await press(page, 'Change my booking')
  await waitForText(page, 'Your booking is changed.')
  await press(page, 'Cancel the booking')
  await waitForText(page, 'You owe the hotel today')
  await press(page, 'Cancel free of charge')
  await waitForText(page, 'Your booking is cancelled.')
}

test('a mailed link proves, changes and cancels on a telephone, and leaves the address at once', async () => {
  await using scene = await startPage('always')
  const { service, url } = scene
  const { code, token, proof } = await bookedLink(service, SCENE_STAY)
  await using watched = await openUrl(`${url}#${code}.${token}.${proof}`, 360, {
    locale: 'en-GB',
    hasTouch: true,
  })
  const { page, errors, offOrigin } = watched
  await waitForText(page, 'Is this booking yours?')
  expect(page.url()).toBe(url)
  await manage(page)
  expect((await readBooking(service, code)).status).toBe('cancelled')
  expect([errors, offOrigin]).toEqual([[], []])
})

test('without a script the same is done from the code below the link, or from the link itself', async () => {
  await using scene = await startPage('always')
  const { service, url } = scene
  const { code, token, proof } = await bookedLink(service, SCENE_STAY)
  await using watched = await openUrl(url, 360, { locale: 'en-GB', javaScriptEnabled: false })
  const { page } = watched
  const first = page.getByLabel('Group 1 of 4')
  await page.locator('#f-code').fill(code)
  await first.fill(`${url}#${code}.${token}.${proof}`)
  await press(page, 'Open the booking')
  await manage(page)
  expect((await readBooking(service, code)).status).toBe('cancelled')

  await page.goto(url)
  await page.locator('#f-code').fill(code)
  await first.fill(token)
  await press(page, 'Open the booking')
  await waitForText(page, 'This booking is no longer valid.')
})

test('a pasted manage code fills its four fields, a typed one goes on from field to field, a pasted link opens', async () => {
  await using scene = await startPage()
  const { service, url } = scene
  const { code, token } = await bookedLink(service, SCENE_STAY)
  const grouped = [token.slice(0, 6), token.slice(6, 12), token.slice(12, 17), token.slice(17)]
  await using watched = await openUrl(url, 360, { locale: 'en-GB' })
  const { page } = watched
  const groups = page.locator('.groups input')
  const values = () =>
    groups.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))
  const paste = (at: number, text: string) =>
    groups.nth(at).evaluate((field, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', pasted)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }))
    }, text)

  await paste(2, grouped.join(' '))
  expect(await values()).toEqual(grouped)
  for (const each of [0, 1, 2, 3]) await groups.nth(each).fill('')
  await groups.nth(0).focus()
  await page.keyboard.type(token)
  expect(await values()).toEqual(grouped)
  await paste(0, ` ${url}#${code}.${token}\n`)
  await waitForText(page, 'Booked, Selin.')
  await page.goto(url)
  await groups.nth(0).focus()
  // As the keyboard of a telephone does it: nothing says that it was pasted.
  await page.keyboard.insertText(`${url}#${code}.${token}`)
  await waitForText(page, 'Booked, Selin.')
})

test('a booking that a script opens in place has the colour of its hotel', async () => {
  await using scene = await startPage()
  const { service, url } = scene
  await changeHotel(service.deps, { type: 'user', id: 'an owner' }, 'alfa', { colour: '#7a1f5c' })
  const { code, token } = await bookedLink(service, SCENE_STAY)
  await using watched = await openUrl(url, 360, { locale: 'en-GB' })
  const { page, errors } = watched
  await page.locator('#f-code').fill(code)
  await page.locator('.groups input').first().focus()
  await page.keyboard.type(token)
  await press(page, 'Open the booking')
  await waitForText(page, 'Booked, Selin.')
  const accent = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))
  expect(await accent()).toContain('#7a1f5c')
  expect(errors).toEqual([])
})

test('a step back shows what was opened first as it stands now, and the next leaves: no form is to be sent again', async () => {
  await using scene = await startPage('always')
  const { service, url } = scene
  const { code, token, proof } = await bookedLink(service, SCENE_STAY)
  await using watched = await openUrl('about:blank', 360, { locale: 'en-GB' })
  const { page, errors } = watched
  await page.goto(`${url}#${code}.${token}.${proof}`)
  await press(page, 'See the whole booking')
  await waitForText(page, 'Held until')
  await press(page, 'Türkçe')
  await press(page, 'Rezervasyonun tamamını gör')
  await page.goBack()
  await waitForText(page, 'Bu rezervasyon sizin mi?')
  await press(page, 'Evet, rezervasyonu onayla')
  await waitForText(page, 'Teşekkür ederiz')
  await press(page, 'Rezervasyonu iptal et')
  await waitForText(page, 'İptal edilsin mi?')
  await page.goBack()
  await waitForText(page, 'Yeriniz hazır, Selin.')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  expect(await page.title()).toBe('Rezervasyonunuz · Pera Liman')
  await page.goBack()
  expect(page.url()).toBe('about:blank')
  expect(errors).toEqual([])
})

test('letters are as large as the browser is told to write them, and none is cut then', async () => {
  await using scene = await startPage('always')
  const { service, url } = scene
  const link = await bookedLink(service, SCENE_STAY)
  await using watched = await openUrl(url, 360, { locale: 'en-GB' })
  const { page } = watched
  for (const act of ['open', 'see', 'cancel']) {
    await send(page, { ...link, act })
    const usual = await letters(page)
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('html { font-size: 200% !important }')
      document.adoptedStyleSheets = [sheet]
    })
    const large = await letters(page)
    expect(large.sizes).toEqual(usual.sizes.map((size) => 2 * size))
    expect([act, usual.beyond, large.beyond]).toEqual([act, [], []])
  }
})

test('a stay that is moved keeps its nights, and a second press sends nothing', async () => {
  await using scene = await startPage()
  const { service, url } = scene
  const { code, token } = await bookedLink(service, SCENE_STAY)
  await using watched = await openUrl(`${url}#${code}.${token}`, 360, { locale: 'en-GB' })
  const { page } = watched
  await page.locator('summary', { hasText: 'Change dates' }).click()
  await page.getByLabel('Arrive', { exact: true }).fill('2027-04-06')
  expect(await page.getByLabel('Leave').inputValue()).toBe('2027-04-09')
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') posts++
  })
  await page.getByRole('button', { name: 'See the price' }).dblclick()
  await waitForText(page, 'Move to 6 – 9 April 2027?')
  expect(posts).toBe(1)
})

test('every state of the page holds on a telephone and at a desk, in both themes and languages: nothing beyond its edge, nothing for axe', async () => {
  await using scene = await startPage()
  const { service, url } = scene
  const standing = await bookedLink(service, SCENE_STAY)
  const hold = await bookedLink(service, { ...SCENE_STAY, hold: true })
  const late = await bookedLink(service, { ...SCENE_STAY, hold: true })
  const flaws: Record<string, string[]> = {}
  const states: [string, Record<string, string>][] = [
    ['entry', {}],
    ['unknown', { act: 'open', code: 'AAAAAAAAAA', token: 'wrong' }],
    ['booking', { ...standing, act: 'see' }],
    ['seen', { act: 'see', code: standing.code, email: SCENE_STAY.guest.email }],
    ['prove', standing],
    ['deny', { ...standing, act: 'deny' }],
    ['hold', { ...hold, act: 'see' }],
    ['dates', { ...standing, act: 'change', checkin: '2027-04-06', checkout: '2027-04-09' }],
    ['refused', { ...standing, act: 'change', checkin: '2027-04-06', checkout: '2027-04-06' }],
    ['party', { ...standing, act: 'change', adults: '1' }],
    ['ages', { ...standing, act: 'change', ages: '6 months' }],
    ['invoice', { ...standing, act: 'invoice', taxNumber: '1234567890' }],
    ['details', { ...standing, act: 'guest', firstName: '\u202e', lastName: '', phone: 'x' }],
    ['cancel', { ...standing, act: 'cancel' }],
    ['cancelled', { ...hold, act: 'drop', payable: '0' }],
    ['late', { ...late, act: 'see' }],
  ]
  for (const lang of ['en', 'tr'] as const) {
    await using watched = await openUrl(`${url}?lang=${lang}`, 360)
    const { page, errors } = watched
    for (const [name, fields] of states) {
      if (name === 'late' && lang === 'en') {
        service.clock.advance(DAY_MS)
        await expireHolds(service.deps)
      }
      if (fields.act) await send(page, { ...fields, lang })
      await lookThrough(page, LOOKS[lang], async (found, [width, theme]) => {
        if (found.length > 0) flaws[`${name} ${lang} ${width} ${theme}`] = found
        await shoot(page, `booking-page-${name}-${lang}-${width}-${theme}`, true)
      })
    }
    expect(unexpectedErrors(errors, 404, 422)).toEqual([])
  }
  expect(flaws).toEqual({})
})

test.each(['en', 'tr'])('a stay that is over is reviewed on its page (%s)', async (lang) => {
  await using scene = await startPage()
  const { service, url } = scene
  const link = await bookedLink(service, SCENE_STAY)
  service.clock.advance(60 * DAY_MS)
  await completeStays(service.deps)
  await using watched = await openUrl(`${url}?lang=${lang}`, 360)
  const { page } = watched
  await send(page, { ...link, act: 'see', lang })
  const look = async (name: string) =>
    await lookThrough(page, LOOKS[lang as 'en'], async (found, [width, theme]) => {
      expect([name, width, theme, found]).toEqual([name, width, theme, []])
      await shoot(page, `booking-page-${name}-${lang}-${width}-${theme}`, true)
    })
  await look('review')
  await page.locator('.rating label').first().click()
  await page.locator('#f-text').fill('Quiet, and what a view.')
  await page.locator('form:has(#f-text) button').click()
  await page.locator('#review').waitFor()
  await look('reviewed')
})

test('a group holds on a telephone and at a desk, in both themes and languages: each stay, and the whole cancelled', async () => {
  await using scene = await startPage('always')
  const { service, url } = scene
  await makeExtra(service, { code: 'SPA', name: 'Airport transfer', priceCents: 120_000 })
  const { specialRequests, guest, rooms: _, ...scened } = SCENE_STAY
  const stay = { roomCode: 'DBL', ...scened, adults: 2 }
  const spa = { ...stay, checkin: '2027-04-02', extras: [{ code: 'SPA', quantity: 2 }] }
  const order = { guest, specialRequests, arrivalTime: '21:30', stays: [stay, spa, stay] }
  const { link: waiting } = await bookedGroup(service, order)
  const other = { ...order, guest: { ...guest, email: 'other@example.com' } }
  const { link: standing, bookings } = await bookedGroup(service, other)
  await pressButton(service, bookings[0].code)
  const flaws: Record<string, string[]> = {}
  const states: [string, Record<string, string>][] = [
    ['prove', waiting],
    ['hold', { ...waiting, act: 'see' }],
    ['whole', { ...standing, act: 'see' }],
    ['reversed', { ...standing, act: 'change', checkout: '2027-04-01' }],
    ['cancel', { ...standing, act: 'cancel' }],
  ]
  for (const lang of ['en', 'tr'] as const) {
    await using watched = await openUrl(`${url}?lang=${lang}`, 390)
    const { page, errors } = watched
    for (const [name, fields] of states) {
      await send(page, { ...fields, lang })
      await lookThrough(page, GROUP_LOOKS, async (found, [width, theme]) => {
        if (found.length > 0) flaws[`${name} ${lang} ${width} ${theme}`] = found
        await shoot(page, `booking-group-${name}-${lang}-${width}-${theme}`, true)
      })
    }
    expect(unexpectedErrors(errors, 422)).toEqual([])
  }
  expect(flaws).toEqual({})
})

/** How large the texts of a page are, and those that stand beyond its edge. */
const letters = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('h1, h2, p, dt, dd, label, button, summary, a')]
    const { clientWidth } = document.documentElement
    return {
      sizes: all.map((each) => Number.parseFloat(getComputedStyle(each).fontSize)),
      beyond: all
        .filter((each) => each.getBoundingClientRect().right > clientWidth)
        .map(({ textContent }) => textContent),
    }
  })

/** Sends a form to the page as a button of it would. */
async function send(page: Page, fields: Record<string, string>): Promise<void> {
  const arrived = page.waitForEvent('domcontentloaded')
  await page.evaluate((given) => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/booking' })
    for (const [name, value] of Object.entries(given)) {
      const field = Object.assign(document.createElement('textarea'), { name, value })
      form.append(field)
    }
    document.body.append(form)
    form.submit()
  }, fields)
  await arrived
}
