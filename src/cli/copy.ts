import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { copyStore, type Progress } from '../store/copy/copy.ts'
import { placeOf } from '../store/open.ts'

/** Intervals between lines of progress, at a terminal and elsewhere. */
const TERMINAL_MS = 200
const LINE_MS = 5_000

/** `copy <from> <to>`: copies every table into an empty database of either engine, and compares both afterwards. */
export async function copyTo(
  config: Config,
  from: string | undefined,
  to: string | undefined,
): Promise<number> {
  if (!from || !to)
    throw new Error(
      'name both databases, each a SQLite file or postgres://…: roomwire copy <from> <to>',
    )
  const [source, target] = [databaseOf(from), databaseOf(to)]
  const { tables, rows } = await copyStore(source, target, createProgress(process.stderr))
  process.stdout.write(
    `${tables} tables with ${rows} rows of ${placeOf(source)} are in ${placeOf(target)}, and equal\n` +
      `carry the two secrets as well: ${secretsOf(config)}\n`,
  )
  return 0
}

/** Reads one side of the copy. @throws Error one line without the address, which may hold a password */
function databaseOf(text: string): Config['database'] {
  try {
    return readConfig({}, { DATABASE_URL: text }).database
  } catch (error) {
    throw new Error((error as Error).message.replace('DATABASE_URL', 'each of the two'))
  }
}

/** Returns a printer of progress: at a terminal one line a table, rewritten in place; elsewhere a line every 5 s. */
function createProgress({ isTTY }: { isTTY?: boolean }): (progress: Progress) => void {
  let table = ''
  let beganMs = 0
  let toldMs = performance.now()
  return (progress) => {
    const nowMs = performance.now()
    if (progress.table !== table) {
      table = progress.table
      beganMs = nowMs
    }
    const isDue = nowMs - toldMs >= (isTTY ? TERMINAL_MS : LINE_MS)
    if (!isDue && !(isTTY && progress.isDone)) return
    toldMs = nowMs
    const text = progressText(progress, (nowMs - beganMs) / 1_000)
    // Clears the rest of the former line, which may have been longer.
    process.stderr.write(isTTY ? `\r${text}\x1b[K${progress.isDone ? '\n' : ''}` : `${text}\n`)
  }
}

function progressText({ table, rows, total, isDone }: Progress, seconds: number): string {
  const number = (value: number) => Math.round(value).toLocaleString('en')
  const count = isDone ? number(total) : `${number(rows)} of ${number(total)}`
  return `${table}: ${count} rows, ${number(rows / Math.max(seconds, 0.001))}/s`
}

/** Says where the two secrets of this environment are. */
function secretsOf({ dataDir, jwtSecret, encryptionKey }: Config): string {
  const where = (name: string, given: string | undefined, file: string) => {
    const path = join(dataDir, file)
    if (given) return `${name} as set here`
    return existsSync(path) ? `${name} (the text in ${path})` : `${name} (${path}, not there yet)`
  }
  return [
    where('JWT_SECRET', jwtSecret, 'jwt.secret'),
    where('ENCRYPTION_KEY', encryptionKey, 'encryption.key'),
  ].join(' and ')
}
