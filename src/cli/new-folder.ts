import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * Writes files into a new or an empty folder; overwrites nothing.
 *
 * @param command the command that was given the folder
 * @param textsOf makes the files, by their path, after the folder was looked at
 * @returns the folder's full path and the number of files
 * @throws Error naming a folder that has files in it, or that is none
 */
export async function fillFolder(
  command: string,
  folder: string | undefined,
  textsOf: () => Promise<Record<string, string>>,
): Promise<{ target: string; count: number }> {
  if (!folder) throw new Error(`name the folder to make: roomwire ${command} <folder>`)
  const target = resolve(folder)
  if (existsSync(target)) {
    if (!statSync(target).isDirectory()) throw new Error(`${target} is no folder`)
    if (readdirSync(target).length > 0)
      throw new Error(`${target} has files in it: name a new or an empty folder`)
  }
  const files = Object.entries(await textsOf())
  for (const [path, text] of files) {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    writeFileSync(join(target, path), text)
  }
  return { target, count: files.length }
}
