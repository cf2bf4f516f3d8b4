import type { Locator, Page } from 'playwright-core'
import { press } from './panel-demo.ts'

/** What somebody does, counted as panel.md counts it: clicks, drags, keys pressed, and fields typed into. */
export type Steps = {
  readonly count: number
  click: (target: Locator) => Promise<void>
  /** Clicks the button of a name. */
  button: (scope: Page | Locator, name: string) => Promise<void>
  /** One after another with the mouse held down. */
  drag: (from: Locator, to: Locator) => Promise<void>
  press: (key: string) => Promise<void>
  /** Types where the focus is. */
  type: (text: string) => Promise<void>
  fill: (field: Locator, text: string) => Promise<void>
  pick: (field: Locator, option: string) => Promise<void>
}

/** Starts to count the steps (clicks, keys) taken on a page. */
export function stepsOf(page: Page): Steps {
  let count = 0
  const counted =
    <Args extends unknown[]>(act: (...args: Args) => Promise<unknown>) =>
    async (...args: Args): Promise<void> => {
      count++
      await act(...args)
    }
  return {
    get count() {
      return count
    },
    click: counted((target: Locator) => target.click()),
    button: counted(press),
    drag: counted(async (from: Locator, to: Locator) => {
      await from.hover()
      await page.mouse.down()
      await to.hover()
      await page.mouse.up()
    }),
    press: counted((key: string) => page.keyboard.press(key)),
    type: counted((text: string) => page.keyboard.type(text)),
    fill: counted((field: Locator, text: string) => field.fill(text)),
    pick: counted((field: Locator, option: string) => field.selectOption(option)),
  }
}

/** Prints what a task of panel.md (b) takes, and what it took. @returns what it takes */
export function printSteps(task: string, before: string, { count }: Steps): number {
  process.stdout.write(`${task}: ${count} steps (before: ${before})\n`)
  return count
}
