import { type AnyElysia, Elysia } from 'elysia'
import { readSenderRules } from '../../docs/sender-rules.ts' with { type: 'macro' }
import type { Context } from '../api/context.ts'
import { matchesTag } from '../api/entity-tag.ts'
import { type Packs, pack, textResponse } from '../api/packing.ts'
import type { Call } from '../api/route.ts'
import { publicDoor } from '../doors/public-limit.ts'
import { siteHeaders } from '../doors/site-key.ts'

/** Content security policy of the guide: own styles, font and forms; no script, no framing. */
const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const HTML = 'text/html;charset=utf-8'
const TEXT = 'text/plain;charset=utf-8'
const QUERY_CHARS_MAX = 100

/** A text to serve; `isKept` (cached for ever) if its address contains a hash of it. */
type ServedText = { type: string; text: string; tag?: string; isKept?: boolean; status?: number }

/** Loads the guide at the first request, so that it does not slow the start. */
const loadGuide = () => import('../../docs/guide.ts')
let files: Promise<Map<string, ServedText>> | undefined
/** Cache of compressed texts, by tag. */
const packedTexts = new Map<string, ReturnType<Packs>>()

/** The guide at `/docs`, with `llms.txt` and `llms-full.txt` from the same texts (llmstxt.org). */
export function docsRoutes(context: Context) {
  const door = publicDoor(context)
  const app: AnyElysia = new Elysia()
  const serve = (path: string, make: (call: Call) => ServedText | Promise<ServedText>) =>
    app.get(
      path,
      async ({ request, set, server }) => {
        const call = { request, set, server }
        return respond(call, await make(call))
      },
      // Pages are not operations, so the OpenAPI document omits them.
      { detail: { hide: true } },
    )
  const find = ({ request }: Call) => findFile(new URL(request.url).pathname)
  serve('/docs', find)
  serve('/docs/:page', find)
  serve('/docs/search', async (call) => {
    // Rate limited: the only page rendered for each request.
    await door.enter(call, () => ({}))
    const { searchPage } = await loadGuide()
    const query = new URL(call.request.url).searchParams.get('q') ?? ''
    return { type: HTML, text: searchPage(query.slice(0, QUERY_CHARS_MAX)) }
  })
  serve('/docs/changelog.atom', async () => {
    const { changesFeed } = await loadGuide()
    const text = changesFeed(context.publicUrl)
    return { type: 'application/atom+xml;charset=utf-8', text, tag: tagOf(text) }
  })
  serve('/llms.txt', () => shortText(context))
  serve('/llms-full.txt', () => fullText(context))
  return app
}

async function findFile(path: string): Promise<ServedText> {
  files ??= loadGuide().then(({ guideFiles }) => guideFiles())
  const known = (await files).get(path)
  if (known) return known
  const { missingPage } = await loadGuide()
  return { type: HTML, text: missingPage(), status: 404 }
}

async function respond({ request, set }: Call, { type, text, tag, isKept, status }: ServedText) {
  Object.assign(set.headers, {
    'content-type': type,
    'cache-control': isKept ? 'public, max-age=31536000, immutable' : tag ? 'no-cache' : 'no-store',
    ...(type.startsWith('text/html') && { 'content-security-policy': POLICY }),
    // Weak: the same tag for the plain and the compressed text.
    ...(tag && { etag: `W/${tag}` }),
  })
  if (tag && matchesTag(request.headers.get('if-none-match'), tag))
    return new Response(null, { status: 304 })
  return await textResponse(
    request,
    text,
    { status: status ?? 200, headers: { 'content-type': type } },
    tag === undefined ? pack : (text, coding) => packOnce(`${tag} ${coding}`, text, coding),
  )
}

const packOnce: Packs = (name, text, coding) => {
  const known = packedTexts.get(name) ?? pack(text, coding)
  packedTexts.set(name, known)
  return known
}

/** Writes `llms.txt`: the facts that a program needs to use this service, with links to the rest. */
async function shortText({ publicUrl, panelUrl, brand }: Context): Promise<ServedText> {
  const { pageLines } = await loadGuide()
  const { key, visitor } = siteHeaders({ brand })
  const text = `# Roomwire

> Hotel inventory and reservations. Partners (channel managers, PMS vendors) push and pull days and prices, pull reservations or follow a feed, and receive signed webhooks; guests and agencies search and book.

- OpenAPI document: ${publicUrl}/openapi.json
- Try calls by hand: ${publicUrl}/swagger
- Explanation of a problem: ${publicUrl}/problems/{code}
- The hotel creates API keys in its panel, under Channel Manager: ${panelUrl}
- A vendor of many hotels has one secret, created by an admin; each hotel connects it in the panel, and each call names a hotel: ?hotel=slug (GET /v1/partner/hotels lists them)
- A front-end that books from its own server has a site key, created by an admin or the hotel's owner: ${key}, with the visitor's address in ${visitor}

Dates are nights, YYYY-MM-DD; instants are RFC 3339. Every refusal is a problem (RFC 9457) with a stable \`code\`.

## For partners, in the order to do it

${readSenderRules()}

## The guide

All of it: ${publicUrl}/llms-full.txt

${pageLines(publicUrl)}
`
  return { type: TEXT, text, tag: tagOf(text) }
}

async function fullText({ publicUrl }: Context): Promise<ServedText> {
  const { wholeGuide } = await loadGuide()
  const text = wholeGuide().replaceAll('](/', `](${publicUrl}/`)
  return { type: TEXT, text, tag: tagOf(text) }
}

const tagOf = (text: string) => `"${Bun.hash(text).toString(36)}"`
