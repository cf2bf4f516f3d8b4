import type { PageAnswer, PageFile } from '../../http/guests/page-shape.ts'
import { scriptText, stayStyleText, styleText } from './source.ts' with { type: 'macro' }

const STYLE_TEXT = styleText()
const SCRIPT_TEXT = scriptText('script.ts')
const WIDGET_TEXT = scriptText('widget-script.ts')
// One request holds back the first paint, not two.
const STAY_STYLE_TEXT = STYLE_TEXT + stayStyleText()
const STAY_SCRIPT_TEXT = scriptText('stay-script.ts')
const hashOf = (text: string) => Bun.hash(text).toString(36)

/** The style sheet and the script of the guests' pages; each address contains a hash of the content. */
export const STYLE: PageFile = {
  path: `/booking-${hashOf(STYLE_TEXT)}.css`,
  type: 'text/css;charset=utf-8',
  text: STYLE_TEXT,
}
export const SCRIPT: PageFile = {
  path: `/booking-${hashOf(SCRIPT_TEXT)}.js`,
  type: 'text/javascript;charset=utf-8',
  text: SCRIPT_TEXT,
}

/** The files of the pages that sell; their style sheet has that of all guests' pages before its own. */
export const STAY_STYLE: PageFile = {
  path: `/stay-${hashOf(STAY_STYLE_TEXT)}.css`,
  type: 'text/css;charset=utf-8',
  text: STAY_STYLE_TEXT,
}
export const STAY_SCRIPT: PageFile = {
  path: `/stay-${hashOf(STAY_SCRIPT_TEXT)}.js`,
  type: 'text/javascript;charset=utf-8',
  text: STAY_SCRIPT_TEXT,
}

/** The script that hotels put into their own pages. Its address never changes, so it is asked for anew each hour. */
export const widgetPage = async (): Promise<PageAnswer> => ({ status: 200, text: WIDGET_TEXT })
