import { insertCity, insertHotel } from '../../../src/store/catalog/catalog.ts'
import { openStore, type Store } from '../../../src/store/open.ts'
import { hotelRow } from '../catalog.ts'
import { newDatabase } from '../store.ts'
import { checkSim, type Tally } from './check.ts'
import type { SimHotel } from './endpoints.ts'
import { createSim, runSim } from './run.ts'
import { heal, sizeOf, spanOf, writeScript } from './script.ts'

/** What became of a seed. */
type SimulationResult = { violations: string[]; tally: Tally }

/** Where simulations run one after another. */
export type Laboratory = {
  simulate: (seed: number) => Promise<SimulationResult>
  [Symbol.asyncDispose](): Promise<void>
}

const NOTHING: Tally = { requests: 0, retries: 0, dropped: 0, jitters: [] }
/** A real store with two hotels, emptied of what a simulation left when it has ended. */
export async function startLaboratory(): Promise<Laboratory> {
  const database = await newDatabase()
  const store = await openStore(database.target)
  const hotels = [await addHotel(store, 'alfa'), await addHotel(store, 'bravo')]
  return {
    simulate: (seed) => simulate(store, hotels, seed),
    async [Symbol.asyncDispose]() {
      await store.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

async function simulate(store: Store, hotels: SimHotel[], seed: number): Promise<SimulationResult> {
  const sim = createSim(store, seed, spanOf)
  try {
    await writeScript(sim, hotels, sizeOf(sim))
    await runSim(sim)
    await heal(sim)
    await runSim(sim)
    // Checks at the end say little once an earlier check has failed.
    const isGood = sim.violations.length === 0
    const tally = isGood ? await checkSim(sim) : NOTHING
    return { violations: sim.violations, tally }
  } finally {
    sim.end()
    await store.tx(async ({ t, db }) => {
      for (const table of [t.attempt, t.delivery, t.outbox, t.webhook]) await db.delete(table)
    })
  }
}

async function addHotel(store: Store, slug: string): Promise<SimHotel> {
  return await store.tx(async (tx) => {
    const cityId = await insertCity(tx, { slug, name: slug, country: 'TR' })
    const id = await insertHotel(tx, hotelRow({ cityId, slug, timezone: 'UTC' }))
    const keyId = `key of ${slug}`
    const rest = { name: '', prefix: '', hash: keyId, createdAtMs: 0 }
    await tx.db.insert(tx.t.apiKey).values({ ...rest, id: keyId, hotelId: id })
    return { id, slug, keyId }
  })
}
