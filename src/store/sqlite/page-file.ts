// The pages of a SQLite file, read beside the connections of this process.

import { closeSync, openSync, read } from 'node:fs'
import { promisify } from 'node:util'
import { realFile } from './lock.ts'
import { childrenOf, type Page, readPage } from './page-format.ts'

const readAt = promisify(read)
/** Pages that are read at once, and those between two of them that are read along. */
const PAGES_AT_ONCE = 64
const SKIPPED_MAX = 8

/** A file of pages. */
export type PageFile = ReturnType<typeof openPages>

/**
 * Opens a database for reading its pages as they are in the file. The descriptor is to be closed after all connections of
 * this process: the system drops the locks of a process on a file when it closes any descriptor of it.
 */
export function openPages(file: string, pageBytes: number) {
  const handle = openSync(realFile(file), 'r')

  /** Reads some pages, in this order. One that cannot be read is left out. */
  async function* readPages(numbers: readonly number[]): AsyncGenerator<Page[]> {
    for (const run of runsOf(numbers)) {
      const [first, last] = [run[0]!, run.at(-1)!]
      const bytes = Buffer.alloc((last - first + 1) * pageBytes)
      await readAt(handle, bytes, 0, bytes.length, (first - 1) * pageBytes)
      yield run.flatMap((number) => {
        const start = (number - first) * pageBytes
        return readPage(bytes.subarray(start, start + pageBytes)) ?? []
      })
    }
  }

  /** Reads the pages of a b-tree, each after the page above it. Of tables only leaves, which alone hold rows. */
  async function* readTree(root: number): AsyncGenerator<Page[]> {
    for await (const pages of readPages([root])) yield* readBelow(pages)
  }

  async function* readBelow(pages: readonly Page[]): AsyncGenerator<Page[]> {
    yield pages.filter(({ isInner, isTable }) => !(isInner && isTable))
    for (const page of pages) {
      if (!page.isInner) continue
      for await (const children of readPages(childrenOf(page))) yield* readBelow(children)
    }
  }

  return { readPages, readTree, close: () => closeSync(handle) }
}

/** Divides numbers of pages into runs that one read covers. */
function runsOf(numbers: readonly number[]): number[][] {
  const runs: number[][] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    const step = run ? number - run.at(-1)! : 0
    if (run && step > 0 && step <= SKIPPED_MAX && number - run[0]! < PAGES_AT_ONCE) run.push(number)
    else runs.push([number])
  }
  return runs
}
