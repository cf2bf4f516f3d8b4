import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import { type Hand, handAt } from '../support/hand.ts'
import {
  HOTEL,
  managerAt,
  type PanelDemo,
  pageFlaws,
  unexpectedErrors,
  writtenDay,
} from '../support/panel-demo.ts'
import { sellNights, textOf } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

// A clerk's day in Turkish: by keyboard alone at a desk, and by finger on a telephone (issue 33, *Must be shown*).

const { startDemo, open } = browserSuite()

/** A page, whoever acts on it, and the axe flaws that were met. */
type Day = { demo: PanelDemo; page: Page; hand: Hand; flaws: string[] }

const button = (scope: Page | Locator, name: string | RegExp) =>
  scope.getByRole('button', { name, exact: true })

const groupAt = async ({ demo }: Day, code: string) =>
  (await demo.callAs('manager', 'GET', `/v1/panel/booking-groups/${code}?hotel=${HOTEL}`)).body

/** Looks for what is wrong with the page as it is. */
async function look({ page, flaws }: Day, where: string): Promise<void> {
  for (const flaw of await pageFlaws(page)) flaws.push(`${where}: ${flaw}`)
}

/** Opens the menu of the open booking and presses an item. */
async function pickAct({ page, hand }: Day, item: string): Promise<void> {
  await hand.press(page.locator('.booking-head .menu > button'))
  await hand.press(button(page.locator('.booking-head .menu-body'), item))
}

