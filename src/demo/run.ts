import type { Config } from '../config.ts'
import { type Running, startService } from '../serve.ts'
import { type DemoKeys, demoKeys, writeSheet } from './keys.ts'
import { seedDemo } from './seed.ts'

/** Serves the demo: seeds an empty data folder, prints where everything is, and writes it to `demo.json`. */
export async function runDemo(config: Config): Promise<Running> {
  let keys: DemoKeys
  const running = await startService(config, async (deps) => {
    await seedDemo(deps)
    keys = await demoKeys(deps, config.dataDir)
  })
  try {
    // Before the event loop turns: whoever gets the first answer finds the file.
    const sheet = { baseUrl: running.url, ...keys! }
    writeSheet(config.dataDir, sheet)
    process.stdout.write(`
Roomwire demo on ${sheet.baseUrl}

  Swagger UI   ${sheet.baseUrl}/swagger   press "Authorize" and paste a key
  hotel        ${sheet.hotelSlug}
  API key      ${sheet.apiKey}
  next door    ${sheet.otherHotel.slug}
  its key      ${sheet.otherHotel.apiKey}

The same is in ${config.dataDir}/demo.json. Stop with Ctrl+C.
`)
  } catch (error) {
    await running.stop()
    throw error
  }
  return running
}
