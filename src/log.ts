const LEVELS = ['debug', 'info', 'warn', 'error'] as const

/** A failed statement of 500 rows names thousands of parameters; its beginning identifies it. */
const TEXT_LENGTH_MAX = 2_000

export type LogLevel = (typeof LEVELS)[number]

/** Facts of an event; their names differ from those of the line itself. */
type Facts = Record<string, unknown> & { at?: never; level?: never; event?: never }

/** Writes one event: its name in lower snake case and facts. Never hand it a secret. */
export type Log = Record<LogLevel, (event: string, facts?: Facts) => void>

export const isLogLevel = (text: string): text is LogLevel => LEVELS.some((level) => level === text)

/**
 * What a terminal may obey or a reader may split a line at: JSON escapes C0 alone. DEL, C1 (U+009B begins an escape
 * sequence), separators of lines, and marks that turn the direction of text are escaped here.
 */
const OBEYED = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const spelt = (mark: string) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Creates a log of one JSON object a line on standard error, from a level upwards. */
export function createLog(from: LogLevel, write: (line: string) => void = standardError): Log {
  const writer =
    (level: LogLevel) =>
    (event: string, facts: Record<string, unknown> = {}) => {
      if (LEVELS.indexOf(level) < LEVELS.indexOf(from)) return
      const line = JSON.stringify({ at: new Date().toISOString(), level, event, ...facts })
      write(`${line.replace(OBEYED, spelt)}\n`)
    }
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
  }
}

/** Characters that wait for a reader of standard error that stands still; lines behind them are left out and counted. */
const WAITING_MAX = 8 * 1_024 * 1_024
let sink: Bun.FileSink | undefined
let waiting = 0
let linesLost = 0

/** Writes to standard error. The first line through `process.stderr` takes a start 10 ms, for it loads `node:stream`. */
function standardError(line: string): void {
  if (waiting > WAITING_MAX) {
    linesLost += 1
    return
  }
  sink ??= Bun.stderr.writer()
  // A reader that has gone is no reason to end.
  try {
    sink.write(line)
    const flushed = sink.flush()
    if (flushed instanceof Promise) void awaitReader(flushed, line.length)
  } catch {}
}

async function awaitReader(flushed: Promise<unknown>, length: number): Promise<void> {
  waiting += length
  await flushed.catch(() => {})
  waiting -= length
  if (waiting > 0 || linesLost === 0) return
  const lines = linesLost
  linesLost = 0
  createLog('warn').warn('log_lines_lost', { lines })
}

/** Returns an error as facts for the log: message, stack and cause. */
export function errorFacts(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error) }
  const { message, stack, cause } = error
  return {
    error: message.slice(0, TEXT_LENGTH_MAX),
    stack: stack?.slice(0, TEXT_LENGTH_MAX),
    ...(cause !== undefined && { cause: errorFacts(cause) }),
  }
}
