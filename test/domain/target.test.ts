import { expect, test } from 'bun:test'
import type { AppError } from '../../src/domain/kernel/errors.ts'
import {
  checkTargetUrl,
  hostOf,
  isAddress,
  isLoopback,
  mayConnect,
} from '../../src/domain/webhooks/target.ts'

const PUBLIC_ONLY = { allowPrivate: false }
const ANYWHERE = { allowPrivate: true }
const THIS_MACHINE = { allowPrivate: false, allowLoopback: true }

/** The code a URL is refused with; `taken` when it is not. */
function verdict(url: string, rules = PUBLIC_ONLY): string {
  try {
    checkTargetUrl(url, rules)
    return 'taken'
  } catch (error) {
    const { code, facts } = error as AppError
    expect(code).toBe('validation_failed')
    expect(facts.errors![0]!.path).toBe('/url')
    return facts.errors![0]!.code
  }
}

test.each([
  ['https://hooks.example.com/a?b=c', 'https://hooks.example.com/a?b=c'],
  ['HTTPS://Hooks.Example.COM:443/a/../b', 'https://hooks.example.com/b'],
  ['https://hooks.example.com', 'https://hooks.example.com/'],
  ['https://hooks.example.com:8443/', 'https://hooks.example.com:8443/'],
  ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
  ['https://93.184.216.34/', 'https://93.184.216.34/'],
  [
    'https://[2606:2800:220:1:248:1893:25c8:1946]/',
    'https://[2606:2800:220:1:248:1893:25c8:1946]/',
  ],
  // An @ is no user behind the path's slash.
  ['https://hooks.example.com/@me', 'https://hooks.example.com/@me'],
  ['https://hooks.example.com/?a=@b', 'https://hooks.example.com/?a=@b'],
])('%s is kept as %s (contract §4)', (url, kept) => {
  expect(checkTargetUrl(url, PUBLIC_ONLY)).toBe(kept)
})

test.each([
  ['', 'wrong_format'],
  ['/hook', 'wrong_format'],
  ['hooks.example.com/hook', 'wrong_format'],
  ['https://', 'wrong_format'],
  ['https://hooks.example.com/a b', 'wrong_format'],
  ['https://hooks.example.com\\@127.0.0.1/', 'wrong_format'],
  [' https://hooks.example.com/', 'wrong_format'],
  ['https://hooks.example.com/\n', 'wrong_format'],
  [`https://hooks.example.com/${'a'.repeat(2_048)}`, 'wrong_format'],
  ['http://hooks.example.com/', 'https_required'],
  ['ws://hooks.example.com/', 'https_required'],
  ['file:///etc/passwd', 'https_required'],
  ['javascript:alert(1)', 'https_required'],
  ['https://user@hooks.example.com/', 'userinfo_refused'],
  ['https://user:word@hooks.example.com/', 'userinfo_refused'],
  ['https://@hooks.example.com/', 'userinfo_refused'],
  ['https://:@hooks.example.com/', 'userinfo_refused'],
  ['https://hooks.example.com/#part', 'fragment_refused'],
  ['https://hooks.example.com/#', 'fragment_refused'],
])('%j is refused as %s (contract §4)', (url, code) => {
  expect(verdict(url)).toBe(code)
})

test.each([22, 23, 25, 53, 110, 143, 465, 587, 993, 3306, 5432, 6379, 11211, 27017])(
  'port %d belongs to another kind of service',
  (port) => {
    expect(verdict(`https://hooks.example.com:${port}/`)).toBe('port_refused')
    expect(verdict(`http://hooks.example.com:${port}/`, ANYWHERE)).toBe('port_refused')
  },
)

test.each([
  // Loopback in every spelling that a URL knows: decimal, octal, hexadecimal, short, with a dot at its end.
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '１２７.０.０.１',
  '127。0。0。1',
  '0',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:10.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::10.0.0.1]',
  '[64:ff9b:1::1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd12:3456:789a::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[100::1]',
  'localhost',
  'LOCALHOST.',
  'a.localhost',
  'printer.local',
  'db.internal',
  'router.home.arpa',
  'nas.lan',
])('https://%s/ is a private target (contract §4)', (host) => {
  expect(verdict(`https://${host}/`)).toBe('blocked_target')
  expect(verdict(`http://${host}/`, ANYWHERE)).toBe('taken')
})

test('what only looks like a private name is taken', () => {
  for (const host of [
    'localhost.example.com',
    'mylocalhost',
    'local.example',
    '127.0.0.1.example.com',
  ])
    expect([host, verdict(`https://${host}/`)]).toEqual([host, 'taken'])
})

