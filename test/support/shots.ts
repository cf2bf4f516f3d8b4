import { join } from 'node:path'
import type { Page } from 'playwright-core'

const FOLDER = join(import.meta.dir, '../browser/shots')

/** Pictures are taken in this format where it is set: `SHOTS=jpeg bun test test/browser/shots.test.ts`. */
const format = process.env.SHOTS as 'jpeg' | 'png' | undefined

/** Widths and themes that pictures are taken in (issue 18). */
export const SHOT_LOOKS = [
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const

/** Takes a picture of a page, when pictures are asked for. */
export async function shoot(page: Page, name: string, fullPage = false): Promise<void> {
  if (!format) return
  await page.evaluate(() => document.fonts.ready)
  const quality = format === 'jpeg' ? { quality: 60 } : {}
  await page.screenshot({
    path: join(FOLDER, `${name}.${format}`),
    type: format,
    fullPage,
    ...quality,
  })
}
