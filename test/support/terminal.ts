import { CLOCK_ENV } from './clock.ts'
import { type Setup, until, usualProgram } from './process.ts'

/** What a person at a terminal does: waits for a text, then types. */
export type Keystrokes = { after: string; keys: string }

/** Runs a command at a terminal. @returns how it ended and all that was to be seen */
export async function runAtTerminal(
  args: string[],
  { folder, program }: Setup,
  script: readonly Keystrokes[],
): Promise<{ exitCode: number; seen: string }> {
  let seen = ''
  const child = Bun.spawn([...(program ?? (await usualProgram())), ...args], {
    cwd: folder,
    env: {
      ...{ PATH: process.env.PATH!, HOME: folder, BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0' },
      ...CLOCK_ENV,
    },
    terminal: {
      cols: 120,
      rows: 24,
      data(_terminal, bytes) {
        seen += Buffer.from(bytes).toString()
      },
    },
  })
  try {
    for (const { after, keys } of script) {
      await until(`the terminal shows ${after}`, () => seen.includes(after))
      child.terminal!.write(keys)
    }
    return { exitCode: await child.exited, seen }
  } finally {
    child.kill('SIGKILL')
    child.terminal!.close()
  }
}
