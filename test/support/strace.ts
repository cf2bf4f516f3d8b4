/**
 * A program whose n-th fsync fails with EIO (`5+`: every one from the fifth), of one file when it is named. It is itself the process that is
 * started (`-D`): signals and the exit status are its own.
 */
export function failingSync(program: string[], when: string, file?: string): string[] {
  const calls = 'fsync,fdatasync'
  const inject = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=EIO:when=${when}`]
  const which = file ? ['-P', file] : []
  return [
    ...['strace', '-D', '-f', '-qq', '--seccomp-bpf', ...inject, ...which],
    ...['-o', '/dev/null', ...program],
  ]
}

/** A program of which every read and write of a socket and every fsync is written to a file, in order. */
export const tracing = (program: string[], file: string): string[] => [
  ...['strace', '-D', '-f', '-qq', '--seccomp-bpf', '-s', '40', '-o', file],
  ...['-e', 'trace=fsync,fdatasync,recvfrom,sendto', ...program],
]

/** A program whose writes to a file fail from the n-th on, until it ends; to any file if none is named. */
export const failingWrites = (
  program: string[],
  error: 'EIO' | 'ENOSPC',
  from: number,
  file?: string,
) => [
  ...['strace', '-D', '-f', '-qq', '--seccomp-bpf', '-o', '/dev/null', '-e', 'trace=pwrite64'],
  ...['-e', `inject=pwrite64:error=${error}:when=${from}+`],
  ...(file ? ['-P', file] : []),
  ...program,
]

/** A program of which every write to a file, fsync, and read and write of a socket is written to a file, in full and in order. */
export const tracingDisk = (program: string[], file: string): string[] => [
  ...['strace', '-D', '-f', '-qq', '-y', '--seccomp-bpf', '-xx', '-s', '70000', '-o', file, '-e'],
  ...['trace=pwrite64,ftruncate,unlink,fsync,fdatasync,recvfrom,sendto', ...program],
]
