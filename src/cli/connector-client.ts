import { type OpenApiDocument, writeAddresses, writeTypes } from './write-operations.ts'

/** Schemas of what comes without a call: webhooks. */
const SENT = ['WebhookEvent']

/** Writes the connector's part of the typed client: addresses and types of the partner interface. */
export function writePartnerClient(document: OpenApiDocument): Record<string, string> {
  const own = partnersOf(document)
  const { 'operations.ts': addresses = '' } = writeAddresses(own)
  const lines = addresses.split('\n').filter((line) => line.startsWith('  '))
  return {
    'lib/client/operations.js': [HEADER, 'export const PARTNERS = {', ...lines, '}', ''].join('\n'),
    'lib/client/operations.d.ts': [
      HEADER,
      'export declare const PARTNERS: {',
      ...lines.map((line) => line.replace(/^ {2}(.*),$/, '  readonly $1')),
      '}',
      '',
    ].join('\n'),
    'lib/client/operation-types.d.ts': writeTypes(own).replace(/^\/\/.*\n/, `${HEADER}\n`),
  }
}

const HEADER = '// Written by `roomwire connector` out of the routes of its version.'

/** Leaves what partners call, and the schemas that it needs. */
function partnersOf({ paths, components }: OpenApiDocument): OpenApiDocument {
  const own = Object.entries(paths).filter(([path]) => path.startsWith('/v1/partner'))
  const needed = new Set<string>()
  const look = (part: unknown): void => {
    for (const [, kind, name] of JSON.stringify(part).matchAll(REFERENCE)) {
      if (needed.has(`${kind}/${name}`)) continue
      needed.add(`${kind}/${name}`)
      look(components[kind as keyof typeof components][name!])
    }
  }
  look(own)
  for (const name of SENT) look({ $ref: `#/components/schemas/${name}` })
  const neededOf = <Part>(kind: string, all: Record<string, Part>): Record<string, Part> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => needed.has(`${kind}/${name}`)))
  return {
    paths: Object.fromEntries(own),
    components: {
      schemas: neededOf('schemas', components.schemas),
      parameters: neededOf('parameters', components.parameters),
      responses: neededOf('responses', components.responses),
    },
  }
}

const REFERENCE = /#\/components\/(schemas|parameters|responses)\/([\w-]+)/g
