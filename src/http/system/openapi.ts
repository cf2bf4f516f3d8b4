import { type AnyElysia, type DocumentDecoration, Elysia } from 'elysia'
import { type Context, INTERFACE_VERSION } from '../api/context.ts'
import { dateExamples } from '../api/example-day.ts'
import { HEADERS } from '../api/headers.ts'
import { TAGS } from '../api/operation.ts'
import { type pack, textResponse } from '../api/packing.ts'
import { PROBLEM_ANSWERS } from '../api/problem-answers.ts'
import { DESCRIBE } from '../api/route.ts'
import { mapValues, NAMED, toOpenApi } from '../api/schema.ts'
import { siteHeaders } from '../doors/site-key.ts'
import { describeEvents, RECEIVER_RULES, WEBHOOK_CALLBACK } from './webhook-events.ts'

const SPEC_PATH = '/swagger/json'

const describe = (panelUrl: string) => `Hotel inventory and reservations.

**Partners** (channel managers, PMS vendors): press *Authorize*, paste an API key of the hotel (the demo prints one), then try any call under *Availability* and *Mapping*.
The hotel creates keys in the panel, under *Channel Manager*: <${panelUrl}>. A key has scopes, and each operation names those it needs (\`x-scope\`: any one of them); without one the answer is 403 \`scope_missing\`. \`GET /v1/partner/limits\` lists the scopes of a key. A hotel may restrict a key to certain addresses (403 \`address_not_allowed\`).
A key may send 60 requests a minute unless it has a higher limit; every answer shows the rest (\`RateLimit\`), and a 429 how long to wait (\`Retry-After\`), which is enough for each of several waiting calls. A key has one bucket for all its requests. A vendor has one secret for all its connected hotels, and names one in each call (\`?hotel=\`).
Amounts are in minor units of the hotel's currency, dates are nights \`YYYY-MM-DD\`, every refusal is a problem (RFC 9457) that names the wrong place.`

/**
 * Serves the OpenAPI document at `/swagger/json` and `/openapi.json`, built at the first request: loading its generator
 * takes a fifth of the start-up time. The page at `/swagger` is our own and works offline.
 *
 * @param routes the routes of the whole service
 */
export function openApi(context: Context, routes: () => Route[]) {
  let text: Promise<string> | undefined
  /** The text with the examples of a day: to write them takes half of an answer. */
  let ofDay: { day: string; text: string } | undefined
  const document = async ({ request }: { request: Request }) => {
    text ??= writeDocument(context, routes()).catch((error) => {
      // The next request tries again.
      text = undefined
      throw error
    })
    const whole = await text
    const day = context.today('UTC')
    if (ofDay?.day !== day) ofDay = { day, text: dateExamples(whole, day) }
    const packs = (...what: Parameters<typeof pack>) => context.packs(`openapi ${day}`, ...what)
    const headers = { 'content-type': 'application/json' }
    return await textResponse(request, ofDay.text, { headers }, packs)
  }
  const hidden = { detail: { hide: true } }
  return (
    new Elysia()
      // The server serves the page itself before any route.
      .get('/swagger', ({ redirect }) => redirect('/swagger', 302), hidden)
      .get(SPEC_PATH, document, hidden)
      .get('/openapi.json', document, hidden)
  )
}

/** A route as Elysia lists it. */
type Route = { method: string; path: string; hooks: { detail?: DocumentDecoration } }

/** Writes the document in an app of its own, since the plugin reads the routes of its app. */
async function writeDocument(context: Context, routes: Route[]): Promise<string> {
  const { swagger } = await import('@elysiajs/swagger')
  let text = ''
  const app: AnyElysia = new Elysia()
    .mapResponse(({ response }) => {
      text = describeAll(response as Document)
    })
    .use(
      swagger({
        ...{ path: '/swagger', specPath: SPEC_PATH, documentation: aboutAll(context) },
        // The plugin takes any path with a full stop for a file: `/v1/acenta/statements.csv`.
        excludeStaticFile: false,
      }),
    )
  for (const { method, path, hooks } of routes)
    if (hooks.detail && !hooks.detail.hide)
      app.route(method, path, () => '', { detail: hooks.detail })
  await app.handle(new Request(`http://localhost${SPEC_PATH}`))
  return text
}

