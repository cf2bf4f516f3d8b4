import { escapeHtml } from './html.ts'
import { renderGuide } from './render.ts' with { type: 'macro' }
import type { Guide } from './render.ts'
import { type SearchHit, searchGuide } from './search.ts'

/** A file of the guide as it is served. */
export type DocsFile = { type: string; text: string; tag: string; isKept?: boolean }

const GUIDE: Guide = renderGuide()
const HTML = 'text/html;charset=utf-8'
const STYLE_PATH = `/docs/style-${hashOf(GUIDE.style)}.css`
const DESCRIPTION = 'How partners, guests’ front-ends and operators work with Roomwire.'

/** Returns every file of the guide by its address: pages, their Markdown, and the style sheet. */
export function guideFiles(): Map<string, DocsFile> {
  const files = new Map<string, DocsFile>()
  files.set('/docs', fileOf(HTML, homePage()))
  for (const { name, title, body, source } of GUIDE.pages) {
    files.set(`/docs/${name}`, fileOf(HTML, frame(title, body, name)))
    files.set(`/docs/${name}.md`, fileOf('text/markdown;charset=utf-8', source))
  }
  files.set('/docs/changelog', fileOf(HTML, frame('Changes', GUIDE.changes.body)))
  files.set(STYLE_PATH, { ...fileOf('text/css;charset=utf-8', GUIDE.style), isKept: true })
  return files
}

/** Writes the Atom feed of versions (RFC 4287); each entry is a version with the text of its section. */
export function changesFeed(origin: string): string {
  const page = `${origin}/docs/changelog`
  const { versions } = GUIDE.changes
  const entries = versions.map(
    ({ version, date, body }) => `<entry>
<title>Roomwire ${version}</title>
<id>${page}#${version}</id>
<link href="${page}"/>
<updated>${date}T00:00:00Z</updated>
<content type="html">${escapeHtml(body)}</content>
</entry>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>Roomwire: changes</title>
<id>${page}.atom</id>
<link rel="self" href="${page}.atom"/>
<link href="${page}"/>
<author><name>Roomwire</name></author>
<updated>${versions[0]?.date}T00:00:00Z</updated>
${entries.join('\n')}
</feed>
`
}

/** Writes the page of search results; a plain form asks for it. */
export function searchPage(query: string): string {
  const found = searchGuide(GUIDE.sections, query)
  const hits = found.map(hitHtml).join('')
  const none = query.trim() ? '<p>No section has all of these words.</p>' : '<p>Type a word.</p>'
  return frame(
    'Search',
    `<h1>Search</h1>${hits ? `<ul class="hits">${hits}</ul>` : none}`,
    '',
    query,
  )
}

/** Writes the page for an address that the guide does not have. */
export const missingPage = (): string =>
  frame('Not found', '<h1>Not found</h1><p>The guide has no page of this name.</p>')

/** Lists the pages for machines: a line a page, with its whole address (llmstxt.org). */
export const pageLines = (origin: string): string =>
  GUIDE.pages.map(({ name, title }) => `- [${title}](${origin}/docs/${name}.md)`).join('\n')

/** Returns all pages one after another, as Markdown. */
export const wholeGuide = (): string => GUIDE.pages.map(({ source }) => source).join('\n')

function homePage(): string {
  const cards = GUIDE.pages.map(
    ({ name, title, source }) =>
      `<li><a href="/docs/${name}">${escapeHtml(title)}</a><br>${escapeHtml(leadOf(source))}</li>`,
  )
  return frame(
    'Guide',
    `<h1>Roomwire: the guide</h1><p>${DESCRIPTION}</p><ul>${cards.join('')}</ul>
<p>The <a href="/swagger">API reference</a> has every operation; machines read <a href="/llms.txt">llms.txt</a> and <a href="/llms-full.txt">llms-full.txt</a>.</p>`,
  )
}

/** Returns the line under a page's title, which says what the page is about. */
const leadOf = (source: string) => source.split('\n')[2]!.replaceAll(/[`*]/g, '')

const hitHtml = ({ section, excerpt }: SearchHit) =>
  `<li><a href="/docs/${section.name}#${section.anchor}">${escapeHtml(section.page)}${section.title === section.page ? '' : `: ${escapeHtml(section.title)}`}</a><br><span class="dim">${escapeHtml(excerpt)}</span></li>`

/** Writes a whole page, without a script. The menu comes after the text, and next to it on a wide screen. */
function frame(title: string, body: string, current?: string, query = ''): string {
  const items = GUIDE.pages.map(
    ({ name, title }) =>
      `<li><a href="/docs/${name}"${name === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Roomwire</title>
<meta name="description" content="${DESCRIPTION}">
<link rel="icon" href="data:,">
<link rel="alternate" type="application/atom+xml" title="Changes" href="/docs/changelog.atom">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<header>
<a class="home" href="/docs">Roomwire guide</a>
<a class="to-menu" href="#menu">Menu</a>
<form action="/docs/search" role="search"><input type="search" name="q" value="${escapeHtml(query)}" maxlength="100" aria-label="Search the guide" placeholder="Search"><button>Search</button></form>
</header>
<div class="body">
<main>
${body}
</main>
<nav id="menu" aria-label="Guide">
<ul>${items.join('')}</ul>
<h2>Elsewhere</h2>
<ul><li><a href="/swagger">API reference</a></li><li><a href="/docs/changelog">Changes</a></li><li><a href="/panel">Panel</a></li></ul>
</nav>
</div>
</body>
</html>
`
}

const fileOf = (type: string, text: string): DocsFile => ({ type, text, tag: `"${hashOf(text)}"` })

function hashOf(text: string): string {
  return Bun.hash(text).toString(36)
}
