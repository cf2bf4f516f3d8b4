import { Database } from 'bun:sqlite'
import { afterEach, expect, type Mock, spyOn, test } from 'bun:test'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { insertCity } from '../../src/store/catalog/catalog.ts'
import { openStore } from '../../src/store/open.ts'
import { backup, restore } from '../../src/store/sqlite/backup.ts'
import { temporaryFolder } from '../support/folder.ts'

// What a restore that is killed or fails leaves behind (contract §10).

const { copyFileSync, linkSync, renameSync, rmSync } = fs
const STEPS = { copyFileSync, linkSync, renameSync, rmSync }
type Step = keyof typeof STEPS
const spies: Mock<any>[] = []
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore()
})

const citiesOf = async (file: string) => {
  const store = await openStore(file)
  const rows = await store.db.select({ slug: store.t.city.slug }).from(store.t.city)
  await store.close()
  return rows.map(({ slug }) => slug).toSorted()
}
const inFolder = (folder: string) => fs.readdirSync(folder).toSorted()
const asideIn = (folder: string) =>
  inFolder(folder).find((name) => /before-restore-\d+$/.test(name))!

/** A folder with a database of `old` cities, the newest in its log as after a crash, and a backup of `new` ones. */
async function scene() {
  const folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  for (const name of ['old', 'new']) {
    const store = await openStore(at(`${name}.db`))
    await store.tx((tx) => insertCity(tx, { slug: name, name, country: 'TR' }))
    if (name === 'new') await backup(at('new.db'), at('backup.db'))
    fs.mkdirSync(at('data'), { recursive: true })
    if (name === 'old')
      for (const end of ['', '-wal'])
        fs.copyFileSync(at(`old.db${end}`), at(`data/roomwire.db${end}`))
    await store.close()
  }
  const data = at('data')
  return {
    ...{ data, file: join(data, 'roomwire.db') },
    restore: () => restore(join(data, 'roomwire.db'), at('backup.db')),
    /** What a kill before each step of a body would leave: folders, each with the step that it lacks. */
    killedAt(body: () => void) {
      const kills: { folder: string; step: string }[] = []
      for (const [step, original] of Object.entries(STEPS)) {
        const recorded = (...of: never[]) => {
          const left = at(`killed-${kills.length}`)
          if (Bun.spawnSync(['cp', '-a', data, left]).exitCode !== 0) throw new Error('no copy')
          kills.push({ folder: left, step: `${step} ${of[0]}` })
          return (original as (...of: never[]) => void)(...of)
        }
        spies.push(spyOn(fs, step as Step).mockImplementation(recorded as never))
      }
      body()
      for (const spy of spies.splice(0)) spy.mockRestore()
      return kills
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

const fail = (step: Step) =>
  spies.push(
    spyOn(fs, step).mockImplementation(() => {
      throw new Error(`EPERM: ${step}`)
    }),
  )

test('a restore that is killed at any step leaves the one database or the other, whole', async () => {
  using at = await scene()
  const kills = at.killedAt(at.restore)
  expect(kills.map(({ step }) => step).filter((step) => /^rename/.test(step))).toHaveLength(1)
  expect(kills.length).toBeGreaterThan(3)
  const found = new Set<string>()
  for (const { folder, step } of kills) {
    const cities = await citiesOf(join(folder, 'roomwire.db'))
    expect(['old', 'new'], `killed before ${step}`).toContain(cities.join())
    found.add(cities.join())
    const aside = asideIn(folder)
    // Until the rename it is a second name of the database, by which it is not opened.
    if (aside && fs.statSync(join(folder, aside)).nlink === 1)
      expect(await citiesOf(join(folder, aside)), step).toEqual(['old'])
  }
  // The last steps come after the rename.
  expect([...found].toSorted()).toEqual(['new', 'old'])
  expect(await citiesOf(at.file)).toEqual(['new'])
  expect(await citiesOf(join(at.data, asideIn(at.data)))).toEqual(['old'])
})

test('where the file system has no second names the database is copied aside', async () => {
  using at = await scene()
  fail('linkSync')
  const aside = at.restore()!
  expect(fs.statSync(aside).nlink).toBe(1)
  expect([await citiesOf(at.file), await citiesOf(aside)]).toEqual([['new'], ['old']])
})

test.each(['renameSync', 'copyFileSync'] as const)(
  'a restore that fails at %s leaves the database as it was, and nothing beside it',
  async (step) => {
    using at = await scene()
    fail(step)
    if (step === 'copyFileSync') fail('linkSync')
    expect(at.restore).toThrow(`${at.file} could not be replaced: EPERM: ${step}`)
    for (const spy of spies.splice(0)) spy.mockRestore()
    expect(inFolder(at.data)).toEqual(['roomwire.db', 'roomwire.db.lock'])
    expect(await citiesOf(at.file)).toEqual(['old'])
  },
)

test('a log that somebody still reads goes aside with its database, and back when the restore fails', async () => {
  using at = await scene()
  const names = ['roomwire.db', 'roomwire.db-shm', 'roomwire.db-wal', 'roomwire.db.lock']
  {
    using reader = new Database(at.file, { readonly: true })
    reader.run('begin')
    reader.query('select slug from city').all()
    const written = fs.readFileSync(`${at.file}-wal`)
    fail('renameSync')
    expect(at.restore).toThrow('could not be replaced')
    for (const spy of spies.splice(0)) spy.mockRestore()
    expect(inFolder(at.data)).toEqual(names)
    expect(fs.readFileSync(`${at.file}-wal`)).toEqual(written)

    const aside = at.restore()!
    expect(fs.readFileSync(`${aside}-wal`)).toEqual(written)
    expect(inFolder(at.data)).not.toContain('roomwire.db-wal')
    expect(reader.query('select slug from city').values()).toEqual([['old']])
  }
  expect(await citiesOf(at.file)).toEqual(['new'])
  expect(await citiesOf(join(at.data, asideIn(at.data)))).toEqual(['old'])
})

test('a file that is no database is set aside as it is', async () => {
  using at = await scene()
  fs.rmSync(`${at.file}-wal`)
  fs.writeFileSync(at.file, 'rooms and prices')
  const aside = at.restore()!
  expect(fs.readFileSync(aside, 'utf8')).toBe('rooms and prices')
  expect(await citiesOf(at.file)).toEqual(['new'])
})

test('a log without its database is not read into the one that is restored', async () => {
  using at = await scene()
  fs.rmSync(at.file)
  at.restore()
  expect(fs.existsSync(`${at.file}-wal`)).toBeFalse()
  expect(await citiesOf(at.file)).toEqual(['new'])
})

test('a restored file holds each text as often as its rows do, so that an erasure finds it (issue 37 item 6)', async () => {
  using folder = temporaryFolder()
  const [file, copy] = ['roomwire.db', 'copy.db'].map((name) => join(folder.path, name))
  await (await openStore(file!)).close()
  const words = Array.from({ length: 1_000 }, (_, id) => `needle${1_000 + ((id * 271) % 1_000)}x`)
  using database = new Database(file!)
  const insert = database.query('insert into booking_word values (1, ?, ?, null, 0)')
  database.transaction(() => {
    for (const [id, word] of words.entries()) insert.run(word, id)
  })()
  await backup(file!, copy!)
  database.run('pragma wal_checkpoint(truncate)')
  database.close()
  restore(file!, copy!)
  const found = fs.readFileSync(file!, 'latin1').match(/needle\d{4}x/g)!
  const rows = ['booking_word', 'its index'].length
  expect(found).toHaveLength(words.length * rows)
})