function aboutAll({ publicUrl, panelUrl, brand }: Context) {
  const tags = { ...TAGS, Webhooks: RECEIVER_RULES.replaceAll('<brand>', brand) }
  return {
    ...{ 'x-webhooks': describeEvents(brand) },
    info: {
      title: 'Roomwire',
      version: INTERFACE_VERSION,
      description: describe(panelUrl),
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    components: {
      headers: HEADERS,
      responses: PROBLEM_ANSWERS,
      callbacks: { WebhookEvent: WEBHOOK_CALLBACK },
      schemas: mapValues(Object.fromEntries(NAMED), (schema) => toOpenApi(schema, true)),
      securitySchemes: {
        apiKey: {
          type: 'http' as const,
          scheme: 'bearer',
          description:
            'An API key of one hotel: `Authorization: Bearer <API_KEY>`, limited by its scopes. Or the secret of a vendor, with the hotel in the query.',
        },
        site: {
          type: 'apiKey' as const,
          in: 'header' as const,
          name: siteHeaders({ brand }).key,
          description: `The key of a site, sent by its server only, together with the visitor's address in \`${siteHeaders({ brand }).visitor}\`, which limits then count. A wrong or revoked key is 401.`,
        },
        session: session('any account'),
        hotelManager: session('a hotel manager'),
        agencyUser: session('an agency user'),
        admin: session('an admin'),
      },
    },
  }
}

const session = (owner: string) => ({
  type: 'http' as const,
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: `A token of \`POST /v1/auth/login\` for ${owner}: \`Authorization: Bearer <token>\`.`,
})

type Document = {
  paths: Record<string, Record<string, { [DESCRIBE]?: () => object }>>
  'x-webhooks': Record<string, Record<string, Operation>>
  components: { responses: object }
}

/** Writes the document with a description of each operation. */
function describeAll(document: Document): string {
  const described = mapValues(document.paths, (operations) =>
    mapValues(
      operations,
      ({ [DESCRIBE]: describe, ...operation }): Operation => ({
        ...operation,
        ...describe?.(),
      }),
    ),
  )
  const hooks = document['x-webhooks']
  const all = [described, hooks].flatMap((paths) =>
    Object.values(paths).flatMap((operations) => Object.values<Operation>(operations)),
  )
  const parameters = share<Parameter>(
    'parameters',
    all.flatMap(({ parameters = [] }) => parameters),
    ({ name }) => name,
  )
  const answers = share<Answer>(
    'responses',
    all.flatMap(({ responses }) => Object.values(responses ?? {})).filter(({ $ref }) => !$ref),
    ({ description = '' }) => answerName(description),
  )
  const shareIn = (operations: Record<string, Operation>) =>
    mapValues(operations, ({ parameters: own, responses, ...operation }) => ({
      ...operation,
      ...(own && { parameters: own.map(parameters.refer) }),
      ...(responses && { responses: mapValues(responses, answers.refer) }),
    }))
  return JSON.stringify({
    ...document,
    paths: mapValues(described, shareIn),
    'x-webhooks': mapValues(hooks, shareIn),
    components: {
      ...document.components,
      parameters: parameters.shared,
      responses: { ...document.components.responses, ...answers.shared },
    },
  })
}

type Parameter = { name: string }
type Answer = { $ref?: string; description?: string }
type Operation = { parameters?: readonly Parameter[]; responses?: Record<string, Answer> }

/** Names a shared answer by its first words: `Every element was applied.` → `AnswerEveryElementWas`. */
const answerName = (description: string) =>
  `Answer${description
    .split(/[^a-z]+/i)
    .slice(0, 4)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')}`

/**
 * Moves equal parameters or answers into the document's components, if references are shorter: written out, parameters
 * were a twentieth of the document, and answers a fiftieth.
 *
 * @returns the shared ones by name, numbered if names collide; and a function that returns the reference of one
 */
function share<T extends object>(kind: string, all: readonly T[], nameOf: (one: T) => string) {
  const shared: Record<string, T> = {}
  const names = new Map<string, string>()
  for (const [text, [one, ...others]] of Map.groupBy(all, (each) => JSON.stringify(each))) {
    const name = nameOf(one!)
    const reference = refer(kind, name)
    if (text.length * others.length <= (others.length + 1) * JSON.stringify(reference).length)
      continue
    const same = Object.values(shared).filter((each) => nameOf(each) === name).length
    names.set(text, same === 0 ? name : `${name}-${same + 1}`)
    shared[names.get(text)!] = one!
  }
  return {
    shared,
    refer: (one: T): object => {
      const name = names.get(JSON.stringify(one))
      return name === undefined ? one : refer(kind, name)
    },
  }
}

const refer = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
