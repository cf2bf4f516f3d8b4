import { expect, test } from 'bun:test'
import { createLog } from '../../src/log.ts'

test('nothing that is logged moves a cursor, ends a line or turns text round; a reader of JSON gets it whole (issue 37)', () => {
  const lines: string[] = []
  const evil = '\u001b[2J\u009b31m\r\n{"level":"info"}\u2028\u2029\u007f\u0085\u202e\u2066\u0000çay'
  createLog('info', (line) => void lines.push(line)).warn('refused', {
    error: evil,
    [evil]: [evil],
  })
  const [line = '', ...others] = lines
  expect(others).toEqual([])
  expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
  expect(JSON.parse(line)).toMatchObject({ event: 'refused', error: evil, [evil]: [evil] })
  // In UTC (ASVS 16.2.2).
  expect(JSON.parse(line).at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})
