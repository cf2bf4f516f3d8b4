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
Keys are made in the panel, under *Channel Manager*: <${panelUrl}>. A key has scopes, and each operation says which it needs (\`x-scope\`: any one of them); without it the answer is 403 \`scope_missing\`. \`GET /v1/partner/limits\` tells a key what it was given. A hotel may have a key taken from some addresses alone (403 \`address_not_allowed\`).
A key may send 60 requests a minute unless it was given more; every answer says what is left (\`RateLimit\`), a 429 says how long to wait (\`Retry-After\`), which is enough for each of several calls that wait. A key has one bucket for everything it asks. A vendor has one secret for all hotels that have connected it, and names one in each call (\`?hotel=\`).
Money is in minor units of the hotel's currency, dates are nights \`YYYY-MM-DD\`, every refusal is a problem (RFC 9457) that names the place.`

/**
 * The OpenAPI document at `/swagger/json` and `/openapi.json`, made when it is first asked for: what makes it takes a
 * fifth of a start to load. The page of `/swagger` is our own, offline.
 *
 * @param routes of the whole service
 */
export function openApi(context: Context, routes: () => Route[]) {
  let text: Promise<string> | undefined
  const document = async ({ request }: { request: Request }) => {
    text ??= writeDocument(context, routes()).catch((error) => {
      // Tried again for whoever asks next.
      text = undefined
      throw error
    })
    const today = context.today('UTC')
    const packs = (...what: Parameters<typeof pack>) => context.packs(`openapi ${today}`, ...what)
    const headers = { 'content-type': 'application/json' }
    return await textResponse(request, dateExamples(await text, today), { headers }, packs)
  }
  const hidden = { detail: { hide: true } }
  return (
    new Elysia()
      // The page itself is served before any route.
      .get('/swagger', ({ redirect }) => redirect('/swagger', 302), hidden)
      .get(SPEC_PATH, document, hidden)
      .get('/openapi.json', document, hidden)
  )
}

/** What Elysia knows of a route. */
type Route = { method: string; path: string; hooks: { detail?: DocumentDecoration } }

/** The plugin reads the routes of the app that it is part of: one that is made for it alone. */
async function writeDocument(context: Context, routes: Route[]): Promise<string> {
  const { swagger } = await import('@elysiajs/swagger')
  let text = ''
  const app: AnyElysia = new Elysia()
    .mapResponse(({ response }) => {
      text = describeAll(response as Document)
    })
    .use(swagger({ path: '/swagger', specPath: SPEC_PATH, documentation: aboutAll(context) }))
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
      license: { name: 'All rights reserved', url: publicUrl },
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
            'An API key of one hotel: `Authorization: Bearer <API_KEY>`. What it opens are its scopes. Or the secret of a vendor, with the hotel in the query.',
        },
        site: {
          type: 'apiKey' as const,
          in: 'header' as const,
          name: siteHeaders({ brand }).key,
          description: `The key of a site, from its server alone. Beside it \`${siteHeaders({ brand }).visitor}\`: the address of the visitor, whom limits count then. A wrong or revoked one is 401.`,
        },
        session: session('anybody with an account'),
        hotelManager: session('a hotel manager'),
        agencyUser: session('an agency user'),
        admin: session('an admin'),
      },
    },
  }
}

const session = (whose: string) => ({
  type: 'http' as const,
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: `A token of \`POST /v1/auth/login\` of ${whose}: \`Authorization: Bearer <token>\`.`,
})

type Document = {
  paths: Record<string, Record<string, { [DESCRIBE]?: () => object }>>
  'x-webhooks': Record<string, Record<string, Operation>>
  components: { responses: object }
}

/** The text of the document with each operation described. */
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

/** `Every element was applied.` → `AnswerEveryElementWasApplied`; problems are called by their codes. */
const answerName = (description: string) =>
  `Answer${description
    .split(/[^a-z]+/i)
    .slice(0, 4)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')}`

/**
 * What operations have alike as references to the document's components, where that is shorter: in full parameters were
 * a twentieth of it, and answers a fiftieth.
 *
 * @returns what is shared, named as it is called, with a number where several are called the same; and what stands in
 *   the place of one
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
