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
