import { dlopen, FFIType, ptr } from 'bun:ffi'

/** Of a process, all its threads that run or have ended (Linux, `MAKE_PROCESS_CPUCLOCK` with `CPUCLOCK_SCHED`). */
const clockOf = (pid: number) => (~pid << 3) | 2

const { symbols } = dlopen('libc.so.6', {
  clock_gettime: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 },
})
const timespec = new BigInt64Array(2)

/**
 * Processor microseconds that a process has used, to the nanosecond: `/proc/<pid>/stat` has hundredths of a second, a
 * twentieth of a round, and those that it lists by thread forget a thread that ended.
 *
 * @throws Error when there is no such process
 */
export function processorMicros(pid: number): number {
  if (symbols.clock_gettime(clockOf(pid), ptr(timespec)) !== 0)
    throw new Error(`process ${pid} has no clock: has it ended?`)
  const [seconds, nanoseconds] = timespec
  return Number(seconds) * 1_000_000 + Number(nanoseconds) / 1_000
}
