/**
 * The floor of booking, search, hotel page and reservation pull: bare Bun.serve and bun:sqlite with the statements that
 * the peer has too. No key, no limit, no validation. Bookings that wait together share one commit, each in a savepoint
 * of its own: the same group commit as the service's.
 */
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { BookingRecord } from '../../src/domain/bookings/booking-record.ts'
import type { BookingBody } from './sales/book.ts'
import { createSales } from './sales/sales.ts'

type Job = {
  body: BookingBody
  resolve: (record: BookingRecord) => void
  reject: (e: unknown) => void
}

/** As many as share a commit in the service. */
const GROUP_MAX = 64

const { DATA_DIR = '.', PORT, PRAGMAS = '' } = process.env
const database = new Database(join(DATA_DIR, 'roomwire.db'), { readwrite: true })
for (const pragma of PRAGMAS.split(';')) database.run(`pragma ${pragma}`)
const sales = createSales(database, await Bun.file(join(DATA_DIR, 'sheets.json')).json())

const exec = (statement: string) => database.query(statement).run()
const waiting: Job[] = []
let isPumping = false

function book(body: BookingBody): Promise<BookingRecord> {
  const { promise, resolve, reject } = Promise.withResolvers<BookingRecord>()
  waiting.push({ body, resolve, reject })
  if (!isPumping) setImmediate(pump)
  isPumping = true
  return promise
}

function pump(): void {
  exec('begin immediate')
  const answers = waiting.splice(0, GROUP_MAX).map(({ body, resolve, reject }) => {
    exec('savepoint body')
    try {
      const record = sales.book(body)
      exec('release body')
      return () => resolve(record)
    } catch (error) {
      exec('rollback to body')
      exec('release body')
      return () => reject(error)
    }
  })
  exec('commit')
  for (const answer of answers) answer()
  isPumping = waiting.length > 0
  if (isPumping) setImmediate(pump)
}

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(PORT),
  reusePort: false,
  async fetch(request) {
    if (request.method === 'POST') {
      const record = await book((await request.json()) as BookingBody)
      const headers = { location: `/v1/bookings/${record.code}` }
      return Response.json(record, { status: 201, headers })
    }
    const { pathname, searchParams } = new URL(request.url)
    const query = Object.fromEntries(searchParams) as Record<string, string>
    if (pathname === '/v1/hotels') return Response.json(sales.search(query as never))
    if (pathname === '/v1/partner/bookings') {
      const hotelId = Number(request.headers.get('x-hotel-id'))
      return Response.json(sales.reservations(hotelId, query as never))
    }
    return Response.json(sales.page(pathname.slice('/v1/hotels/'.length), query as never))
  },
})
