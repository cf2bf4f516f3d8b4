import { type AnyElysia, Elysia } from 'elysia'
import { findPlacedToken } from '../../service/bookings/placed-answer.ts'
import { canMailProof } from '../../service/mail-health.ts'
import { exactAddressOf, noteBehalf } from '../api/address.ts'
import { readForm } from '../api/body.ts'
import type { Context } from '../api/context.ts'
import { codingFor } from '../api/packing.ts'
import { noteProblem } from '../api/problem.ts'
import { toAppError } from '../api/public-error.ts'
import type { Call } from '../api/route.ts'
import { spendPublic } from '../doors/public-limit.ts'
import { askBy } from './ask.ts'
import { countAnswer } from './count-answer.ts'
import { draftPreview } from './draft-preview.ts'
import { createKeptAnswers } from './kept-answers.ts'
import { keepSitemap } from './kept-sitemap.ts'
import type { GuestPage, GuestPages, PageAnswer, Visit } from './page-shape.ts'
import { errorOf, isProgram } from './program.ts'
import { problemOf, readBooking } from './read-booking.ts'

/** Largest form: a guest's wishes are 2,000 characters of up to 12 bytes each in the form encoding. */
const FORM_BYTES_MAX = 32 * 1024
/** Content security policy: own script, style, font and pictures, requests to this origin only, no framing. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
/** Headers of the pages of a booking: nothing of them is kept. */
const OF_BOOKING = {
  'cache-control': 'no-store',
  'content-security-policy': POLICY,
}
/** Headers of the pages that sell. */
const OF_SALE = {
  'cache-control': 'private, no-cache',
  'content-security-policy': POLICY,
  vary: 'accept-language',
}

/** Handles an internal request as one from outside. */
type Handle = (request: Request) => Promise<Response>

/**
 * Serves `/booking`, where a guest sees, proves, changes and cancels a booking (contract-access, *A booking's own key*),
 * and under `PUBLIC_PAGES` the pages that sell (contract-agencies, *Pages for guests*). The credentials come in form
 * fields, which appear in no log and no referrer. No page uses a cookie, so CSRF gains nothing: a form on another site
 * can do no more than its author could do directly.
 *
 * @param handle calls the API
 */
export function guestPageRoutes(context: Context, pages: GuestPages | undefined, handle: Handle) {
  if (!pages) return new Elysia()
  const app: AnyElysia = new Elysia()
  const add = (path: string, page: GuestPage, headers: Headers, methods = ['GET', 'POST']) => {
    const answer = createAnswer(context, page, { handle, headers })
    // A server's own router may take a path with a slash at its end for the one without: both have one handler.
    for (const each of [path, `${path}/`])
      for (const method of methods)
        app.route(
          method,
          each,
          ({ request, set, server, params }) =>
            withoutSlash(request) ?? answer({ request, set, server }, params?.slug),
          // Pages are not operations, so the OpenAPI document omits them.
          { detail: { hide: true }, parse: 'none' },
        )
  }
  add('/booking', pages.booking, OF_BOOKING)
  if (!context.publicPages) return app
  add('/my', pages.booking, OF_BOOKING)
  const OF_ENGINES = { 'cache-control': 'public, max-age=3600' }
  const ofSitemap = { 'cache-control': 'public, max-age=60' }
  add('/sitemap.xml', keepSitemap(context, pages.sitemap), ofSitemap, ['GET'])
  add('/robots.txt', pages.robots, OF_ENGINES, ['GET'])
  const ofScript = { ...OF_ENGINES, 'content-type': 'text/javascript;charset=utf-8' }
  add('/widget.js', pages.widget, ofScript, ['GET'])
  const keep = createKeptAnswers(context)
  add('/stay', keep(pages.search), OF_SALE, ['GET'])
  add('/stay/:slug', previewed(framed(context, keep(pages.hotel))), OF_SALE, ['GET'])
  const ofForm = { ...OF_SALE, 'cache-control': 'no-store' }
  add('/stay/:slug/preview', draftPreview(context, pages.hotel), ofForm, ['POST'])
  add('/stay/:slug/book', framed(context, pages.book), ofForm)
  // Whatever else stands below is no page: people are told so in the look of these pages.
  add('/stay/*', pages.nowhere, OF_SALE, ['GET'])
  return app
}

/** Leads an address with a slash at its end, a slip of who types or links, to the one without; undefined: it has none. */
function withoutSlash(request: Request): Response | undefined {
  const { pathname, search } = new URL(request.url)
  if (!pathname.endsWith('/')) return undefined
  return new Response(null, {
    status: 308,
    headers: { location: pathname.replace(/(?<!\/)\/+$/, '') + search },
  })
}

/** Lets the origins that a hotel names show its page in a frame (`widgetOrigins`); without any nobody does. */
const framed =
  (context: Context, page: GuestPage): GuestPage =>
  async (visit) => {
    const answer = await page(visit)
    if (visit.slug === null) return answer
    const sheet = context.knownHotelOfSlug(visit.slug)
    // The page of a problem is shown without the database, too, which may be the problem.
    const known = await (visit.problem ? sheet.catch(() => undefined) : sheet)
    return { ...answer, framedBy: known?.hotel.widgetOrigins ?? [] }
  }

