import { expect, test } from 'bun:test'
import { GENERATION, SERVER } from '../../src/store/engine/scopes.ts'
import { createVersions } from '../../src/store/engine/versions.ts'

// Versions of scopes as PostgreSQL tells them, and what is kept of them in memory (contract-counts, issue 29).

const SCOPE = 'hotel:7'
const OTHER = 'hotel:8'

/** Knows version 5 of a hotel, of which something is kept. */
function setUp() {
  const versions = createVersions((error) => {
    throw error
  })
  versions.begin([
    [SCOPE, 5],
    [GENERATION, 99],
    [SERVER, 17],
  ])
  const begun = versions.version(SCOPE)
  const begunOther = versions.version(OTHER)
  return {
    ...versions,
    isKept: () => versions.version(SCOPE) === begun,
    isOtherKept: () => versions.version(OTHER) === begunOther,
  }
}

test('the version that is known outdates nothing, a higher one does, read or told', () => {
  const read = setUp()
  read.seen(SCOPE, 5, read.moment())
  expect(read.isKept()).toBe(true)
  read.seen(SCOPE, 6, read.moment())
  expect([read.isKept(), read.isOtherKept()]).toEqual([false, true])

  const told = setUp()
  told.seen(SCOPE, 6)
  expect(told.isKept()).toBe(false)
})

test('a lower version outdates what is kept when it is read, and the next higher one does once more', () => {
  const versions = setUp()
  versions.seen(SCOPE, 3, versions.moment())
  expect(versions.isKept()).toBe(false)
  const kept = versions.version(SCOPE)
  versions.seen(SCOPE, 3, versions.moment())
  expect(versions.version(SCOPE)).toBe(kept)
  // Given out for the second time.
  versions.seen(SCOPE, 5, versions.moment())
  expect(versions.version(SCOPE)).toBe(kept + 1)
})

test('a lower version that was read before the known one was learnt, or told late, outdates nothing', () => {
  const versions = setUp()
  const since = versions.moment()
  versions.committed({ topics: new Set(), days: [], rateDays: [] }, new Map([[SCOPE, 6]]))
  versions.seen(SCOPE, 5, since)
  versions.seen(SCOPE, 4)
  expect(versions.isKept()).toBe(true)
})

test.each([GENERATION, SERVER])('another %s outdates everything, whatever its number', (scope) => {
  for (const number of [1, 1_000]) {
    const versions = setUp()
    versions.seen(scope, number, versions.moment())
    expect([versions.isKept(), versions.isOtherKept()]).toEqual([false, false])
    const kept = versions.version(OTHER)
    versions.seen(scope, number, versions.moment())
    expect(versions.version(OTHER)).toBe(kept)
  }
})
