import { processorMicros } from './against/processor-time.ts'
import { Connection } from './client.ts'
import { freePort, productionEnv } from './servers.ts'

const START_MAX_MS = 20_000
/** `Bun.sleep` below 1 ms returns at once: a look-up without pause took 12 ms from a start on two cores. */
const LOOK_EVERY_MS = 1

/**
 * Starts a binary on a folder, waits for its first 200 to a pull, and ends it.
 *
 * @returns the time until then in ms, by the clock and of the processor in all threads
 * @throws Error when it ends, or has not answered after 20 seconds
 */
export async function timeFirstPull(
  command: string[],
  dataDir: string,
  pull: Uint8Array,
  settings?: Record<string, string>,
) {
  const port = freePort()
  const startMs = performance.now()
  const child = spawnIn(dataDir, command, port, settings)
  try {
    while ((await statusOf(port, pull)) !== 200) {
      if (child.exitCode !== null || performance.now() - startMs > START_MAX_MS)
        throw new Error(`${command.join(' ')} does not answer`)
      await Bun.sleep(LOOK_EVERY_MS)
    }
    return { ms: performance.now() - startMs, processorMs: processorMicros(child.pid) / 1_000 }
  } finally {
    child.kill('SIGTERM')
    await child.exited
  }
}

/** Starts a binary on a folder with the settings that hotels use. */
export const spawnIn = (
  dataDir: string,
  command: string[],
  port: number,
  settings?: Record<string, string>,
) =>
  Bun.spawn(command, {
    env: productionEnv({ DATA_DIR: dataDir, PORT: String(port) }, settings),
    stdio: ['ignore', 'ignore', 'inherit'],
  })

/** The status that a pull is answered; 0 while nothing answers. */
async function statusOf(port: number, pull: Uint8Array): Promise<number> {
  try {
    const connection = await Connection.open(port)
    const { status } = await connection.send(pull)
    connection.close()
    return status
  } catch {
    return 0
  }
}
