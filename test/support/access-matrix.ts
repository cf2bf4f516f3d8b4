import { type Document, operationsOf } from './openapi.ts'
import { ROWS } from './role-rows.ts'

const MEANING: Record<string, string> = { '.': '✓', u: '401', f: '403', n: '404' }
const INTRODUCTION = `# Access

Each route, and what each caller gets who names a thing of one hotel: ✓ let in, or the status of the refusal.

\`bun run write-access\` writes this page from the rows that \`test/http/roles.test.ts\` calls one by one, and from the roles and scopes of the document (\`member-roles\`, \`agency-roles\`, \`scopes\`). A test says that it is current. \`isolation\`, \`sandbox-isolation\`, \`vendor-isolation\` and \`desk-isolation\` show that a refusal tells nothing.

Columns: N nobody, G a guest, H an owner of the hotel, h an owner of another hotel, A the agency that is meant, a another agency, S an admin, K a key of the hotel, k a key of another hotel. The last column says which roles in the hotel (owner alone, or more) or in the agency, or which scope of a key, the operation needs.

- ✓ is every answer but 401, 403 and 404: who is let in may still be told 409, 410, 415 or 422 by what the test sends.
- A thing that is another's is answered as one that is not there: 404.
- ✓ under h, a and k is for what is their own, or everybody's: they name no hotel there, or find nothing of this one.
- 404 under S or H in a few rows: the caller before has ended the thing, or there is none in the test's world. Routes of a vendor's own (403 under K and k) are asked as vendors by \`vendor-isolation\`.
- Pages (\`/panel\`, \`/acenta\`, \`/admin\`, \`/stay\`, \`/my\`, \`/booking\`) are open to everybody: what they show of somebody they ask these routes, with what the visitor gives.
`

/** Writes the page of the guide that says who may call what. */
export function accessPage(document: Document): string {
  const operations = operationsOf(document)
  const groups = Map.groupBy(Object.entries(ROWS), ([route]) => groupOf(route))
  const tables = [...groups].map(([group, rows]) => {
    const lines = rows.map(([route, { doors }]) => {
      const name = route.replaceAll(/:(\w+)/g, '{$1}')
      const cells = [...doors].map((door) => MEANING[door])
      return `| \`${name}\` | ${cells.join(' | ')} | ${needsOf(operations.get(name))} |`
    })
    return `
## ${group}

| route | N | G | H | h | A | a | S | K | k | needs |
|---|---|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}
`
  })
  return INTRODUCTION + tables.join('')
}

function groupOf(route: string): string {
  const path = route.split(' ')[1]!
  const [, , group = ''] = path.split('/')
  if (!path.startsWith('/v1/')) return 'Outside of /v1'
  return ['auth', 'panel', 'acenta', 'admin', 'partner'].includes(group) ? `/v1/${group}` : '/v1'
}

const needsOf = (
  operation: ReturnType<typeof operationsOf> extends Map<string, infer O> ? O | undefined : never,
) =>
  [
    ...(operation?.['x-member-role'] ?? []),
    ...(operation?.['x-agency-role'] ?? []),
    ...(operation?.['x-scope'] ?? []),
  ]
    .map((each) => `\`${each}\``)
    .join(', ')
