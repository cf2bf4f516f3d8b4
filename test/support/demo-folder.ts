import { Database } from 'bun:sqlite'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { DIST, isFresh, type Setup, startProcess, until, usualProgram } from './process.ts'

/**
 * A seeded demo is copied for so long. It has a hold of 15 minutes, of which a copy still has most; and a multiple of
 * this is the full hour, with which somewhere the day ends and the demo's dates are others.
 */
const KEPT_MS = 300_000
const PREFIX = 'demo-'

/** What `demo.json` holds. */
export type Sheet = {
  baseUrl: string
  hotelSlug: string
  apiKey: string
  otherHotel: { slug: string; apiKey: string }
  vendor: { name: string; secret: string }
}

/** Makes the demo in a folder whose keys may send as much as they like; nothing serves it. */
export async function prepareDemo(setup: Setup): Promise<Sheet> {
  const sheet = await copyDemo(setup)
  using database = new Database(join(setup.folder, 'data/roomwire.db'))
  database.run('update api_key set requests_per_minute = 10000000')
  return sheet
}

/** Makes the demo in a folder, as the `demo` command of a program leaves it; nothing serves it. */
export async function copyDemo({ folder, program }: Setup): Promise<Sheet> {
  const original = await seededDemo(program ?? (await usualProgram()))
  cpSync(join(original, 'data'), join(folder, 'data'), { recursive: true })
  return readSheet(folder)
}

/** `demo.json` of a folder. */
export const readSheet = (folder: string): Sheet =>
  JSON.parse(readFileSync(join(folder, 'data/demo.json'), 'utf8'))

/** A folder with the demo of these minutes, seeded by whichever process of the tests needs it first. */
async function seededDemo(program: string[]): Promise<string> {
  const period = Math.floor(Date.now() / KEPT_MS)
  const path = join(DIST, PREFIX + period)
  if (isFresh(path)) return path
  const made = `${path}-${process.pid}`
  mkdirSync(made, { recursive: true })
  await using served = await startProcess(['demo'], { folder: made, program })
  // What it does once in the background would be done again in every copy.
  await until('the words of its bookings are indexed', () => isIndexed(made))
  await served.stop()
  forgetWebhook(made)
  // Those of the period before may just be copied.
  for (const name of readdirSync(DIST))
    if (name.startsWith(PREFIX) && Number.parseInt(name.slice(PREFIX.length), 10) < period - 1)
      rmSync(join(DIST, name), { recursive: true, force: true })
  return place(made, path)
}

function isIndexed(folder: string): boolean {
  using database = new Database(join(folder, 'data/roomwire.db'), { readonly: true })
  const last = `select 1 from meta where key = 'booking_words_to' and value = (select max(id) from booking)`
  return database.query(last).get() !== null
}

/** Takes the demo's own webhook away, so that a test's is the only one. */
function forgetWebhook(folder: string): void {
  using database = new Database(join(folder, 'data/roomwire.db'))
  for (const table of ['attempt', 'delivery', 'webhook']) database.run(`delete from ${table}`)
}

/** Gives a folder its name, unless another process has just made one of that name. @returns where the folder is */
function place(made: string, path: string): string {
  if (existsSync(path) && !isFresh(path)) rmSync(path, { recursive: true, force: true })
  try {
    renameSync(made, path)
  } catch {
    rmSync(made, { recursive: true })
  }
  return path
}
