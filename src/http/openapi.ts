import { type AnyElysia, type DocumentDecoration, Elysia } from 'elysia'
import type { Context } from './context.ts'
import { dateExamples } from './example-day.ts'
import { HEADERS } from './headers.ts'
import { TAGS } from './operation.ts'
import { type pack, textResponse } from './packing.ts'
import { PROBLEM_ANSWERS } from './problem-answers.ts'
import { DESCRIBE } from './route.ts'
import { mapValues, NAMED, toOpenApi } from './shapes/schema.ts'
import { describeEvents, RECEIVER_RULES, WEBHOOK_CALLBACK } from './webhooks/webhook-events.ts'

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

function aboutAll({ version, publicUrl, panelUrl, brand }: Context) {
  const tags = { ...TAGS, Webhooks: RECEIVER_RULES.replaceAll('<brand>', brand) }
  return {
    ...{ 'x-webhooks': describeEvents(brand) },
    info: {
      title: 'Roomwire',
      version,
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
  components: object
}

/** The text of the document with each operation described. */
function describeAll(document: Document): string {
  const described = mapValues(document.paths, (operations) =>
    mapValues(operations, ({ [DESCRIBE]: describe, ...operation }) => ({
      ...operation,
      ...describe?.(),
    })),
  )
  const { paths, parameters } = shareParameters(described)
  return JSON.stringify({
    ...document,
    paths,
    components: { ...document.components, parameters },
  })
}

type Parameter = { name: string }
type Operations = Record<string, { parameters?: readonly Parameter[] }>

/** Fewer than this, and a reference is no shorter. */
const OPERATIONS_MIN = 3

/**
 * Paths of a document in which a parameter that several operations have alike is a reference: in full they were a
 * twentieth of it.
 *
 * @returns the paths, and the parameters for the document's components, named as they are called, with a number where
 *   several are called the same
 */
function shareParameters(paths: Record<string, Operations>) {
  const all = Object.values(paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ parameters = [] }) => parameters),
  )
  const byText = Map.groupBy(all, (parameter) => JSON.stringify(parameter))
  const shared: Record<string, Parameter> = {}
  const names = new Map<string, string>()
  for (const [text, [parameter, ...others]] of byText) {
    if (others.length + 1 < OPERATIONS_MIN) continue
    const { name } = parameter!
    const same = Object.values(shared).filter((each) => each.name === name).length
    names.set(text, same === 0 ? name : `${name}-${same + 1}`)
    shared[names.get(text)!] = parameter!
  }
  const refer = (parameter: Parameter) => {
    const name = names.get(JSON.stringify(parameter))
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` }
  }
  return {
    parameters: shared,
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, operations]) => [path, shareIn(operations, refer)]),
    ),
  }
}

const shareIn = (operations: Operations, refer: (parameter: Parameter) => object) =>
  Object.fromEntries(
    Object.entries(operations).map(([method, { parameters, ...operation }]) => [
      method,
      { ...operation, ...(parameters && { parameters: parameters.map(refer) }) },
    ]),
  )
