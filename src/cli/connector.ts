import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import pkg from '../../package.json' with { type: 'json' }
import type { Config } from '../config.ts'
import { readOpenApi } from './commands.ts'
import { writePartnerClient } from './connector-client.ts'
import { compileConnector, readConnectorPage } from './connector-files.ts' with { type: 'macro' }
import type { OpenApiDocument } from './write-operations.ts'

const FILES: Record<string, string> = compileConnector()
const PAGE: string = readConnectorPage()

const PACKAGE = {
  name: 'hotel-connector',
  version: pkg.version,
  description: "Connects a hotel's own system with Roomwire",
  private: true,
  license: pkg.license,
  type: 'module',
  engines: { node: '>=20' },
  scripts: { start: 'node main.js', test: 'node --test' },
  dependencies: { standardwebhooks: pkg.devDependencies.standardwebhooks },
}

/**
 * `connector <folder>`: writes a connector for a hotel's own system, plain JavaScript with declarations of types.
 *
 * @throws Error naming a folder that has files in it, or that is none
 */
export async function writeConnector(config: Config, folder: string | undefined): Promise<number> {
  if (!folder) throw new Error('name the folder to make: roomwire connector <folder>')
  const target = resolve(folder)
  if (existsSync(target)) {
    if (!statSync(target).isDirectory()) throw new Error(`${target} is no folder`)
    if (readdirSync(target).length > 0)
      throw new Error(`${target} has files in it: name a new or an empty folder`)
  }
  const document = (await readOpenApi(config)) as OpenApiDocument
  const files: Record<string, string> = {
    ...FILES,
    ...writePartnerClient(document),
    'README.md': PAGE,
    'package.json': `${JSON.stringify(PACKAGE, null, 2)}\n`,
    '.gitignore': 'data/\nnode_modules/\n',
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    writeFileSync(join(target, path), text)
  }
  const count = Object.keys(files).length
  process.stdout.write(
    `${target} has a connector of ${count} files; there: npm install && npm test, then see README.md\n`,
  )
  return 0
}
