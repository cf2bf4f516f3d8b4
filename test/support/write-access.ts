import { join } from 'node:path'
import { accessPage } from './access-matrix.ts'
import { startService } from './service.ts'

// Writes the guide's page of routes × roles × tenants anew: `bun run write-access`.

const PAGE = join(import.meta.dir, '../../src/docs/guide/access.md')
await using service = await startService()
const page = accessPage((await service.call('GET', '/openapi.json')).body)
await Bun.write(PAGE, page)
process.stdout.write(page)
