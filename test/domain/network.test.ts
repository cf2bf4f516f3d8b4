import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { AppError } from '../../src/domain/kernel/errors.ts'
import { isWithin, networksOf, readNetworks } from '../../src/domain/kernel/network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7/32'],
  ['203.0.113.0/24', '203.0.113.0/24'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:DB8:0:0::/32', '2001:db8::/32'],
  ['::1', '::1/128'],
  ['::ffff:203.0.113.7', '203.0.113.7/32'],
  ['::ffff:203.0.113.0/120', '203.0.113.0/24'],
  ['::ffff:cb00:7107', '203.0.113.7/32'],
])('%s is the network %s', (text, network) => expect(readNetworks([text])).toEqual([network]))

test.each([
  '',
  'localhost',
  '203.0.113',
  '203.0.113.256',
  '010.0.0.1',
  '0x7f.0.0.1',
  '203.0.113.0/33',
  '203.0.113.0/',
  '203.0.113.0/024',
  '203.0.113.0/-1',
  '203.0.113.0-203.0.113.9',
  '203.0.113.*',
  ' 203.0.113.0',
  '203.0.113.0\n',
  '[2001:db8::1]',
  '2001:db8::/129',
  '2001:db8::1::',
  'fe80::1%eth0',
  // Of it only a part is IPv4.
  '::ffff:0:0/90',
  // The first address of a network, not another.
  '203.0.113.7/24',
  '2001:db8::1/32',
])('%p is no network', (text) => {
  const flaws = flawsOf(['192.0.2.1', text])
  expect(flaws).toMatchObject([{ path: '/allowedIps/1', code: 'wrong_network' }])
})

test('a network of which another address was written says which it is', () => {
  const [flaw] = flawsOf(['203.0.113.7/24'])
  expect(flaw!.message).toContain('write 203.0.113.0/24, or 203.0.113.7 for that address alone')
  expect(flaw!.values).toEqual({
    given: '203.0.113.7/24',
    network: '203.0.113.0/24',
    address: '203.0.113.7',
  })
})

test('a network that stands there before, however it is written, is repeated', () => {
  const list = ['203.0.113.7', '192.0.2.0/24', '::ffff:203.0.113.7/128']
  expect(flawsOf(list)).toMatchObject([{ path: '/allowedIps/2', code: 'repeated' }])
})

test.each([
  ['203.0.113.7', ['203.0.113.7/32'], true],
  ['203.0.113.8', ['203.0.113.7/32'], false],
  ['203.0.113.255', ['192.0.2.0/24', '203.0.113.0/24'], true],
  ['203.0.114.0', ['203.0.113.0/24'], false],
  ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
  ['2001:db8:ffff::1', ['2001:db8::/32'], true],
  ['2001:db9::1', ['2001:db8::/32'], false],
  ['203.0.113.7', ['::/0'], false],
  ['::1', ['0.0.0.0/0'], false],
  ['local', ['0.0.0.0/0', '::/0'], false],
  ['', ['0.0.0.0/0', '::/0'], false],
])('%p is in %p: %p', (address, networks, expected) =>
  expect(isWithin(address, networks)).toBe(expected),
)

test('an address is in exactly those networks that its first bits are', () => {
  const bits32 = fc.nat(2 ** 32 - 1)
  const text = (n: number) => [24, 16, 8, 0].map((shift) => (n >>> shift) & 255).join('.')
  fc.assert(
    fc.property(bits32, bits32, fc.integer({ min: 0, max: 32 }), (address, other, prefix) => {
      const mask = prefix === 0 ? 0 : (2 ** 32 - 2 ** (32 - prefix)) >>> 0
      const base = (other & mask) >>> 0
      const [network] = readNetworks([`${text(base)}/${prefix}`])
      expect(isWithin(text(address), [network!])).toBe((address & mask) >>> 0 === base)
      expect(isWithin(`::ffff:${text(address)}`, [network!])).toBe((address & mask) >>> 0 === base)
    }),
  )
})

function flawsOf(networks: string[]) {
  try {
    readNetworks(networks)
  } catch (error) {
    return (error as AppError).facts.errors!
  }
  throw new Error('nothing is wrong with it')
}

test.each([
  ['203.0.113.77', '203.0.113.77/32', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.77/32', '203.0.113.0/24'],
  ['2001:DB8:1:2f3::9', '2001:db8:1:200::/56', '2001:db8:1::/48'],
  ['2001:db8:1:200:ffff::', '2001:db8:1:200::/56', '2001:db8:1::/48'],
  ['local', 'local', 'local'],
])('%s counts for %s, and for %s around it (contract-access)', (address, near, wide) => {
  expect(networksOf(address)).toEqual({ near, wide })
})
