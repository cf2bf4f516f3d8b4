import { join } from 'node:path'
import type { Static } from 'typebox'
import { createApp } from '../../../src/app.ts'
import { createContext } from '../../../src/http/api/context.ts'
import type { HotelPageSchema } from '../../../src/http/sale/search-shape.ts'
import { createLog } from '../../../src/log.ts'
import type { Deps } from '../../../src/service/deps.ts'
import { findSnapshot, type HotelSnapshot } from '../../../src/store/catalog/catalog.ts'
import { inFolder } from '../seed.ts'
import { answerSchemas } from './answer-schemas.ts'

/** A hotel as floor and peer hold it in memory: as the service knows it, and its page without dates as it answers it. */
export type Sheet = HotelSnapshot & { page: Static<typeof HotelPageSchema> }

/** Where they find it, in the data folder. */
const SHEETS = 'sheets.json'
/** Where the peer finds the service's schemas of answers, by operation. */
const SCHEMAS = 'schemas.json'

/** Writes what floor and peer know of the hotels of a folder that nobody serves, as the service itself tells it. */
export async function writeSheets(folder: string): Promise<void> {
  await inService(folder, async ({ store }, read) => {
    const { hotel } = store.t
    const sheets: Sheet[] = []
    for (const { id } of await store.db.select({ id: hotel.id }).from(hotel)) {
      const snapshot = (await findSnapshot(store, id))!
      sheets.push({ ...snapshot, page: await read(`/v1/hotels/${snapshot.hotel.slug}`) })
    }
    await Bun.write(join(folder, SHEETS), JSON.stringify(sheets))
  })
}

/** Writes the schemas by which the peer writes its answers. */
export async function writeSchemas(folder: string): Promise<void> {
  await inService(folder, async (_, read) => {
    await Bun.write(
      join(folder, SCHEMAS),
      JSON.stringify(answerSchemas(await read('/openapi.json'))),
    )
  })
}

/** Reads JSON from the service on a folder, without a socket. */
async function inService(
  folder: string,
  body: (deps: Deps, read: <Json>(path: string) => Promise<Json>) => Promise<void>,
): Promise<void> {
  await inFolder(folder, async (deps) => {
    const app = createApp(
      createContext(deps, {
        ...{ log: createLog('warn'), version: '', publicUrl: 'http://localhost', panelUrl: '' },
        ...{
          trustedProxies: 0,
          publicRatePerMinute: 0,
          loginLimits: false,
          fairUse: false,
          jwtSecret: 'of nobody',
        },
      }),
    )
    await body(deps, async (path) => {
      const answer: Response = await app.handle(new Request(`http://localhost${path}`))
      if (!answer.ok) throw new Error(`${path} is answered ${answer.status}`)
      return await answer.json()
    })
  })
}
