import pkg from '../../package.json' with { type: 'json' }
import type { Config } from '../config.ts'
import { readOpenApi } from './commands.ts'
import { writePartnerClient } from './connector-client.ts'
import { compileConnector, readConnectorPage } from './connector-files.ts' with { type: 'macro' }
import { fillFolder } from './new-folder.ts'
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
  const { target, count } = await fillFolder('connector', folder, async () => ({
    ...FILES,
    ...writePartnerClient((await readOpenApi(config)) as OpenApiDocument),
    'README.md': PAGE,
    'package.json': `${JSON.stringify(PACKAGE, null, 2)}\n`,
    '.gitignore': 'data/\nnode_modules/\n',
  }))
  process.stdout.write(
    `${target} has a connector of ${count} files; there: npm install && npm test, then see README.md\n`,
  )
  return 0
}
