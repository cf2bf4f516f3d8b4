import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { signedHeaders } from '../../src/outbox/sign.ts'
import { temporaryFolder } from '../support/folder.ts'
import { guidePage } from '../support/guide.ts'

const [NEW, OLD, OTHER] = ['one', 'two', 'six'].map(
  (text) => `whsec_${Buffer.from(text.repeat(11).slice(0, 32)).toString('base64')}`,
) as [string, string, string]
const BODY = JSON.stringify({ event: 'ping', data: { name: 'Çelik 🏨' }, id: 'e1' })

/** What a receiver has before it, and what each of its two functions must say. */
type Case = {
  name: string
  secret: string
  headers: Record<string, string>
  body: string
  is: [genuine: boolean, bare: boolean]
}

/** Runs a snippet with a main of its own on the cases, which it reads as JSON and answers as JSON. */
const LANGUAGES: Record<string, { file: string; run: string[]; main: string }> = {
  ts: {
    file: 'receiver.ts',
    run: [process.execPath],
    main: `const cases = await Bun.stdin.json()
console.log(JSON.stringify(cases.map(({ secret, headers, body }: any) =>
  [isGenuine(secret, headers, body), isGenuineBare(secret, headers, body)])))`,
  },
  python: {
    file: 'receiver.py',
    run: ['python3'],
    main: `import json, sys
print(json.dumps([[f(c["secret"], c["headers"], c["body"].encode()) for f in (is_genuine, is_genuine_bare)]
  for c in json.load(sys.stdin)]))`,
  },
  php: {
    file: 'receiver.php',
    run: ['php'],
    main: `echo json_encode(array_map(
  fn($c) => array_map(fn($f) => $f($c['secret'], $c['headers'], $c['body']), ['is_genuine', 'is_genuine_bare']),
  json_decode(file_get_contents('php://stdin'), true)));`,
  },
}

function casesAt(nowMs: number): Case[] {
  const sign = (secrets: string[], body = BODY, atMs = nowMs) => {
    const message = { id: 'e1', event: 'ping', attempt: 1, atMs, body }
    return signedHeaders(message, secrets, { brand: 'service', version: '0.1.0' })
  }
  const good = sign([NEW])
  const given = { secret: NEW, headers: good, body: BODY }
  const without = (name: string) => {
    const { [name]: _, ...headers } = good
    return headers
  }
  const isStale = nowMs - 301_000
  return [
    { ...given, name: 'as it was sent', is: [true, true] },
    { ...given, name: 'a flipped byte', body: BODY.replace('Çelik', 'Çelil'), is: [false, false] },
    { ...given, name: 'another secret', secret: OTHER, is: [false, false] },
    { ...given, name: 'an older request', headers: sign([NEW], BODY, isStale), is: [false, true] },
    {
      ...given,
      name: 'a later one',
      headers: sign([NEW], BODY, nowMs + 330_000),
      is: [false, true],
    },
    { ...given, name: 'rotated, the new secret', headers: sign([NEW, OLD]), is: [true, true] },
    { ...given, name: 'the old one', secret: OLD, headers: sign([NEW, OLD]), is: [true, false] },
    { ...given, name: 'another id', headers: { ...good, 'webhook-id': 'e2' }, is: [false, true] },
    { ...given, name: 'no headers', headers: {}, is: [false, false] },
    { ...given, name: 'no timestamp', headers: without('webhook-timestamp'), is: [false, true] },
    { ...given, name: 'no digest', headers: without('x-service-signature'), is: [true, false] },
    {
      ...given,
      name: 'nonsense of the right length',
      headers: {
        ...good,
        'webhook-signature': 'ç'.repeat(47),
        'x-service-signature': 'ç'.repeat(64),
      },
      is: [false, false],
    },
    {
      ...given,
      name: 'an empty signature',
      headers: { ...good, 'webhook-signature': '', 'x-service-signature': '' },
      is: [false, false],
    },
    { ...given, name: 'an empty body', headers: sign([NEW], ''), body: '', is: [true, true] },
  ]
}

/** The code of a language in the section for receivers. */
async function snippetOf(language: string): Promise<string> {
  const section = await guidePage('receivers')
  return section.match(new RegExp(`\`\`\`${language} receiver\n([\\s\\S]*?)\`\`\``))![1]!
}

test.each(Object.keys(LANGUAGES))(
  'the lines of the guide in %s tell what we signed from what we did not, both signatures (contract §4)',
  async (language) => {
    using folder = temporaryFolder()
    const { file, run, main } = LANGUAGES[language]!
    if (!Bun.which(run[0]!))
      throw new Error(
        `${run[0]} is missing: apt-get install -y --no-install-recommends php-cli python3`,
      )
    const code = await snippetOf(language)
    const text = language === 'php' ? `<?php\n${code}\n${main}` : `${code}\n${main}\n`
    await Bun.write(join(folder.path, file), text)
    const cases = casesAt(Date.now())
    const process = Bun.spawn([...run, join(folder.path, file)], {
      stdin: new Blob([JSON.stringify(cases)]),
      stderr: 'inherit',
    })
    const said: Case['is'][] = JSON.parse(await new Response(process.stdout).text())
    expect(cases.map(({ name }, index) => [name, said[index]])).toEqual(
      cases.map(({ name, is }) => [name, is]),
    )
  },
)
