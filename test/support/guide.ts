import { PAGE_NAMES, readPage } from '../../src/docs/sources.ts'

/** A fenced block of the guide: its page, its language, how it is run, and its text. */
export type Block = { page: string; language: string; how: string; text: string }

/** The Markdown of a page of the guide. */
export const guidePage = async (name: (typeof PAGE_NAMES)[number]): Promise<string> =>
  readPage(name)

/** All pages of the guide, one after another. */
export const guideText = async (): Promise<string> => PAGE_NAMES.map(readPage).join('\n')

/** Every fenced block of the guide in its order. */
export const guideBlocks = (): Block[] =>
  PAGE_NAMES.flatMap((page) =>
    [...readPage(page).matchAll(/^```(\S*) ?(\S*)\n([\s\S]*?)\n```$/gm)].map(
      ([, language = '', how = '', text = '']) => ({ page, language, how, text }),
    ),
  )
