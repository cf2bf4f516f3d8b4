/** What the binary's start is measured against: Elysia with one route, which answers a row of the same database. */
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { Elysia } from 'elysia'

const database = new Database(join(process.env.DATA_DIR!, 'roomwire.db'), { readonly: true })
const day = database.query('select * from day where hotel_id = 1 limit 1')

new Elysia()
  .get('/v1/partner/availability', () => day.get())
  .listen({ hostname: '127.0.0.1', port: Number(process.env.PORT) })
