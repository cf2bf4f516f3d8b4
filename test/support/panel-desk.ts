import type { Page } from 'playwright-core'

/** Chooses days in an open range picker, turning months as far as it takes. */
export async function pickDays(page: Page, ...days: string[]): Promise<void> {
  for (const day of days) {
    const button = page.locator(`.range-picker .day[data-day="${day}"]:not(.out)`)
    for (let months = 0; months < 14 && (await button.count()) === 0; months++)
      await page.locator('.range-picker .beside .button').last().click()
    await button.click()
  }
}

/** Adds a room of a type at a rate to the basket of a new booking, by mouse. @param rate the cheapest unless named */
export async function addRoom(page: Page, room: string, rate = ''): Promise<void> {
  const row = page.locator('.type', { has: page.locator('bdi', { hasText: room }) })
  const head = row.locator('[aria-expanded]')
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
  await row.locator('.offer', { hasText: rate }).locator('[data-stop]').first().click()
  await page.locator('.line', { hasText: room }).waitFor()
}

/** Types the arrival and the nights of a new booking, and waits until they are priced. */
export async function askFor(page: Page, checkin: string, nights: number): Promise<void> {
  await page.getByLabel('Check-in').fill(checkin)
  await page.getByLabel('Nights').fill(String(nights))
  await page.locator('.rooms[aria-busy=false]').waitFor()
}
