import { METRICS_TOKEN } from './metrics.ts'
import './matchers.ts'
import {
  copyFileSync,
  existsSync,
  linkSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { CLOCK_ENV } from './clock.ts'
import type { Answer } from './matchers.ts'
import { readAnswer } from './service.ts'

const ROOT = join(import.meta.dir, '../..')
/** Files built from the source and reused by other processes and the next run. */
export const DIST = join(ROOT, 'dist')
const BINARY = join(DIST, 'roomwire')
/** Sources of the binary: the binary is rebuilt when any of these is newer. */
const INGREDIENTS = [
  'src',
  'migrations',
  'package.json',
  'bun.lock',
  'tsconfig.json',
  'CHANGELOG.md',
  'LICENSE',
]
/** No stop here takes longer on a busy machine; a test that waits longer has failed. */
const PATIENCE_MS = 30_000
/**
 * No command takes longer, nor a start: a demo fills its database first, which takes 20 s on PostgreSQL beside other lanes,
 * and three times as long on a virtual machine with dear page faults.
 */
const START_PATIENCE_MS = 100_000
/** The source as a program. */
export const SOURCE = [process.execPath, join(ROOT, 'src/main.ts')]
let usual: Promise<string[]> | undefined

/** How a process is run. */
export type Setup = {
  /** The working folder; the data are in its `data` unless `env` says otherwise. */
  folder: string
  /** Program and its leading arguments; default: `usualProgram`. */
  program?: string[]
  /** Variables in addition to PATH, HOME, PORT=0 and the clock, or undefined for one of these less; this process's own are not inherited. */
  env?: Record<string, string | undefined>
  /** What it finds on standard input; nothing unless said. */
  input?: string
}

/** How a process ended. */
export type CommandResult = { exitCode: number; stdout: string; stderr: string }

/** A service that answers. */
export type ServiceProcess = {
  url: string
  pid: number
  stdout: () => string
  stderr: () => string
  /** Calls a path, with a key when there is one; a body is sent as JSON, a file as it is. */
  call: (
    method: string,
    path: string,
    init?: { key?: string; body?: unknown; headers?: Record<string, string> },
  ) => Promise<Answer>
  /** Waits for the end that it comes to by itself. */
  ended: () => Promise<CommandResult>
  /** Sends a signal and waits for the end. */
  stop: (signal?: NodeJS.Signals) => Promise<CommandResult>
  [Symbol.asyncDispose](): Promise<void>
}

/** Runs a command to its end. */
export async function runCommand(args: string[], setup: Setup): Promise<CommandResult> {
  const child = spawn(args, { program: await usualProgram(), ...setup })
  const alarm = setTimeout(() => child.process.kill('SIGKILL'), START_PATIENCE_MS)
  const ended = await child.ended()
  clearTimeout(alarm)
  return ended
}

/**
 * Starts a command that serves, on a free port, and waits until it answers.
 *
 * @throws Error with what it printed when it ends instead
 */
export async function startProcess(args: string[], setup: Setup): Promise<ServiceProcess> {
  const child = spawn(args, { program: await usualProgram(), ...setup })
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.process.kill(signal)
    // A process that does not heed its signal must not outlive the test.
    const alarm = setTimeout(() => child.process.kill('SIGKILL'), PATIENCE_MS)
    const ended = await child.ended()
    clearTimeout(alarm)
    return ended
  }
  try {
    const url = await listening(child)
    return {
      url,
      pid: child.process.pid,
      stdout: child.stdout,
      stderr: child.stderr,
      ended: child.ended,
      stop,
      call: (method, path, init) => call(url + path, method, init),
      async [Symbol.asyncDispose]() {
        await stop('SIGKILL')
      },
    }
  } catch (error) {
    await stop('SIGKILL')
    throw error
  }
}

/** The binary, which starts in a fraction of the source's time; with `DEV_SOURCE` in the environment the source. */
export const usualProgram = (): Promise<string[]> => {
  usual ??= process.env.DEV_SOURCE ? Promise.resolve(SOURCE) : freshBinary().then((it) => [it])
  return usual
}

/** Where the binary is; built first when it is missing or older than the source. */
async function freshBinary(): Promise<string> {
  if (!isFresh(BINARY)) await build()
  return BINARY
}

/** The binary alone in a folder, as a program. */
export async function binaryIn(folder: string): Promise<string[]> {
  await freshBinary()
  const path = join(folder, 'roomwire')
  try {
    linkSync(BINARY, path)
  } catch {
    // The folder is on another file system.
    copyFileSync(BINARY, path)
  }
  return [path]
}

