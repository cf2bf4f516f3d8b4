import type { PageFile } from '../../http/guests/page-shape.ts'
import { scriptText, styleText } from './source.ts' with { type: 'macro' }

const STYLE_TEXT = styleText()
const SCRIPT_TEXT = scriptText()
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
