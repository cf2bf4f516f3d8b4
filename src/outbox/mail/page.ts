import type { Language } from '../../domain/kernel/language.ts'

/** A line of a mail; `before` is its value before a change. */
export type PageLine = { label: string; value: string; before?: string }

/** A part of a mail under its own title, such as a stay of a group; `block` is the heading of it and those after it. */
export type PageSection = { block?: string; title: string; lines: readonly PageLine[] }

/** The content of a mail, for both its text and its HTML form. */
export type Page = {
  language: Language
  title: string
  greeting?: string
  intro: string
  /** The sender: a hotel or the service. */
  hotel: string
  code?: { label: string; value: string }
  lines: readonly PageLine[]
  sections?: readonly PageSection[]
  place?: string
  /** The button; with `hint` its URL follows below to be copied. */
  link?: { label: string; url: string; hint?: string }
  /** Codes to type if the link does not work. */
  typed?: { hint: string; codes: readonly PageLine[] }
  footer: string
  beforeOf: (value: string) => string
}

/** Placeholder for an empty value. */
export const NONE = '–'

/** Returns a mail as plain text. */
export function writeText(page: Page): string {
  const { title, greeting, intro, hotel, code, lines, place, link, typed, footer } = page
  const { sections = [], beforeOf } = page
  return [
    ...(greeting ? [greeting, ''] : []),
    `${title}${title.endsWith('?') ? '' : '.'} ${intro}`,
    '',
    hotel,
    ...(place ? [place] : []),
    '',
    ...(code ? [`${code.label}: ${code.value}`, ''] : []),
    ...textRows(lines, beforeOf),
    ...sections.flatMap((each, index) => [
      ...(index > 0 || lines.length > 0 ? [''] : []),
      ...(each.block ? [each.block.toUpperCase(), ''] : []),
      each.title,
      ...textRows(each.lines, beforeOf).map(indented),
    ]),
    ...(link ? ['', `${link.label}: ${link.url}`] : []),
    ...(typed
      ? ['', typed.hint, ...typed.codes.map(({ label, value }) => `${label}: ${value}`)]
      : []),
    '',
    '--',
    footer,
    '',
  ].join('\n')
}

const textRows = (lines: readonly PageLine[], beforeOf: Page['beforeOf']): string[] =>
  lines.map(({ label, value, before }) => {
    if (![value, before].join().includes('\n'))
      return `${label}: ${value}${before === undefined ? '' : ` (${beforeOf(before)})`}`
    const was =
      before === undefined ? [] : [beforeOf(`\n${indented(before)}`).replace(/(?<! ) +\n/, '\n')]
    return `${label}:\n${indented([value, ...was].join('\n'))}`
  })

const indented = (text: string) =>
  text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')

/** Returns a mail as HTML: no script, no image, no external resource; light or dark as the reader prefers. */
export function writeHtml(page: Page): string {
  const { language, title, greeting, intro, hotel, lines, sections = [], place, footer } = page
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${html(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<div class="sheet" role="main">
<p class="hotel">${html(hotel)}</p>
<h1>${html(title)}</h1>
${greeting ? `<p>${html(greeting)}</p>\n` : ''}<p>${html(intro)}</p>
${codeHtml(page)}${tableHtml(lines)}${sections.map(sectionHtml).join('')}${linkHtml(page)}${typedHtml(page)}${place ? `<p class="place"><strong>${html(hotel)}</strong><br>${html(place)}</p>\n` : ''}<p class="dim small">${html(footer)}</p>
</div>
</body>
</html>
`
}

function tableHtml(lines: readonly PageLine[]): string {
  if (lines.length === 0) return ''
  const rows = lines.map(({ label, value, before }) => {
    const was =
      before === undefined || before === NONE ? '' : `<br><s class="dim">${html(before)}</s>`
    return `<tr><th scope="row">${html(label)}</th><td>${html(value)}${was}</td></tr>`
  })
  return `<table role="presentation">\n${rows.join('\n')}\n</table>\n`
}

const sectionHtml = ({ block, title, lines }: PageSection) =>
  `${block ? `<p class="block">${html(block)}</p>\n` : ''}<h2>${html(title)}</h2>\n${tableHtml(lines)}`

const codeHtml = ({ code }: Page) =>
  code
    ? `<p class="code"><span class="dim">${html(code.label)}</span><br><strong>${html(code.value)}</strong></p>\n`
    : ''

function linkHtml({ link }: Page): string {
  if (!link) return ''
  const button = `<p class="act"><a class="button" href="${html(link.url)}">${html(link.label)}</a></p>\n`
  const copy = link.hint && `<p class="dim small">${html(link.hint)}<br>${html(link.url)}</p>\n`
  return button + (copy ?? '')
}

function typedHtml({ typed }: Page): string {
  if (!typed) return ''
  const codes = typed.codes.map(
    ({ label, value }) => `<br>${html(label)}: <span class="typed">${html(value)}</span>`,
  )
  return `<p class="dim small">${html(typed.hint)}${codes.join('')}</p>\n`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML. */
const html = (text: string) =>
  text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign]!).replaceAll(/\r?\n/g, '<br>')

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;padding:24px 12px;background:#f3f4f6;color:#1c2430;font:16px/1.5 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
.sheet{max-width:600px;margin:0 auto;padding:28px;background:#fff;border:1px solid #dfe3e8;border-radius:10px}
.hotel{margin:0;color:#0b6b5f;font-weight:600}
h1{margin:4px 0 16px;font-size:24px;line-height:1.25}
h2{margin:24px 0 8px;font-size:17px;line-height:1.3}
.block{margin:28px 0 -12px;color:#0b6b5f;font-size:13px;font-weight:700}
.code{padding:12px 16px;background:#eef6f4;border-radius:8px}
.code strong{font:700 22px/1.3 ui-monospace,Menlo,Consolas,monospace;letter-spacing:2px}
table{width:100%;border-collapse:collapse}
th,td{padding:8px 0;border-top:1px solid #e5e8ec;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{width:36%;overflow-wrap:break-word;padding-right:12px;font-weight:400;color:#59636f}
.dim{color:#59636f}.small{font-size:13px}
.place,.act{margin-top:20px}.small{overflow-wrap:anywhere}
.typed{font-family:ui-monospace,Menlo,Consolas,monospace;white-space:nowrap}
.button{display:inline-block;padding:10px 18px;background:#0b6b5f;color:#fff;border-radius:8px;text-decoration:none}
@media (prefers-color-scheme:dark){
body{background:#12161b;color:#e6e9ed}
.sheet{background:#1b2128;border-color:#313a44}
.hotel,.block{color:#6fd3c3}
.code{background:#15302c}
th,td{border-color:#313a44}
th,.dim{color:#a7b0bb}
.button{background:#2a9d8c;color:#08110f}
}`
