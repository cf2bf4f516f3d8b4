/**
 * A program whose n-th fsync fails with EIO (`5+`: every one from the fifth). It is itself the process that is
 * started (`-D`): signals and the exit status are its own.
 */
export function failingSync(program: string[], when: string): string[] {
  const calls = 'fsync,fdatasync'
  const inject = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=EIO:when=${when}`]
  return ['strace', '-D', '-f', '-qq', '--seccomp-bpf', ...inject, '-o', '/dev/null', ...program]
}
