import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked, type Token } from 'marked'
import { fontParts } from '../panel/font.ts'
import { escapeHtml } from './html.ts'
import { PAGE_NAMES, readPage } from './sources.ts'

/** A page of the guide: its address below `/docs`, its Markdown, and the HTML of its body. */
type GuidePage = { name: string; title: string; source: string; body: string }

/** A heading of a page with the plain text below it, for the search. */
export type Section = { name: string; page: string; anchor: string; title: string; text: string }

/** The rendered guide in the binary. */
export type Guide = { pages: GuidePage[]; sections: Section[]; changes: Changes; style: string }

/** The change log: the whole text as HTML, and each version of the program, newest first. */
type Changes = { body: string; versions: Version[] }

/** A version with the day that its heading names. */
type Version = { version: string; date: string; body: string }

/** Renders the guide. A macro calls it while the program is built, so that no Markdown is read at run time. */
export function renderGuide(): Guide {
  const pages = PAGE_NAMES.map((name) => renderPage(name, readPage(name)))
  const changes = readChanges(readFileSync(join(import.meta.dir, '../../CHANGELOG.md'), 'utf8'))
  return { pages, sections: pages.flatMap(sectionsOf), changes, style: styleText() }
}

/** Reads the change log. A section is a version if its heading has a number and a day: `## 0.1.0, closed 2026-11-25`. */
function readChanges(source: string): Changes {
  const versions = source.split(/^## /m).flatMap((section) => {
    const [, version, date] = section.match(/^(\d+\.\d+\.\d+), \w+ (\d{4}-\d\d-\d\d)\n/) ?? []
    if (!version || !date) return []
    const lines = section.slice(section.indexOf('\n') + 1).replaceAll(/<!--[\s\S]*?-->/g, '')
    return [{ version, date, body: renderMarkdown(lines) }]
  })
  return { body: renderMarkdown(source), versions }
}

function renderPage(name: string, source: string): GuidePage {
  const title = source.match(/^# (.+)$/m)?.[1]
  if (!title) throw new Error(`the page ${name} of the guide has no title`)
  return { name, title, source, body: renderMarkdown(source) }
}

/** Renders Markdown as HTML; each heading has an anchor, and the keyboard can reach and scroll a block of code. */
function renderMarkdown(source: string): string {
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      code({ text }) {
        return `<pre tabindex="0"><code>${escapeHtml(text)}\n</code></pre>\n`
      },
    },
  })
  return marked.parse(source, { async: false })
}

function sectionsOf({ name, title, source }: GuidePage): Section[] {
  const sections: Section[] = []
  for (const token of new Marked().lexer(source)) {
    if (token.type === 'heading') {
      const anchor = anchorOf(token.text)
      sections.push({ name, page: title, anchor, title: plainText(token), text: '' })
    } else sections.at(-1)!.text += `${plainText(token)} `
  }
  return sections
}

/** Returns a token's words without markup. */
function plainText(token: Token): string {
  if (token.type === 'table') {
    const rows = [token.header, ...token.rows] as { tokens: Token[] }[][]
    return rows.flatMap((row) => row.flatMap(({ tokens }) => tokens.map(plainText))).join(' ')
  }
  const parts: Token[] | undefined =
    'items' in token ? token.items : 'tokens' in token ? token.tokens : undefined
  if (parts?.length) return parts.map(plainText).join(token.type === 'list' ? ' ' : '')
  return 'text' in token ? token.text : ' '
}

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/['’`]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Joins the panel's style tokens with the guide's own sheet. */
function styleText(): string {
  const read = (path: string) => readFileSync(join(import.meta.dir, path), 'utf8')
  const tokens = [...read('../panel/styles/base.css').matchAll(/^ {2}(--[\w-]+:[^;]+;)$/gm)]
  const fonts = fontParts().map(
    ({ path, range }) =>
      `@font-face{font-family:Inter;src:url(${path}) format("woff2");font-weight:100 900;font-display:swap;unicode-range:${range}}`,
  )
  const root = `:root{color-scheme:light dark;${tokens.map(([, token]) => token).join('')}}`
  return [...fonts, root, read('docs.css')]
    .join('')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
}
