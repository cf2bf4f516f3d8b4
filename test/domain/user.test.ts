import { expect, test } from 'bun:test'
import { normalizeEmail } from '../../src/domain/kernel/address.ts'

test.each([
  ['Grace@Example.com', 'grace@example.com'],
  [' grace@example.com ', 'grace@example.com'],
  ['jos\u00e9@example.com', 'jose\u0301@example.com'],
  ['JOS\u00c9@example.com', 'jose\u0301@example.com'],
  ['JOSE\u0301@example.com', 'jos\u00e9@example.com'],
  ['\u0130pek@example.com', 'I\u0307pek@example.com'],
])('%p and %p are one address (contract §3)', (one, other) => {
  expect(normalizeEmail(one)).toBe(normalizeEmail(other))
  expect(normalizeEmail(normalizeEmail(one))).toBe(normalizeEmail(one))
})

test.each([
  ['jose@example.com', 'jos\u00e9@example.com'],
  ['ipek@example.com', '\u0131pek@example.com'],
])('%p and %p are two addresses', (one, other) => {
  expect(normalizeEmail(one)).not.toBe(normalizeEmail(other))
})
