import { breakValue, type Draw, drawValue, junkOf } from './hostile-values.ts'
import { ACTORS, type HostileWorld } from './hostile-world.ts'
import { type Document, examplesOf, type Operation } from './openapi.ts'
import { ROWS } from './role-rows.ts'
import { pathOf } from './roles.ts'

/** One request, with which a failure is repeated. */
export type HostileRequest = {
  operation: string
  actor: (typeof ACTORS)[number]
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

/** How much of a request is wrong. */
type Care = 'valid' | 'nearly' | 'absurd'

type Named = Required<Operation>['parameters'][number] & { schema?: object; required?: boolean }

const CARES: readonly Care[] = ['valid', 'valid', 'nearly', 'nearly', 'nearly', 'absurd']
const RAW: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  ...['', '{', 'null', '[]', '"x"', '1', '{"a":1,"a":2}', '{"__proto__":{"x":1}}', '\ufeff{}'],
  ...[
    '{"a":1e999}',
    '{"a":9007199254740993}',
    '[]]',
    '{"a":"\\ud800"}',
    '{"a":"\\u0000"}',
    "{'a':1}",
  ],
  ...['['.repeat(5_000), `${'{"a":'.repeat(3_000)}1`, ' '.repeat(66_000), 'a=1&b=2'],
  new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
]
const ODD_HEADERS: readonly [string, string][] = [
  ['accept', 'text/html'],
  ['accept', '*/*;q=x, ,'],
  ['accept-encoding', 'gzip, br;q=0, *;q=9'],
  ['accept-language', 'tr-TR-x-😀'.replace('😀', '\u00e9')],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'identity, gzip'],
  ['content-type', 'text/plain'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', 'multipart/form-data; boundary='],
  ['cookie', '__Host-session=x; session=; =; a'],
  ['if-none-match', '"x", W/"y", *'],
  ['idempotency-key', 'x'.repeat(300)],
  ['idempotency-key', '\u00e9 \t"'],
  ['idempotency-key', 'a-key'],
  ['origin', 'https://evil.example'],
  ['range', 'bytes=0-,1-2'],
  ['x-forwarded-for', '::ffff:127.0.0.1, x'],
  ['x-forwarded-for', '1'.repeat(5_000)],
  ['x-http-method-override', 'DELETE'],
  ['x-request-id', '\u001b[31m'.slice(1)],
  ['x-service-manage-token', 'x'],
  ['x-service-site', 'x'],
  ['x-service-visitor', '999.1.1.1'],
  ['authorization', 'Bearer'],
  ['authorization', 'Basic OmE='],
]

/** Draws a request to one of the operations: valid, nearly valid, or absurd. */
export function requestOf(
  draw: Draw,
  document: Document,
  operations: ReadonlyMap<string, Operation>,
  world: HostileWorld,
): HostileRequest {
  const operation = draw.pick([...operations.keys()])
  const actor = draw.pick(likely(operation))
  const care = draw.pick(CARES)
  const described = operations.get(operation)!
  const headers: Record<string, string> = { ...world.actors.get(actor) }
  const body = bodyOf(draw, care, { operation, described, document, world, actor })
  if (body) Object.assign(headers, { 'content-type': body.type })
  if (actor === 'holder') headers['x-service-manage-token'] = world.manageToken
  for (let odd = care === 'absurd' ? 1 + draw.upTo(2) : draw.oneIn(8) ? 1 : 0; odd > 0; odd--) {
    const [name, value] = draw.pick(ODD_HEADERS)
    headers[name] = value
  }
  const path = addressOf(draw, care, { operation, described, document, world })
  return { operation, actor, path, headers, ...(body && { body: body.bytes }) }
}

