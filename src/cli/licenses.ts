import { readNotices } from './notices.ts' with { type: 'macro' }
import type { Notice } from './notices.ts'
import { readLicense } from './own-license.ts' with { type: 'macro' }

const NOTICES: Notice[] = readNotices()
const LINE = '-'.repeat(72)
const RUNTIME = `Bun ${process.versions.bun} (MIT), with JavaScriptCore and WebKit (LGPL-2.0 and BSD), BoringSSL, zlib, zstd, SQLite
and others: https://bun.sh/docs/project/licensing lists them and their sources.`

/** `licenses`: prints the program's own licence, and the licences of all software in the binary. */
export async function printLicenses(): Promise<number> {
  const parts = NOTICES.map(
    ({ name, version, license, text }) => `${LINE}\n${name} ${version} (${license})\n\n${text}\n`,
  )
  const own = `Roomwire is licensed under the Apache License, Version 2.0.\n\n${readLicense()}\n`
  const text = `${own}\n${LINE}\nThe binary contains third-party software.\n\n${RUNTIME}\n\n${parts.join('\n')}`
  process.stdout.write(text)
  return 0
}
