// The copy of a SQLite file that an upgrade keeps before it rebuilds a table.

import { constants, existsSync, rmSync, statfsSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { renameFlushed } from '../engine/flush.ts'
import type { Migration } from '../engine/migrations.ts'
import { visit } from './look.ts'

/** A new table takes the place of another one, or a table is dropped. */
const REBUILD = /^\s*(?:CREATE TABLE [`"]__new_|DROP TABLE )/im

/** True if one of the migrations rebuilds a table. */
export const isRebuilding = (migrations: readonly Migration[]): boolean =>
  migrations.some(({ sql }) => REBUILD.test(sql))

/** The copy of a file: one at most, of the last upgrade that rebuilt a table. */
export const formerName = (file: string): string => `${file}.before-upgrade`

/**
 * Copies a database that no process writes, at once if the file system shares blocks. The copy appears as a whole, and
 * takes the place of the one before; a kill leaves a `.begun`, which the next copy removes.
 *
 * @param freeBytes the room on the disk of a folder
 * @returns the reason why there is no copy; undefined if there is one
 */
export async function copyFormer(file: string, freeBytes = roomAt): Promise<string | undefined> {
  const begun = `${formerName(file)}.begun`
  rmSync(begun, { force: true })
  visit(file, 'pragma wal_checkpoint(truncate)')
  if (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0)
    return 'another process reads the database'
  const { size } = statSync(file)
  // The upgrade itself may write as much again.
  const [needed, free] = [2 * size, freeBytes(dirname(file))]
  if (free < needed) return `the disk has ${free} bytes free, and ${needed} are needed`
  try {
    await copyFile(file, begun, constants.COPYFILE_FICLONE)
    await renameFlushed(begun, formerName(file))
    return undefined
  } catch (error) {
    rmSync(begun, { force: true })
    return (error as Error).message
  }
}

/** The free bytes of the disk that a folder is on. */
export function roomAt(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