test.each([
  ['8.8.8.8', true],
  ['2606:4700:4700::1111', true],
  ['::ffff:8.8.8.8', true],
  ['::ffff:10.0.0.1', false],
  ['10.0.0.1', false],
  ['fe80::1%eth0', false],
  ['64:ff9b::808:808', false],
  ['2002:808:808::1', false],
  ['not an address', false],
  ['', false],
])('an address %s may be connected to: %p (contract §4)', (address, may) => {
  expect(mayConnect(address, PUBLIC_ONLY)).toBe(may)
})

test('WEBHOOK_ALLOW_PRIVATE lifts the network and the scheme, not the rest (contract §4)', () => {
  expect(mayConnect('127.0.0.1', ANYWHERE)).toBe(true)
  expect(verdict('http://127.0.0.1:8080/', ANYWHERE)).toBe('taken')
  expect(verdict('http://user@127.0.0.1/', ANYWHERE)).toBe('userinfo_refused')
  expect(verdict('http://127.0.0.1/#a', ANYWHERE)).toBe('fragment_refused')
  expect(verdict('ftp://127.0.0.1/', ANYWHERE)).toBe('https_required')
})

test.each([
  ['127.0.0.1', 'taken'],
  ['127.9.8.7', 'taken'],
  ['127.1', 'taken'],
  ['2130706433', 'taken'],
  ['[::1]', 'taken'],
  ['[::ffff:127.0.0.1]', 'taken'],
  ['localhost', 'taken'],
  ['hooks.localhost.', 'taken'],
  ['0.0.0.0', 'blocked_target'],
  ['[::]', 'blocked_target'],
  ['10.1.2.3', 'blocked_target'],
  ['192.168.0.1', 'blocked_target'],
  ['169.254.169.254', 'blocked_target'],
  ['[fe80::1]', 'blocked_target'],
  ['[fd12:3456:789a::1]', 'blocked_target'],
  ['[64:ff9b::7f00:1]', 'blocked_target'],
  ['[::ffff:10.0.0.1]', 'blocked_target'],
  ['printer.local', 'blocked_target'],
  ['db.internal', 'blocked_target'],
])(
  'where only loopback is open beside the public, https://%s/ is %s, and http goes to loopback alone (contract §4)',
  (host, code) => {
    expect(verdict(`https://${host}/`, THIS_MACHINE)).toBe(code)
    const plain = code === 'taken' ? 'taken' : 'https_required'
    expect(verdict(`http://${host}/`, THIS_MACHINE)).toBe(plain)
  },
)

test('opening loopback opens no other address, scheme or port, and no name that only looks like it (contract §4)', () => {
  for (const address of ['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '8.8.8.8'])
    expect([address, mayConnect(address, THIS_MACHINE)]).toEqual([address, true])
  for (const address of ['0.0.0.0', '::', '10.0.0.1', '192.168.1.1', '169.254.169.254', 'fe80::1'])
    expect([address, mayConnect(address, THIS_MACHINE)]).toEqual([address, false])
  expect(verdict('http://hooks.example.com/', THIS_MACHINE)).toBe('https_required')
  expect(verdict('http://127.0.0.1.example.com/', THIS_MACHINE)).toBe('https_required')
  expect(verdict('http://127.0.0.1:6379/', THIS_MACHINE)).toBe('port_refused')
  expect(verdict('http://user@localhost/', THIS_MACHINE)).toBe('userinfo_refused')
  expect(verdict('ftp://localhost/', THIS_MACHINE)).toBe('https_required')
})

test.each([
  ['127.0.0.1', true],
  ['127.0.0.2', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['roomwire.example', false],
  ['localhost.example', false],
  ['', false],
])('who listens on %j is on loopback: %p (contract §4)', (host, is) => {
  expect(isLoopback(host)).toBe(is)
})

test('the host is given as a resolver wants it', () => {
  expect(hostOf(new URL('https://[::1]:8443/'))).toBe('::1')
  expect(hostOf(new URL('https://hooks.example.com/'))).toBe('hooks.example.com')
  expect(isAddress('::1')).toBe(true)
  expect(isAddress('hooks.example.com')).toBe(false)
})

test('an empty query is none: one endpoint has one address (contract §2)', () => {
  const rules = { allowPrivate: false }
  const address = checkTargetUrl('https://hooks.example.com/hook', rules)
  expect(checkTargetUrl('https://hooks.example.com/hook?', rules)).toBe(address)
  expect(checkTargetUrl('https://hooks.example.com/hook?a=1', rules)).toBe(`${address}?a=1`)
})
