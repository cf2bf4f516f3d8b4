/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { LANGUAGES, type Language } from '../../domain/kernel/language.ts'
import type { BookedHotel, PageAnswer, PageFile, Problem } from '../../http/guests/page-shape.ts'
import { accentStyle } from '../lib/accent.ts'
import { SCRIPT, STYLE } from '../lib/files.ts'
import type { Key } from '../lib/key.ts'
import type { Speaker } from '../lib/say.ts'
import { Form, Icon, type Scene, telephone } from './parts.tsx'

/** A page before it is written as HTML. */
export type Page = {
  /** The problem that the page shows; the answer has its status. */
  problem?: Problem | undefined
  title: string
  body: ComponentChildren
  hotel?: BookedHotel | undefined
}

/** The icon of every page. */
const FAVICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 26 26'%3E%3Crect width='26' height='26' rx='7' fill='%230f6b5c'/%3E%3Cpath d='M8.5 13.5l3 3 6-7' fill='none' stroke='%23fff' stroke-width='2.2' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E"

/** A scene, and whether the service has pages that sell, to which this one leads. */
export type PageScene = Scene & { isSelling: boolean }

/** Writes a page of a booking as HTML, in the look of its hotel; all texts are escaped. */
export function writePage({ say, opened, isSelling }: PageScene, page: Page): PageAnswer {
  const { problem, title, body, hotel } = page
  return writeHtml(say, {
    problem,
    title: hotel ? `${title} · ${hotel.name}` : title,
    head: <meta name="robots" content="noindex" />,
    header: <Head say={say} opened={opened} hotel={hotel} isSelling={isSelling} />,
    styles: [STYLE],
    inlineStyle: hotel?.colour ? accentStyle(hotel.colour) : undefined,
    scripts: [SCRIPT],
    body,
  })
}

/** The parts of a page of HTML. */
export type PageParts = Pick<Page, 'problem' | 'title' | 'body'> & {
  /** Further elements of its `head`. */
  head: ComponentChildren
  header: ComponentChildren
  styles: readonly PageFile[]
  scripts: readonly PageFile[]
  /** A style of this page alone, without a sign that ends the element. */
  inlineStyle?: string | undefined
}

/** Writes a page as HTML; all texts are escaped. */
export function writeHtml(say: Speaker, page: PageParts): PageAnswer {
  const { problem, title, head, header, styles, scripts, inlineStyle, body } = page
  const html = renderToString(
    <html lang={say.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <title>{title}</title>
        <link rel="icon" href={FAVICON} />
        {styles.map(({ path }) => (
          <link rel="stylesheet" href={path} />
        ))}
        {inlineStyle && <style>{inlineStyle}</style>}
        {scripts.map(({ path }) => (
          <script type="module" src={path} />
        ))}
        {head}
      </head>
      <body>
        <a class="skip" href="#content">
          {say.word('page.skip')}
        </a>
        {header}
        <main id="content">{body}</main>
      </body>
    </html>,
  )
  const retryAfter = problem?.retryAfterSeconds
  return {
    status: problem?.status ?? 200,
    text: `<!doctype html>${html}`,
    problem,
    ...(inlineStyle && { inlineStyle }),
    ...(retryAfter && { headers: { 'retry-after': String(retryAfter) } }),
  }
}

function Head({ say, opened, hotel, isSelling }: PageScene & { hotel: BookedHotel | undefined }) {
  const { lang } = opened
  const toSale = (path: string) => (lang ? `${path}?lang=${lang}` : path)
  return (
    <header class="site">
      <p class="name">
        {hotel ? (
          <SiteName hotel={hotel} href={isSelling ? toSale(`/stay/${hotel.slug}`) : undefined} />
        ) : isSelling ? (
          <SiteName hotel={{ name: say.word('stay.name'), logo: null }} href={toSale('/stay')} />
        ) : (
          <span>{say.word('page.title')}</span>
        )}
      </p>
      {hotel?.phone && <Telephone say={say} number={hotel.phone} />}
      <OtherLanguage say={say} opened={opened} />
    </header>
  )
}

type SiteNameProps = { hotel: { name: string; logo: string | null }; href: string | undefined }

/** A name with its logo, or its letters; a link where there is a page that sells. */
export function SiteName({ hotel: { name, logo }, href }: SiteNameProps) {
  const parts = (
    <>
      {logo ? <img class="logo" src={logo} alt="" width="34" height="34" /> : <Mark name={name} />}
      <span>{name}</span>
    </>
  )
  return href ? (
    <a class="home" href={href}>
      {parts}
    </a>
  ) : (
    parts
  )
}

/** The way to call a hotel; its number is written where there is room. */
export const Telephone = ({ say, number }: { say: Speaker; number: string }) => (
  <a class="quiet" href={telephone(number)}>
    <Icon name="phone" />
    <span class="sr-only">{say.word('page.call')}</span> <span class="wide">{number}</span>
  </a>
)

/** The name of the other language, of which the eye sees two letters where there is little room. */
export const LanguageName = ({ say, other }: { say: Speaker; other: Language }) => (
  <>
    <Icon name="globe" />
    <span class="tongue" lang={other} data-short={other.toUpperCase()}>
      <span>{say.word('page.language')}</span>
    </span>
  </>
)

/** Switches the language; a form carries the booking's key, so that no address contains it. */
function OtherLanguage({ say, opened }: { say: Speaker; opened: Key }) {
  const other = LANGUAGES.find((each) => each !== say.language)!
  const text = <LanguageName say={say} other={other} />
  if (!opened.code)
    return (
      <a class="quiet" href={`?lang=${other}`}>
        {text}
      </a>
    )
  return (
    <Form act="open" opened={{ ...opened, lang: other }}>
      <button type="submit" class="quiet">
        {text}
      </button>
    </Form>
  )
}

/** The mark of a hotel: the first letters of its name. */
export const Mark = ({ name }: { name: string }) => <span class="mark" data-mark={initials(name)} />

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word.match(/\p{L}|\p{N}/u)?.[0] ?? '')
    .join('')
    .slice(0, 2)