/** Who calls an operation: half the time one of those whom it may let in. */
function likely(operation: string): HostileRequest['actor'][] {
  const of = (...names: HostileRequest['actor'][]) => [...Array(12).fill(names).flat(), ...ACTORS]
  if (operation.includes('/partner/sandbox')) return of('sandbox', 'sandbox', 'sandbox', 'key')
  if (operation.includes('/vendor-webhooks')) return of('vendor', 'vendor', 'vendor')
  if (operation.includes('/v1/partner')) return of('key', 'key', 'vendor', 'sandbox')
  if (operation.includes('/v1/panel')) return of('owner', 'owner', 'admin', 'frontDesk')
  if (operation.includes('/v1/acenta')) return of('agencyOwner', 'agencyOwner', 'agencySeller')
  if (operation.includes('/v1/admin')) return of('admin', 'admin', 'admin')
  return of('guest', 'nobody', 'holder', 'owner')
}

type About = {
  operation: string
  described: Operation
  document: Document
  world: HostileWorld
}

function bodyOf(
  draw: Draw,
  care: Care,
  { operation, described, document, world, actor }: About & { actor: HostileRequest['actor'] },
): { type: string; bytes: string | Uint8Array<ArrayBuffer> } | undefined {
  const content = described.requestBody?.content
  const type = draw.pick(Object.keys(content ?? { 'application/json': 0 }))
  if (care === 'absurd') return { type, bytes: draw.pick(RAW) }
  if (!content) return care === 'nearly' && draw.oneIn(6) ? { type, bytes: '{}' } : undefined
  if (!type.includes('json')) {
    if (care === 'valid') return { type, bytes: world.photo }
    return { type, bytes: world.photo.slice(0, draw.upTo(world.photo.length)) }
  }
  const row = ROWS[operation.replaceAll(/\{(\w+)\}/g, ':$1')]?.body
  const [{ values = [] } = {}] = examplesOf({ [type]: content[type]! })
  const given = [...(row === undefined ? [] : [row]), ...values]
  const schema = () => drawValue(draw, content[type]!.schema, document.components.schemas)
  const value = draw.oneIn(2) || given.length === 0 ? schema() : draw.pick(given)
  const isHeld = actor === 'holder' && typeof value === 'object' && value !== null
  const whole = isHeld ? { ...value, manageToken: world.manageToken } : value
  return { type, bytes: JSON.stringify(care === 'nearly' ? breakValue(draw, whole) : whole) ?? '' }
}

function addressOf(
  draw: Draw,
  care: Care,
  { operation, described, document, world }: About,
): string {
  const route = operation.replaceAll(/\{(\w+)\}/g, ':$1')
  const [path = ''] = pathOf(route, ROWS[route] ?? { doors: '' }, world).split('?')
  const names = operation.split(' ')[1]!.split('/')
  const segments = path.split('/').map((segment, at) => {
    const isNamed = names[at]?.startsWith('{')
    if (isNamed && (care === 'absurd' ? draw.oneIn(2) : care === 'nearly' && draw.oneIn(6)))
      return encode(junkOf(draw)) || '%20'
    return segment
  })
  const query: [string, string][] = []
  const { schemas } = document.components
  for (const { name, in: place, required, schema } of (described.parameters ?? []) as Named[]) {
    if (place !== 'query') continue
    const isWanted = name === 'hotel' ? !draw.oneIn(8) : required || draw.oneIn(4)
    if (isWanted && schema) query.push([name, String(drawValue(draw, schema, schemas, name))])
  }
  if (care !== 'valid' && draw.oneIn(3) && query.length > 0) {
    const at = draw.upTo(query.length - 1)
    query[at] = [query[at]![0], asText(junkOf(draw))]
  }
  if (care === 'absurd' && draw.oneIn(2)) query.push([draw.pick(['x', 'limit', '', 'hotel']), '1'])
  const search = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  return segments.join('/') + (search && `?${search}`)
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** Text of an address; a half of a pair of UTF-16 has none. */
const encode = (value: unknown): string => encodeURIComponent(asText(value).toWellFormed())