/** Shows a hotel's page to its own panel (`?preview=1`), which frames a picture of it; such a look is not counted. */
const previewed =
  (page: GuestPage): GuestPage =>
  async (visit) => {
    const answer = await page(visit)
    return visit.query.has('preview') ? { ...answer, framedBy: ["'self'"], counted: [] } : answer
  }

type Headers = Record<string, string>
type AnswerOptions = { handle: Handle; headers: Headers }

function createAnswer(context: Context, page: GuestPage, { handle, headers }: AnswerOptions) {
  const spend = spendPublic(context)
  const addressIn = ({ request, server }: Call) => exactAddressOf(context, request, server)
  return async (call: Call, slug: string | undefined): Promise<Response> => {
    const { request, set } = call
    const query = new URL(request.url).searchParams
    const send = createSender(handle, call)
    const opened: Visit = {
      form: {},
      slug: slug ?? null,
      query,
      lang: query.get('lang'),
      acceptLanguage: request.headers.get('accept-language') ?? '',
      acceptEncoding: request.headers.get('accept-encoding') ?? '',
      nowMs: context.nowMs(),
      read: (key) => readBooking(context, key),
      ...{ send, ask: askBy(send) },
      tokenOf: (made) => findPlacedToken(context, { ...made, address: addressIn(call) }),
      isListed: async (of) => (await context.knownHotelOfSlug(of))?.hotel.isListed ?? false,
      isMailed: (of) => isMailed(context, of),
      isSelling: context.publicPages ?? false,
      publicUrl: context.publicUrl,
    }
    try {
      // The form is read first, so that a rate limited page keeps its credentials.
      if (request.method === 'POST') opened.form = await readForm(request, FORM_BYTES_MAX)
      await spend(call)
      const answer = await page(opened)
      if (answer.counted && context.publicPages) await countAnswer(context, request, answer.counted)
      if (answer.problem && isProgram(request)) throw errorOf(answer.problem)
      return await respond(context, call, { headers, answer })
    } catch (error) {
      const known = toAppError(error)
      // Answered as a problem, like everything that programs ask for.
      if (isProgram(request)) throw known
      const requestId = String(set.headers['x-request-id'])
      noteProblem(context, { known, error }, { requestId, method: request.method })
      const answer = await page({ ...opened, problem: problemOf(known) })
      return await respond(context, call, { headers, answer })
    }
  }
}

/**
 * Creates the caller of the public API for a guest's page. The internal request carries only the guest's address, so no
 * cookie or key can add rights that the page's form lacks.
 */
function createSender(handle: Handle, { request: asked, server, set }: Call): Visit['send'] {
  return async (method, path, body, key) => {
    const request = new Request(`http://localhost${path}`, {
      method,
      headers: {
        'x-request-id': String(set.headers['x-request-id']),
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    noteBehalf(request, { request: asked, server })
    const answer = await handle(request)
    return {
      text: await answer.text(),
      isRefused: !answer.ok,
      isReplay: answer.headers.has('idempotent-replayed'),
      retryAfterSeconds: Number(answer.headers.get('retry-after') ?? 0),
    }
  }
}

type Sent = { headers: Headers; answer: PageAnswer }

async function respond(context: Context, { request, set }: Call, sent: Sent): Promise<Response> {
  const { status, text, headers, inlineStyle, framedBy = [] } = sent.answer
  Object.assign(set.headers, {
    'content-type': 'text/html;charset=utf-8',
    ...sent.headers,
    ...headers,
  })
  if (inlineStyle !== undefined) allowStyle(set, inlineStyle)
  if (framedBy.length > 0) allowFrames(set, framedBy)
  const bytes = await packPage(context, { request, set }, sent.answer)
  return new Response(bytes ?? text, { status })
}

/** Compresses a page that has nothing of one guest; those of bookings are sent plain (BREACH, `packing.ts`). */
async function packPage(
  { packs }: Context,
  { request, set }: Pick<Call, 'request' | 'set'>,
  { text, packedAs, packed }: PageAnswer,
) {
  if (packedAs === undefined) return undefined
  set.headers.vary = `${set.headers.vary}, accept-encoding`
  const coding = codingFor(request, text)
  const isPacked = packed && packed.coding === coding
  const bytes = isPacked ? packed.bytes : coding && (await packs(packedAs, text, coding))
  if (bytes && coding) set.headers['content-encoding'] = coding
  return bytes
}

/** Allows one style by its hash (CSP 3, `hash-source`). */
function allowStyle({ headers }: Call['set'], style: string): void {
  const hash = new Bun.CryptoHasher('sha256').update(style).digest('base64')
  const policy = String(headers['content-security-policy'])
  headers['content-security-policy'] = policy.replace(
    "style-src 'self'",
    `style-src 'self' 'sha256-${hash}'`,
  )
}

const isMailed = async (context: Context, slug: string) =>
  canMailProof(context) && (await context.hotelOfSlug(slug))?.hotel.mailGuests === true

function allowFrames({ headers }: Call['set'], origins: readonly string[]): void {
  const policy = String(headers['content-security-policy'])
  headers['content-security-policy'] = policy.replace(
    "frame-ancestors 'none'",
    `frame-ancestors ${origins.join(' ')}`,
  )
}
