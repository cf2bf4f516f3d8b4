import type { Page } from 'playwright-core'
import { median } from './stats.ts'

const STEPS = 120
const STEP_PX = 60
const STEP_MS = 16
/** A frame that comes later than this is seen as a jerk: three of 60 a second. */
const JERK_MS = 50

/**
 * Turns the wheel over the calendar's grid, sideways and down, and tells how far apart the frames came.
 *
 * @returns in words: the median and the 99th percentile, and how many came late
 */
export async function scrollOf(page: Page): Promise<string> {
  const box = (await page.locator('.grid-box').boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + 200)
  const parts: string[] = []
  for (const [way, x, y] of [
    ['sideways', STEP_PX, 0],
    ['down', 0, STEP_PX],
  ] as const) {
    await startFrames(page)
    for (let step = 0; step < STEPS; step++) {
      const sign = step < STEPS / 2 ? 1 : -1
      await page.mouse.wheel(sign * x, sign * y)
      await page.waitForTimeout(STEP_MS)
    }
    const { gaps, travelled } = await endFrames(page)
    if (travelled === 0) throw new Error(`the grid did not scroll ${way}`)
    const sorted = gaps.toSorted((a, b) => a - b)
    const late = gaps.filter((gap) => gap > JERK_MS).length
    const p99 = sorted[Math.floor(sorted.length * 0.99)]!
    parts.push(
      `${way} ${median(gaps).toFixed(1)} ms a frame, p99 ${p99.toFixed(1)}, ${late} of ${gaps.length} later than ${JERK_MS}`,
    )
  }
  return `scrolling: ${parts.join('; ')}`
}

type Watch = { gaps: number[]; travelled: number; isOver: boolean }

const startFrames = (page: Page) =>
  page.evaluate(() => {
    const watch: Watch = { gaps: [], travelled: 0, isOver: false }
    Object.assign(globalThis, { watch })
    const grid = document.querySelector('.grid-box')!
    const position = () => grid.scrollLeft + grid.scrollTop + scrollY
    let [lastMs, last] = [performance.now(), position()]
    const look = (nowMs: number) => {
      watch.gaps.push(nowMs - lastMs)
      watch.travelled += Math.abs(position() - last)
      ;[lastMs, last] = [nowMs, position()]
      if (!watch.isOver) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })

const endFrames = (page: Page) =>
  page.evaluate(() => {
    const { watch } = globalThis as unknown as { watch: Watch }
    watch.isOver = true
    return watch
  })
