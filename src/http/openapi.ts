import { swagger } from '@elysiajs/swagger'
import { type AnyElysia, Elysia } from 'elysia'
import type { TSchema } from 'typebox'
import type { CalendarDate } from '../domain/date.ts'
import type { Context } from './context.ts'
import { dateExamples } from './example-day.ts'
import { HEADERS } from './headers.ts'
import { TAGS } from './operation.ts'
import { PROBLEM_ANSWERS } from './problem-answers.ts'
import { DESCRIBE } from './route.ts'
import { NAMED, toOpenApi } from './shapes/schema.ts'
import { describeEvents, RECEIVER_RULES, WEBHOOK_CALLBACK } from './webhooks/webhook-events.ts'

const SPEC_PATH = '/swagger/json'

const describe = (panelUrl: string) => `Hotel inventory and reservations.

**Partners** (channel managers, PMS vendors): press *Authorize*, paste an API key of the hotel (the demo prints one), then try any call under *Availability* and *Mapping*.
Keys are made in the panel, under *Channel Manager*: <${panelUrl}>.
A key may send 60 requests a minute unless it was given more; every answer says what is left (\`RateLimit\`), a 429 says how long to wait (\`Retry-After\`), which is enough for each of several calls that wait. A key has one bucket for everything it asks.
Money is in minor units of the hotel's currency, dates are nights \`YYYY-MM-DD\`, every refusal is a problem (RFC 9457) that names the place.`

/** The OpenAPI document at `/swagger/json` and `/openapi.json`; the page of `/swagger` is our own, offline. */
export function openApi({ version, publicUrl, panelUrl, brand, today }: Context) {
  const tags = { ...TAGS, Webhooks: RECEIVER_RULES.replaceAll('<brand>', brand) }
  let text: string | undefined
  const textOf = (document: Document) => (text ??= describeAll(document))
  const app: AnyElysia = new Elysia()
    .mapResponse(({ path, response }) =>
      path === SPEC_PATH ? dated(textOf(response as Document), today('UTC')) : undefined,
    )
    .use(
      swagger({
        path: '/swagger',
        specPath: SPEC_PATH,
        exclude: ['/', '/openapi.json', '/swagger', SPEC_PATH],
        documentation: {
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
            schemas: definitions(NAMED),
            securitySchemes: {
              apiKey: {
                type: 'http',
                scheme: 'bearer',
                description: 'An API key of one hotel: `Authorization: Bearer <API_KEY>`.',
              },
              session: session('anybody with an account'),
              hotelManager: session('a hotel manager'),
              agencyUser: session('an agency user'),
              admin: session('an admin'),
            },
          },
        },
      }),
    )
    // In the plugin's place, whose page loads from elsewhere: ours is served at /swagger before any route.
    .get('/swagger', ({ redirect }) => redirect('/swagger', 302), { detail: { hide: true } })
    .get('/openapi.json', () => app.handle(new Request(`http://localhost${SPEC_PATH}`)), {
      detail: { hide: true },
    })
  return app
}

const definitions = (schemas: Iterable<[string, TSchema]>): Record<string, object> =>
  Object.fromEntries([...schemas].map(([name, schema]) => [name, toOpenApi(schema, true)]))

const session = (whose: string) => ({
  type: 'http' as const,
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: `A token of \`POST /v1/auth/login\` of ${whose}: \`Authorization: Bearer <token>\`.`,
})

type Document = { paths: Record<string, Record<string, { [DESCRIBE]?: () => object }>> }

/** The text of the document with each operation described. */
const describeAll = (document: Document): string =>
  JSON.stringify({
    ...document,
    paths: mapValues(document.paths, (operations) =>
      mapValues(operations, ({ [DESCRIBE]: describe, ...operation }) => ({
        ...operation,
        ...describe?.(),
      })),
    ),
  })

const mapValues = <From, To>(record: Record<string, From>, change: (value: From) => To) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

const dated = (text: string, today: CalendarDate) =>
  new Response(dateExamples(text, today), {
    headers: { 'content-type': 'application/json' },
  })
