/** `bun run generate-client`: writes the typed client's operations and types, out of the OpenAPI document. */
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { readOpenApi } from './commands.ts'
import { type OpenApiDocument, writeAddresses, writeTypes } from './write-operations.ts'

const CLIENT = join(import.meta.dir, '../client')

const document = (await readOpenApi(readConfig({}, {}))) as OpenApiDocument
for (const [name, text] of Object.entries(writeAddresses(document))) await writeIfNew(name, text)
await writeIfNew('operation-types.ts', writeTypes(document))

/** Leaves a file alone that has the text already, so that the binary does not count as older than it. */
async function writeIfNew(name: string, text: string): Promise<void> {
  const file = Bun.file(join(CLIENT, name))
  const known = (await file.exists()) ? await file.text() : undefined
  if (known !== text) await Bun.write(file, text)
}