/** Opens the page of a new booking, from where a clerk stands. */
async function startBooking({ page, hand }: Day): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0))
  if (hand.isKeyboard) await hand.key('Alt+n')
  else {
    await page.goto(page.url().replace(/#.*/, `#/${HOTEL}/bookings`))
    await hand.press(page.getByRole('link', { name: 'Yeni rezervasyon' }))
  }
  await page.locator('.type').first().waitFor()
}

/** Puts rooms of a type at its first rate into the basket. */
async function addRooms({ page, hand }: Day, room: string, count: number): Promise<void> {
  const row = page.locator('.type', { has: page.locator('bdi', { hasText: room }) })
  await page.locator('.rooms[aria-busy=false]').waitFor()
  await hand.press(row.locator('[aria-expanded]'))
  for (let nth = 1; nth <= count; nth++) {
    await hand.press(row.locator('.offer [data-stop]').first())
    await page
      .locator('.stepper output', { hasText: String(nth) })
      .first()
      .waitFor()
  }
}

async function fillGuest({ page, hand }: Day, phone: string, first: string, last: string) {
  await hand.write(page.getByLabel('Telefon'), phone)
  await hand.write(page.getByLabel('Ad', { exact: true }), first)
  await hand.write(page.getByLabel('Soyad'), last)
}

/** Does the deed of a new booking. @returns the code of the reservation of several stays, or of the booking */
async function confirmDeed({ page, hand }: Day): Promise<string> {
  if (hand.isKeyboard) await hand.key('Control+Enter')
  else await hand.press(page.locator('.deed-bar .primary'))
  await page.locator('.booking-head').waitFor()
  return /\/bookings\/(\w{10})/.exec(page.url())![1]!
}

const openWhole = async ({ page, hand }: Day): Promise<void> => {
  await hand.press(page.getByRole('link', { name: 'Bütün rezervasyon', exact: true }))
  await page.locator('.stays').waitFor()
}

const bookingOf = async ({ demo }: Day, code: string) =>
  (await demo.callAs('manager', 'GET', `/v1/panel/bookings/${code}?hotel=${HOTEL}`)).body

/** A family walks in: two rooms of two types as one reservation. @returns the codes of it and of its stays */
async function familyWalksIn(day: Day): Promise<{ code: string; stays: string[] }> {
  const { page, hand } = day
  await startBooking(day)
  await addRooms(day, 'Çift kişilik oda', 1)
  await addRooms(day, 'İki yataklı oda', 1)
  await look(day, 'new booking')
  await fillGuest(day, '+90 532 555 01 47', 'Ilgın', 'Öztürk')
  const lead = await confirmDeed(day)
  const code = (await bookingOf(day, lead)).group.code
  await openWhole(day)
  await look(day, 'whole booking')
  expect(await textOf(page.locator('.booking-head'))).toMatch(/2 oda · 4 konuk.*Bugün geliyor/)
  hand.part('a family walks in: two rooms')
  const { bookings } = await groupAt(day, code)
  return { code, stays: bookings.map((booking: any) => booking.code) }
}

/** Gives rooms to all in one press, exchanges the two, and checks all in. */
async function assignAndCheckIn(day: Day, code: string): Promise<void> {
  const { page, hand } = day
  const numbers = async (): Promise<string[]> =>
    (await groupAt(day, code)).bookings.map(({ desk }: any) => desk.roomNumber)
  await hand.press(button(page, 'Odaları ata'))
  await page.getByText('2 oda atandı.').waitFor()
  const [own, other] = await numbers()
  hand.part('assign rooms')

  await hand.press(page.locator('.stays a').first())
  await page.locator('.stay-card').waitFor()
  const field = page.getByLabel('Oda numarası')
  await hand.write(field, other!)
  await hand.press(button(page, 'Odaları değiş'))
  await page.getByText(`artık ${other} numaralı odada`).waitFor()
  expect(await numbers()).toEqual([other!, own!])
  hand.part('swap two rooms')

  await openWhole(day)
  await hand.press(button(page, '2 odaya giriş yap'))
  const dialog = page.getByRole('dialog')
  await dialog.locator('.room-option').first().waitFor()
  await look(day, 'check in')
  await hand.press(button(dialog, 'Giriş yap'))
  await page.locator('.stays .badge', { hasText: 'Otelde' }).nth(1).waitFor()
  hand.part('check in two rooms')
}

/** A transfer and another night for one stay, payment of the whole, check-out. */
async function stayAndLeave(day: Day, { code, stays }: { code: string; stays: string[] }) {
  const { page, hand } = day
  await hand.press(page.locator('.stays a').first())
  await page.locator('.stay-card').waitFor()
  await pickAct(day, 'Değiştir')
  const dialog = page.getByRole('dialog')
  await hand.write(dialog.getByLabel('Çıkış'), writtenDay(dayFromNow(2), 'tr'))
  await hand.write(dialog.getByLabel('Shuttle'), '1')
  await dialog.getByText(/^Toplam .* oluyor/).waitFor()
  await look(day, 'change')
  await hand.press(button(dialog, /karşılığında değiştir$/))
  await dialog.waitFor({ state: 'detached' })
  expect(await bookingOf(day, stays[0]!)).toMatchObject({
    checkout: dayFromNow(2),
    extras: [{ code: 'SHUTTLE', quantity: 1 }],
  })
  hand.part('other dates and an extra')

  await openWhole(day)
  const due = (await groupAt(day, code)).payableCents
  await hand.press(button(page.locator('.money'), 'Ödeme al'))
  await page.getByRole('dialog').getByLabel('Tutar').waitFor()
  await look(day, 'payment of the whole')
  await hand.press(button(page.getByRole('dialog'), 'Ödemeyi not et'))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const paid = (await groupAt(day, code)).bookings.map(({ desk }: any) => desk.dueCents)
  expect(due).toBeGreaterThan(0)
  expect(paid).toEqual([0, 0])
  hand.part('payment of the whole')

  await hand.press(page.locator('.stays a').nth(1))
  await page.locator('.stay-card').waitFor()
  await hand.press(button(page.locator('.booking-head'), 'Çıkış yap'))
  await page.locator('.booking-head', { hasText: 'Çıkış yaptı' }).waitFor()
  hand.part('check out')
}

/** A company holds ten singles until a day and confirms them; one more room is added and cancelled with its fee. */
async function companyComes(day: Day): Promise<void> {
  const { page, hand } = day
  await startBooking(day)
  // No option ends after 18:00 of the day of arrival, and a weekend is sold for two nights at least.
  for (const [field, day] of [
    ['Giriş', dayFromNow(1)],
    ['Çıkış', dayFromNow(3)],
  ] as const)
    await hand.write(page.getByLabel(field, { exact: true }), writtenDay(day, 'tr'))
  await hand.write(page.getByLabel('Yetişkin', { exact: true }), '1')
  await addRooms(day, 'Tek kişilik oda', 10)
  await addRooms(day, 'Çift kişilik oda', 1)
  await fillGuest(day, '+90 216 555 10 20', 'Serkan', 'Uysal')
  await hand.press(page.getByText('Fatura için şirket'))
  await hand.write(page.getByLabel('Şirket', { exact: true }), 'Boğaz Lojistik A.Ş.')
  await hand.write(page.getByLabel('Vergi no.'), '1234567890')
  hand.part('ten singles for a company')
  const deed = page.locator(hand.isKeyboard ? '.deed' : '.deed-bar')
  await hand.press(button(deed, /gününe kadar tut$/))
  await page.getByText(/^Opsiyon verildi: Serkan Uysal/).waitFor()
  const lead = /\/bookings\/(\w{10})/.exec(page.url())![1]!
  const { group, status, company } = await bookingOf(day, lead)
  expect({ status, company }).toMatchObject({
    status: 'pending',
    company: { name: 'Boğaz Lojistik A.Ş.', taxNumber: '1234567890' },
  })
  hand.part('an option')

  await openWhole(day)
  expect(await textOf(page.locator('.booking-head'))).toContain('Opsiyonlu')
  await pickAct(day, 'Değiştir')
  const change = page.getByRole('dialog')
  await hand.write(change.getByLabel('Varış saati'), '23:30')
  await look(day, 'change of the whole')
  await hand.press(button(change, 'Rezervasyonu değiştir'))
  await change.waitFor({ state: 'detached' })
  const times = (await groupAt(day, group.code)).bookings.map((each: any) => each.arrivalTime)
  expect(times).toEqual(['23:30', '23:30'])
  hand.part('arrival of the whole')

  await hand.press(button(page, '11 odayı onayla'))
  await page.getByText(`${group.code} rezervasyonu onaylandı.`).waitFor()
  hand.part('confirm the option')

  await pickAct(day, 'Konaklama ekle')
  const add = page.getByRole('dialog')
  await hand.pick(add.getByLabel('Tarife'), 'NRF')
  await add.getByText(/^Bu konaklama: ₺/).waitFor()
  await look(day, 'add a stay')
  await hand.press(button(add, /karşılığında ekle$/))
  await add.waitFor({ state: 'detached' })
  await page.locator('.stays li').nth(2).waitFor()
  hand.part('add a stay')

  await hand.press(page.locator('.stays a').nth(2))
  await page.locator('.stay-card').waitFor()
  await pickAct(day, 'Rezervasyonu iptal et')
  const cancel = page.getByRole('dialog')
  await hand.press(cancel.getByLabel(/iptal bedeli al$/), 'Space')
  await look(day, 'cancel with the fee')
  await hand.press(button(cancel, 'Rezervasyonu iptal et'))
  await page.locator('.booking-head', { hasText: 'İptal edildi' }).waitFor()
  const { bookings } = await groupAt(day, group.code)
  expect(bookings[2]).toMatchObject({ status: 'cancelled', rateCode: 'NRF' })
  expect(bookings[2].penaltyCents).toBeGreaterThan(0)
  hand.part('cancel a stay with the fee')
}

/** The arrivals list and a registration card, as they are printed. */
async function printSheets(day: Day, code: string): Promise<void> {
  const { page } = day
  for (const sheet of ['sheets/arrivals', `sheets/card/${code}`]) {
    await page.goto(page.url().replace(/#.*/, `#/${HOTEL}/${sheet}`))
    await page.locator('.sheet').first().waitFor()
    await look(day, sheet)
  }
  expect(await textOf(page.locator('.sheet').first())).toContain('Öztürk')
}

test.each([
  ['by keyboard at 1280', { width: 1280 }],
  ['by finger at 390', { width: 390, hasTouch: true }],
] as const)(
  'a clerk has a whole day, in Turkish, %s: nothing for axe, nothing beyond the edge (issue 33)',
  async (way, look) => {
    await using demo = await startDemo()
    for (const roomCode of ['DBL', 'TWN', 'SGL'])
      await sellNights(demo, { roomCode, start: 0, nights: 3, available: 30 })
    const shuttle = { code: 'SHUTTLE', name: 'Shuttle', per: 'stay', priceCents: 50_000 }
    const made = { ...shuttle, max: 4, active: true, taxCodes: [] }
    await demo.callAs('manager', 'POST', '/v1/panel/extras', made)
    await using watched = await open(demo, managerAt('today', { language: 'tr', ...look }))
    const { page, errors } = watched
    const day: Day = { demo, page, hand: handAt(page, way, 'hasTouch' in look), flaws: [] }
    await page.locator('.guest-row').first().waitFor()
    const family = await familyWalksIn(day)
    await assignAndCheckIn(day, family.code)
    await stayAndLeave(day, family)
    await companyComes(day)
    await printSheets(day, family.stays[0]!)
    expect(day.flaws).toEqual([])
    expect(unexpectedErrors(errors, 409)).toEqual([])
  },
)
