import { machine } from 'node:os'
import type { RunningService } from './start.ts'

/** `EX_IOERR` of `sysexits.h`: an error occurred while doing I/O. */
export const EXIT_IO = 74
const LIBRARIES = ['libc.so.6', `libc.musl-${machine()}.so.1`, 'libSystem.B.dylib']

/**
 * Starts a service, waits for SIGTERM or SIGINT, and stops it in good order. A second signal ends the process at once,
 * and so does a failed database.
 *
 * @param start may throw the reason of its signal; then there is nothing to stop
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
 * Ends the process without closing the database. `process.exit` makes Bun close it, which copies SQLite's log into the
 * file: on a disk that has just failed this may take for ever, and the next start has to decide about it.
 */
export async function endAtOnce(code: number): Promise<never> {
  const { dlopen } = await import('bun:ffi')
  for (const library of LIBRARIES) {
    try {
      dlopen(library, { _exit: { args: ['int'], returns: 'void' } }).symbols._exit(code)
    } catch {
      // This system does not have the library.
    }
  }
  process.exit(code)
}
