/** `bun run generate-client`: writes the typed client's operations and types, out of the OpenAPI document. */
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { readOpenApi } from './commands.ts'
import { type OpenApiDocument, writeAddresses, writeTypes } from './write-operations.ts'

const CLIENT = join(import.meta.dir, '../client')

const document = (await readOpenApi(readConfig({}, {}))) as OpenApiDocument
await Bun.write(join(CLIENT, 'operations.ts'), writeAddresses(document))
await Bun.write(join(CLIENT, 'operation-types.ts'), writeTypes(document))
