import assert from 'node:assert/strict'
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { journalPath, openJournal } from '../lib/journal.ts'
import { lockFolder } from '../lib/lock.ts'

/** Sums by name: what a journal's records make. */
function counters() {
  const sums = new Map<string, number>()
  const apply = ([name, more]: [string, number]) => sums.set(name, (sums.get(name) ?? 0) + more)
  return { sums, apply, snapshot: () => [...sums] }
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'connector-test-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function writeThree(folder: string): Promise<void> {
  const journal = await openJournal(folder, counters())
  for (const more of [1, 2, 3]) await journal.append(['a', more])
  await journal.close()
}

test('a torn last line is cut off, and what is written after it is read', () =>
  inFolder(async (folder) => {
    await writeThree(folder)
    await appendFile(journalPath(folder), '0badcafe [["a",1')
    const after = counters()
    const journal = await openJournal(folder, after)
    assert.equal(after.sums.get('a'), 6)
    await journal.append(['a', 4])
    await journal.close()
    const again = counters()
    await (await openJournal(folder, again)).close()
    assert.equal(again.sums.get('a'), 10)
  }))

test('a file that ends anywhere has every whole line before its end', () =>
  inFolder(async (folder) => {
    await writeThree(folder)
    const all = await readFile(journalPath(folder))
    for (let end = 0; end <= all.length; end++) {
      await writeFile(journalPath(folder), all.subarray(0, end))
      const { sums, ...records } = counters()
      await (await openJournal(folder, records)).close()
      const lines = all.subarray(0, end).toString().split('\n').length - 1
      assert.equal(sums.get('a') ?? 0, [0, 1, 3, 6][lines])
    }
  }))

test('damage before the last line is refused, and nothing is cut', () =>
  inFolder(async (folder) => {
    await writeThree(folder)
    const text = await readFile(journalPath(folder), 'utf8')
    await writeFile(journalPath(folder), text.replace('["a",2]', '["a",9]'))
    await assert.rejects(openJournal(folder, counters()), /is damaged at byte/)
    assert.equal((await readFile(journalPath(folder), 'utf8')).length, text.length)
  }))

test('compaction bounds the file and loses nothing', () =>
  inFolder(async (folder) => {
    const journal = await openJournal(folder, counters(), 1_000)
    const all = Array.from({ length: 3_000 }, (_, at) => journal.append([`n${at % 7}`, 1]))
    await Promise.all(all)
    for (let at = 0; at < 200; at++) {
      await journal.append(['last', 1])
      assert.ok((await stat(journalPath(folder))).size < 2_500)
    }
    await journal.close()
    const after = counters()
    await (await openJournal(folder, after)).close()
    assert.equal(after.sums.get('last'), 200)
    assert.equal(
      [...after.sums.values()].reduce((sum, each) => sum + each),
      3_200,
    )
  }))

test('a folder has one connector; what a killed one has left is taken over', () =>
  inFolder(async (folder) => {
    await writeFile(join(folder, 'lock'), String(process.ppid))
    await assert.rejects(lockFolder(folder), /is in use by process/)
    await writeFile(join(folder, 'lock'), '999999999')
    const unlock = await lockFolder(folder)
    await unlock()
    await assert.rejects(stat(join(folder, 'lock')), /ENOENT/)
  }))
