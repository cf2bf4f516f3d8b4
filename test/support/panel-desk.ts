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

/** A walk through a page that counts what somebody does: presses of the mouse, fields typed into, keys that act. */
export function countSteps(what: string) {
  const steps: string[] = []
  return {
    step: async <T>(name: string, act: Promise<T>): Promise<T> => {
      steps.push(name)
      return await act
    },
    /** Prints them, beside how many it took before this page could. */
    print(before: string): number {
      const told = steps.join(' · ')
      process.stdout.write(`${what}: ${steps.length} steps (before: ${before}): ${told}\n`)
      return steps.length
    },
  }
}