/** Whether something is there that is not older than the source. */
export function isFresh(path: string): boolean {
  if (!existsSync(path)) return false
  const madeAtMs = statSync(path).mtimeMs
  const newestMs = (at: string): number =>
    statSync(at).isDirectory()
      ? Math.max(statSync(at).mtimeMs, ...readdirSync(at).map((name) => newestMs(join(at, name))))
      : statSync(at).mtimeMs
  return INGREDIENTS.every((each) => newestMs(join(ROOT, each)) <= madeAtMs)
}

/** Polls until something holds, ever more slowly, so that asking spends no limit. @throws Error naming it when it does not in time */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (let waitMs = 5; !(await holds()); waitMs = Math.min(2 * waitMs, 150)) {
    if (performance.now() > deadline) throw new Error(`waited ${patienceMs} ms until ${what}`)
    await Bun.sleep(waitMs)
  }
}

/** The one line of a text. @throws Error when it has none or more */
export function onlyLine(text: string): string {
  const lines = text.split('\n').filter((line) => line !== '')
  if (lines.length !== 1) throw new Error(`expected one line, got ${JSON.stringify(text)}`)
  return lines[0]!
}

/** Istanbul, where the demo's two hotels with log-ins are, is so far ahead of UTC, summer and winter. */
const ISTANBUL_MS = 3 * 3_600_000

/** A date some days from today, in Istanbul: from 21:00 on its day is not UTC's. */
export const dayFromNow = (days: number): string =>
  new Date(Date.now() + ISTANBUL_MS + days * 86_400_000).toISOString().slice(0, 10)

/** Starts a command and waits for nothing. */
export const launch = async (args: string[], setup: Setup): Promise<Child> =>
  spawn(args, { program: await usualProgram(), ...setup })

/** A process that was started, and what it has printed so far. */
export type Child = ReturnType<typeof spawn>

function spawn(
  args: string[],
  { folder, program, env = {}, input }: Required<Pick<Setup, 'program'>> & Setup,
) {
  const child = Bun.spawn([...program, ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH!,
      HOME: folder,
      METRICS_TOKEN,
      PORT: '0',
      // Bun keeps what it transpiled in HOME, where a test looks for what the program leaves.
      BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0',
      ...CLOCK_ENV,
      ...env,
    },
    stdin: input === undefined ? 'ignore' : new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const stdout = collect(child.stdout)
  const stderr = collect(child.stderr)
  return {
    process: child,
    stdout: () => stdout.text,
    stderr: () => stderr.text,
    async ended(): Promise<CommandResult> {
      const exitCode = await child.exited
      await Promise.all([stdout.end, stderr.end])
      return { exitCode, stdout: stdout.text, stderr: stderr.text }
    },
  }
}

/** Reads a stream as it flows: a process blocks while its output is not read. */
function collect(stream: ReadableStream<Uint8Array>): { text: string; end: Promise<void> } {
  const collected = { text: '', end: Promise.resolve() }
  collected.end = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) collected.text += decoder.decode(chunk, { stream: true })
  })()
  return collected
}

/** The address in the log line `listening`, once it answers. */
async function listening(child: Child): Promise<string> {
  let url: string | undefined
  const listens = () => {
    url = logLines(child.stderr()).find(({ event }) => event === 'listening')?.url
    if (!url && child.process.exitCode !== null) throw new Error(`it ended: ${child.stderr()}`)
    return url !== undefined
  }
  await until('the service listens', listens, START_PATIENCE_MS)
  // A background loop may read the damaged page before the first request; one with a wrong clock is never healthy.
  const isIll = () => /"(database_damaged|clock_off)"/.test(child.stderr())
  await until('the service answers', async () => (await fetch(`${url}/v1/health`)).ok || isIll())
  return url!
}

type LogLine = { event?: string; url?: string } & Record<string, any>

/** Returns the complete lines of a log so far, without those that are not JSON. */
export function logLines(text: string): LogLine[] {
  return text
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}

async function call(url: string, method: string, init: Parameters<ServiceProcess['call']>[2] = {}) {
  const { key, body, headers } = init
  const isFile = body instanceof Blob
  const response = await fetch(url, {
    method,
    headers: {
      ...headers,
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && !isFile && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
  })
  return await readAnswer(response)
}

/**
 * Builds in a folder of its own first: another test process may build at the same time, or copy the file. Bun keeps the
 * file's name in it, which is therefore that of every build.
 */
async function build(): Promise<void> {
  const folder = `${BINARY}-${process.pid}`
  const made = join(folder, 'roomwire')
  const child = Bun.spawn([process.execPath, 'run', 'build', '--outfile', made], {
    cwd: ROOT,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const output = [collect(child.stdout), collect(child.stderr)]
  await Promise.all(output.map(({ end }) => end))
  if ((await child.exited) !== 0)
    throw new Error(`bun run build failed:\n${output.map(({ text }) => text).join('')}`)
  renameSync(made, BINARY)
  rmSync(folder, { recursive: true })
}
