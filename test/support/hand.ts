import type { Locator, Page } from 'playwright-core'

/** Somebody at a page who has a keyboard alone, or a finger alone; each key and each touch counts. */
export type Hand = {
  isKeyboard: boolean
  /** Presses a control, with Enter unless another key is named. */
  press: (target: Locator, key?: string) => Promise<void>
  /** Writes a text into a field in place of what it has. */
  write: (field: Locator, text: string) => Promise<void>
  /** Chooses a value of a list. */
  pick: (field: Locator, value: string) => Promise<void>
  key: (name: string) => Promise<void>
  /** Prints how many steps there were since the part before. */
  part: (name: string) => void
}

const TABS_MAX = 150

/** A hand at a page. @param way how it acts, for what is printed */
export function handAt(page: Page, way: string, isTouch: boolean): Hand {
  let steps = 0
  const key = async (name: string) => {
    steps++
    await page.keyboard.press(name)
  }
  const isAt = (target: Locator) =>
    target.evaluate((element) => {
      const at = document.activeElement
      return at === element || (at !== null && at.localName === 'summary' && at.contains(element))
    })
  /** Goes to a control by Tab, back by Shift and Tab, and by the arrow keys within a list that is one stop. */
  const reach = async (target: Locator) => {
    await target.waitFor()
    for (let tabs = 0; tabs < TABS_MAX; tabs++) {
      if (await isAt(target)) return
      const next = await target.evaluate((element) => {
        const at = document.activeElement ?? document.body
        const isBefore = at.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING
        const isList = element.matches('[data-stop]') && at.matches('[data-stop]')
        if (isList) return isBefore ? 'ArrowUp' : 'ArrowDown'
        return isBefore ? 'Shift+Tab' : 'Tab'
      })
      await key(next)
    }
    throw new Error(`${target} is not to be reached by keys`)
  }
  const act = async (target: Locator) => {
    await target.waitFor()
    steps++
    await target.tap()
  }
  return {
    isKeyboard: !isTouch,
    key,
    async press(target, by = 'Enter') {
      if (isTouch) return await act(target)
      await reach(target)
      await key(by)
    },
    async write(field, text) {
      if (isTouch) {
        await act(field)
        await field.fill(text)
      } else {
        await reach(field)
        await page.keyboard.press('Control+a')
        await page.keyboard.type(text)
      }
      steps++
    },
    async pick(field, value) {
      if (isTouch) steps++
      else await reach(field)
      await field.selectOption(value)
      steps++
    },
    part(name) {
      process.stdout.write(`${name}, ${way}: ${steps} steps\n`)
      steps = 0
    },
  }
}
