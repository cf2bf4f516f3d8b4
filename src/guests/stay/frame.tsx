/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { LANGUAGES } from '../../domain/kernel/language.ts'
import type { HotelPage, PageAnswer, Problem } from '../../http/guests/page-shape.ts'
import { accentStyle } from '../lib/accent.ts'
import { STAY_SCRIPT, STAY_STYLE } from '../lib/files.ts'
import { problemText } from '../lib/problem-text.ts'
import { LanguageName, SiteName, Telephone, writeHtml } from '../views/frame.tsx'
import { Note } from '../views/parts.tsx'
import { addressOf } from './address.ts'
import { hotelPath, type StayScene } from './scene.ts'

type StayPage = {
  title: string
  /** The path of the page without its query, where search engines find it; null: they shall not. */
  path: string | null
  description?: string | undefined
  hotel?: HotelPage | undefined
  /** True for a hotel that search engines shall not find. */
  isHidden?: boolean
  /**
   * The way to the other language of a page without a path: an address, or the id of the form that is sent for it, with
   * the deed of that form.
   */
  otherLanguage?: { href: string } | { form: string; deed: string } | undefined
  problem?: Problem | undefined
  /** Facts for search engines (schema.org). */
  data?: object | undefined
  body: ComponentChildren
}

/** Writes a page of `/stay` as HTML. */
export function writeStayPage(scene: StayScene, page: StayPage): PageAnswer {
  const { title, hotel, problem, body } = page
  return writeHtml(scene.say, {
    ...{ title: hotel ? `${title} · ${hotel.name}` : title, problem, body },
    head: <HeadFacts scene={scene} page={page} />,
    header: <StayHead scene={scene} page={page} />,
    styles: [STAY_STYLE],
    inlineStyle: hotel?.colour ? accentStyle(hotel.colour) : undefined,
    // The panel's preview is a picture of the page.
    scripts: scene.visit.query.has('preview') ? [] : [STAY_SCRIPT],
  })
}

/** Search engines find a page without dates and choices, in both languages. */
function HeadFacts({ scene, page }: { scene: StayScene; page: StayPage }) {
  const { at, visit } = scene
  const { path, description, data, problem, isHidden = false } = page
  if (path === null || problem || at.checkin || isHidden)
    return <meta name="robots" content="noindex" />
  const bare = `${visit.publicUrl}${path}`
  const address = (lang: string) => `${bare}?lang=${lang}`
  return (
    <>
      {description && <meta name="description" content={description} />}
      {/* The address without a language is the one that picks it: its own, as `x-default` says. */}
      <link rel="canonical" href={at.lang ? address(at.lang) : bare} />
      {LANGUAGES.map((lang) => (
        <link rel="alternate" hreflang={lang} href={address(lang)} />
      ))}
      <link rel="alternate" hreflang="x-default" href={bare} />
      {data && (
        <script
          type="application/ld+json"
          // No sign in it ends the element.
          dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
        />
      )}
    </>
  )
}

type HeadProps = { scene: StayScene; page: StayPage }

function StayHead({ scene, page }: HeadProps) {
  const { say, at } = scene
  const { hotel, path } = page
  const { word } = say
  return (
    <header class="site">
      {hotel ? (
        <p class="name">
          <SiteName hotel={hotel} href={addressOf(hotelPath(hotel.slug), at, { choices: [] })} />
        </p>
      ) : (
        <p class="name">
          <SiteName
            hotel={{ name: word('stay.name'), logo: null }}
            href={addressOf('/stay', at, { choices: [], cursor: null })}
          />
        </p>
      )}
      {/* The pages that book have no such sections. */}
      {hotel && path !== null && <Sections word={word} />}
      {hotel?.phone && <Telephone say={say} number={hotel.phone} />}
      <OtherLanguage scene={scene} page={page} />
      <a class="button small" href={at.lang ? `/my?lang=${at.lang}` : '/my'}>
        {word('stay.my')}
      </a>
    </header>
  )
}

/** The language, here in its own words; a form keeps what was typed. */
function OtherLanguage({ scene: { say, at }, page }: HeadProps) {
  const { path, otherLanguage } = page
  const other = LANGUAGES.find((each) => each !== say.language)!
  const way = otherLanguage ?? (path !== null && { href: addressOf(path, at, { lang: other }) })
  if (!way) return null
  const text = <LanguageName say={say} other={other} />
  if ('href' in way)
    return (
      <a class="quiet" href={way.href} hreflang={other}>
        {text}
      </a>
    )
  return (
    <>
      {/* The key Enter presses the first button of a form (HTML, implicit submission): the deed, not the language. */}
      <button type="submit" form={way.form} name="act" value={way.deed} hidden />
      <button
        type="submit"
        class="quiet"
        form={way.form}
        name="language"
        value={other}
        formnovalidate
      >
        {text}
      </button>
    </>
  )
}

const Sections = ({ word }: Pick<StayScene['say'], 'word'>) => (
  <nav aria-label={word('hotel.sections')}>
    <a href="#rooms">{word('hotel.rooms')}</a>
    <a href="#reviews">{word('hotel.reviews')}</a>
    <a href="#rules">{word('hotel.rules')}</a>
    <a href="#where">{word('hotel.where')}</a>
  </nav>
)

/** Writes the page of a problem, with a way on; a form that was refused unread is sent again as it was typed. */
export function writeTrouble(scene: StayScene, problem: Problem): PageAnswer {
  const { say, at, visit } = scene
  const { word } = say
  const isGone = problem.status === 404
  const fields = isGone ? [] : Object.entries(visit.form)
  const other = new URLSearchParams(visit.query)
  other.set('lang', LANGUAGES.find((each) => each !== say.language)!)
  return writeStayPage(scene, {
    title: word(isGone ? 'stay.gone' : 'trouble.title'),
    path: null,
    otherLanguage: fields.length > 0 ? undefined : { href: `?${other}` },
    problem,
    body: (
      <div class="narrow">
        <section class="card">
          <h1>{word(isGone ? 'stay.gone' : 'trouble.title')}</h1>
          {isGone ? (
            <p>{word('stay.gone.about')}</p>
          ) : (
            <Note tone="bad">{problemText(say, problem)}</Note>
          )}
          {fields.length > 0 ? (
            <form method="post" data-once>
              {fields.map(([name, value]) => (
                <input type="hidden" name={name} value={value} />
              ))}
              <button type="submit" class="button primary wide">
                {word('trouble.again')}
              </button>
            </form>
          ) : (
            !isGone && (
              <a class="button primary wide" href={`?${visit.query}`}>
                {word('trouble.again')}
              </a>
            )
          )}
          <a
            class={isGone ? 'button primary wide' : 'button link wide'}
            href={addressOf('/stay', at, { choices: [], cursor: null, isEdit: false })}
          >
            {word('stay.searchAgain')}
          </a>
        </section>
      </div>
    ),
  })
}
