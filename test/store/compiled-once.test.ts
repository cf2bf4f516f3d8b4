import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { compiledOnce } from '../../src/store/sqlite/compiled-once.ts'

test('a value that SQLite would compile into a statement stays out of it (issue 35)', () => {
  using database = new Database(':memory:')
  database.run('create table note (id integer primary key, word text, rank integer) strict')
  const text = 'select id from note where rank > 0 order by id limit ?'
  const constants = (statement: string) =>
    database
      .query<{ opcode: string; p1: number }, [number]>(`explain ${statement}`)
      .all(77)
      .filter(({ opcode, p1 }) => opcode === 'Integer' && p1 === 77)

  // The bare limit is in the program, so that another limit needs another program.
  expect(constants(text)).toHaveLength(1)
  expect(constants(compiledOnce(text))).toEqual([])
})

test('a statement that is compiled once finds the same rows, whatever the type of a value (issue 35)', () => {
  using database = new Database(':memory:')
  database.run('create table note (id integer primary key, word text, rank integer) strict')
  database.run(
    `insert into note (word, rank) values ('1', 1), ('x', 2), (null, null), ('', 0), ('1.0', 1)`,
  )
  const texts = ['word = ?', 'rank = ?', 'rank >= ?', 'word <> ? order by id', 'id = ? order by id']
  for (const where of texts)
    for (const value of ['1', 1, 1.5, 'x', '', 0, null, true, '01']) {
      const rowsOf = (text: string) => database.query(text).values(...([value] as never[]))
      const text = `select id from note where ${where}`
      expect(rowsOf(compiledOnce(text))).toEqual(rowsOf(text))
    }
})

test('only parameters are hidden: literals, other operands and what is written stay as they are', () => {
  const text = `update note set word = ?, rank = 2 where id = ? and word = '?' and rank < ? and id in (?)`
  expect(compiledOnce(text)).toBe(
    `update note set word = +?, rank = 2 where id = +? and word = '?' and rank < ? and id in (?)`,
  )
  expect(compiledOnce('select 1 limit ? offset ?')).toBe('select 1 limit ?+0 offset ?')
})
