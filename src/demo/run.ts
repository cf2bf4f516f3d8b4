import type { Config } from '../config.ts'
import { type Running, startService } from '../serve.ts'
import { demoSheet } from './keys.ts'
import { seedDemo } from './seed.ts'

/** Serves the demo: seeds an empty data folder, prints where everything is, and writes it to `demo.json`. */
export async function runDemo(config: Config): Promise<Running> {
  const running = await startService(config)
  try {
    await seedDemo(running.deps)
    const sheet = await demoSheet(running.deps, config.dataDir, running.url)
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
