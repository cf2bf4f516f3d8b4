import { machine } from 'node:os'
import type { RunningService } from './start.ts'

/** As `sysexits.h` has it: an error occurred while doing I/O. */
export const EXIT_IO = 74
const LIBRARIES = ['libc.so.6', `libc.musl-${machine()}.so.1`, 'libSystem.B.dylib']

/**
 * Waits for SIGTERM or SIGINT, then stops in good order what has been or is being started; a second signal stops at
 * once, and so does a database that failed.
 *
 * @param start may throw the reason of its signal, and then there is nothing to stop
 */
export async function untilSignal(
  start: (signal: AbortSignal) => Promise<RunningService>,
): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const ending = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      ending.abort()
      resolve()
      process.on(signal, () => process.exit(1))
    })
  const service = await start(ending.signal).catch((error) => {
    if (ending.signal.aborted && error === ending.signal.reason) return undefined
    throw error
  })
  if (!service) return 0
  await Promise.race([promise.then(service.stop), service.failed])
  return service.deps.store.breakdown()?.kind === 'failed' ? EXIT_IO : 0
}

/**
 * Ends the process and nothing else. `process.exit` has Bun close the database, which would fold its log into it: on a
 * disk that has just failed that may take for ever, and is the next start's to decide.
 */
export async function endAtOnce(code: number): Promise<never> {
  const { dlopen } = await import('bun:ffi')
  for (const library of LIBRARIES) {
    try {
      dlopen(library, { _exit: { args: ['int'], returns: 'void' } }).symbols._exit(code)
    } catch {
      // Not a system that has it.
    }
  }
  process.exit(code)
}
