import type { Page } from 'playwright-core'

/** What has the focus: what it is called, what it is, and whether somebody sees it there. */
type Focus = { name: string; role: string; isSeen: boolean }

/** Somebody who has a keyboard and no mouse; each key counts. */
export type Keyboard = {
  /** Presses a key, after which the focus must be seen somewhere. */
  press: (key: string, times?: number) => Promise<void>
  /** Types where the focus is. */
  type: (text: string) => Promise<void>
  /** Goes on by Tab, or back, until what has the focus is called so. */
  tabTo: (name: string | RegExp, how?: { back?: boolean; role?: string }) => Promise<void>
  /** What has the focus. */
  focus: () => Promise<Focus>
  /** Waits until what has the focus is called so. */
  isAt: (name: string | RegExp) => Promise<void>
  /** Prints how many keys there were since the part before. */
  part: (name: string) => number
}

const TABS_MAX = 80
/** So long something may take that a key has begun. */
const WITHIN_MS = 10_000

/** A keyboard at a page. */
export function keyboardAt(page: Page): Keyboard {
  let keys = 0
  let before = ''
  const focus = () => page.evaluate(readFocus)
  const seen = async () => {
    const until = Date.now() + WITHIN_MS
    for (;;) {
      const now = await focus()
      if (now.isSeen) return
      if (Date.now() > until)
        throw new Error(`after ${before} nobody sees the focus: ${JSON.stringify(now)}`)
      await page.waitForTimeout(20)
    }
  }
  const press: Keyboard['press'] = async (key, times = 1) => {
    for (let time = 0; time < times; time++) {
      keys++
      before = key
      await page.keyboard.press(key)
      await seen()
    }
  }
  const type = async (text: string) => {
    keys += text.length
    before = text
    await page.keyboard.type(text)
    await seen()
  }
  const isCalled = (name: string | RegExp, at: Focus) =>
    typeof name === 'string' ? at.name === name : name.test(at.name)
  return {
    press,
    type,
    focus,
    async tabTo(name, { back = false, role } = {}) {
      const met: string[] = []
      for (let tabs = 0; tabs < TABS_MAX; tabs++) {
        await press(back ? 'Shift+Tab' : 'Tab').catch((error) => {
          throw new Error(`${name} is not to be reached by Tab: ${met.join(' · ')}: ${error}`)
        })
        const at = await focus()
        if (isCalled(name, at) && (!role || at.role === role)) return
        met.push(at.name)
      }
      throw new Error(`${name} is not to be reached by Tab: ${met.join(' · ')}`)
    },
    async isAt(name) {
      const until = Date.now() + WITHIN_MS
      for (;;) {
        const at = await focus()
        if (isCalled(name, at)) return
        if (Date.now() > until)
          throw new Error(`the focus is at ${JSON.stringify(at)}, not ${name}`)
        await page.waitForTimeout(20)
      }
    },
    part(name) {
      const count = keys
      keys = 0
      process.stdout.write(`${name}: ${count} keys\n`)
      return count
    },
  }
}

/** Runs in the page. */
function readFocus(): Focus {
  const at = document.activeElement as HTMLElement | null
  if (!at || at === document.body) return { name: '', role: 'body', isSeen: false }
  const label = 'labels' in at ? (at as HTMLInputElement).labels?.[0]?.textContent : undefined
  const by = at.getAttribute('aria-labelledby')
  const name =
    at.getAttribute('aria-label') ??
    (by ? document.getElementById(by)?.textContent : label) ??
    at.textContent
  const { top, bottom, left, right, width, height } = at.getBoundingClientRect()
  const isIn = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
  return {
    name: (name ?? '').replaceAll(/\s+/g, ' ').trim(),
    role: at.getAttribute('role') ?? at.localName,
    isSeen: at.matches(':focus-visible') && isIn && width > 4 && height > 4,
  }
}
