import { LANGUAGES } from '../../domain/kernel/language.ts'
import type {
  HotelOffer,
  ListPage,
  Outcome,
  PageAnswer,
  Problem,
  Visit,
} from '../../http/guests/page-shape.ts'
import { hotelPath } from './scene.ts'

/** Addresses of one sitemap (sitemaps.org); each hotel has one. */
const ADDRESSES_MAX = 50_000
const PAGE = 100

/** Answers `/sitemap.xml`: the search and every listed hotel, each with its languages (sitemaps.org, `hreflang`). */
export async function sitemapPage(visit: Visit): Promise<PageAnswer> {
  const { paths: hotels, problem } = await listPaths(visit)
  if (problem) return { status: problem.status, text: problem.detail }
  const paths = ['/stay', ...hotels].slice(0, ADDRESSES_MAX)
  const entries = paths.map((path) => entryOf(visit.publicUrl + path))
  return {
    status: 200,
    text: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`,
    headers: { 'content-type': 'application/xml;charset=utf-8' },
  }
}

/** Answers `/robots.txt`: the pages of bookings and forms are for people alone (RFC 9309). */
export const robotsPage = async ({ publicUrl }: Visit): Promise<PageAnswer> => ({
  status: 200,
  text: `User-agent: *\nDisallow: /v1/\nDisallow: /booking\nDisallow: /my\nDisallow: /stay/*/book\n\nSitemap: ${publicUrl}/sitemap.xml\n`,
  headers: { 'content-type': 'text/plain;charset=utf-8' },
})

async function listPaths({ ask }: Visit): Promise<{ paths: string[]; problem?: Problem }> {
  const paths: string[] = []
  let cursor: string | null = null
  do {
    const more: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
    const found: Outcome<ListPage<HotelOffer>> = await ask('GET', `/v1/hotels?limit=${PAGE}${more}`)
    if (found.problem) return { paths, problem: found.problem }
    paths.push(...found.value.items.map(({ slug }) => hotelPath(slug)))
    cursor = found.value.nextCursor
  } while (cursor && paths.length < ADDRESSES_MAX)
  return { paths }
}

/** Slugs and paths have no sign that XML escapes. */
function entryOf(address: string): string {
  const others = LANGUAGES.map(
    (lang) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${address}?lang=${lang}"/>`,
  )
  return `<url><loc>${address}</loc>${others.join('')}</url>`
}
