import { machine } from 'node:os'
import type { Running } from './start.ts'

/** As `sysexits.h` has it: an error occurred while doing I/O. */
export const EXIT_IO = 74
const LIBRARIES = ['libc.so.6', `libc.musl-${machine()}.so.1`, 'libSystem.B.dylib']

/**
 * Waits for SIGTERM or SIGINT, then stops in good order what has been or is being started; a second signal stops at
 * once, and so does a database that failed.
 */
export async function untilSignal(starting: Promise<Running>): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      resolve()
      process.on(signal, () => process.exit(1))
    })
  const service = await starting
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
