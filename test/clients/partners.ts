// Writes the part of the OpenAPI document that partners call, with the shapes that it uses and no others.

import { bundle, createConfig } from '@redocly/openapi-core'

const [from, to] = process.argv.slice(2)

const tags = ['Availability', 'Reservations', 'Changes', 'Webhooks', 'Mapping', 'Sandbox']
const ofPartners = await createConfig({
  decorators: { 'filter-in': { property: 'tags', value: tags, matchStrategy: 'any' } },
})
await write(await bundle({ ref: from!, config: ofPartners }))
// In one pass the shapes of what was left out would count as used.
const removing = { config: await createConfig({}), removeUnusedComponents: true }
await write(await bundle({ ref: to!, ...removing }))

async function write({ bundle: { parsed } }: Awaited<ReturnType<typeof bundle>>) {
  await Bun.write(to!, JSON.stringify(parsed))
}
