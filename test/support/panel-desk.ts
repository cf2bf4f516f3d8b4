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
