import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The pages of the guide in the order of its menu; each is a file of `src/docs/guide`. */
export const PAGE_NAMES = [
  'first-calls',
  'senders',
  'connector',
  'rates-and-counts',
  'set-up',
  'agencies',
  'sandbox',
  'vendors-and-sites',
  'receivers',
  'operating',
  'postgresql',
  'security',
  'access',
  'standards',
  'decisions',
  'developing',
] as const

/** Reads the Markdown of a page of the guide. */
export const readPage = (name: string): string =>
  readFileSync(join(import.meta.dir, 'guide', `${name}.md`), 'utf8')
