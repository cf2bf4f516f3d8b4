import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const SRC = join(import.meta.dir, '..')
const MODULES = join(SRC, '../node_modules')
/** The part of the typed client that the connector has. Addresses and types are written with the folder. */
const CLIENT = ['call.ts', 'operations.ts', 'operation-types.ts']
const LEFT_OUT = /^client\/operation|^connector\/(main|(test|stand-in)\/.*)\.d\.ts$/
/** A module of types, which has nothing to run. */
const IS_EMPTY = /^(\/\*\*[\s\S]*?\*\/\s*|\/\/.*\s*)*(export \{\}\s*)?$/
/** Stands for an empty line, which the compiler would leave out. */
const EMPTY_LINE = '//~'
/** The language and the library of Node 20. */
const COMPILER = [
  ...['--ignoreConfig', '--target', 'ES2022', '--lib', 'ES2023,DOM,DOM.Iterable'],
  ...['--module', 'Preserve', '--moduleResolution', 'bundler', '--types', 'node'],
  ...['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--skipLibCheck'],
  ...['--allowImportingTsExtensions', '--rewriteRelativeImportExtensions'],
  ...['--verbatimModuleSyntax', '--erasableSyntaxOnly', '--declaration'],
  ...['--rootDir', '.', '--outDir', 'out'],
]
const FORMAT = [
  ...['format', '--write', '--indent-style=space', '--line-width=100'],
  ...['--javascript-formatter-quote-style=single', '--semicolons=as-needed'],
]

/**
 * Compiles `src/connector` to plain JavaScript with declarations. A macro calls it while the program is built.
 *
 * @returns the text of each file by its path in the connector's folder
 * @throws Error with what the compiler says, as when `bun run generate-client` has not run
 */
export function compileConnector(): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'roomwire-connector-'))
  try {
    symlinkSync(MODULES, join(folder, 'node_modules'))
    const sources = [
      ...namesBelow(join(SRC, 'connector'), /\.ts$/).map((name) => join('connector', name)),
      ...CLIENT.map((name) => join('client', name)),
    ]
    for (const path of sources) copyMarked(path, folder)
    run(folder, 'tsc', [...COMPILER, ...sources])
    const out = join(folder, 'out')
    const compiled = namesBelow(out, /\.[jt]s$/)
    for (const path of compiled) restoreLayout(join(out, path))
    run(out, 'biome', [...FORMAT, '.'])
    const texts = compiled.map((path) => [path, readFileSync(join(out, path), 'utf8')] as const)
    return Object.fromEntries(
      texts
        .filter(([path, text]) => !LEFT_OUT.test(path) && !IS_EMPTY.test(text))
        .map(([path, text]) => [placeOf(path), text]),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Reads the page that stands in the connector's folder. A macro calls it while the program is built. */
export const readConnectorPage = (): string =>
  readFileSync(join(SRC, 'connector/README.md'), 'utf8')

/** Copies a source; its empty lines become comments, which the compiler keeps. */
function copyMarked(path: string, folder: string): void {
  const lines = readFileSync(join(SRC, path), 'utf8').split('\n')
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(
    join(folder, path),
    lines.map((line, at) => (line === '' && at < lines.length - 1 ? EMPTY_LINE : line)).join('\n'),
  )
}

/** Puts empty lines back, and lets imports name the files that the folder has. */
function restoreLayout(path: string): void {
  const text = readFileSync(path, 'utf8')
    .replaceAll(/^ *\/\/~$/gm, '')
    .replaceAll(/((?:from |import\()['"][^'"]*)\.ts(?=['"])/g, '$1.js')
    .replaceAll(/(['"])\.\.\/\.\.\/client\//g, '$1./client/')
  const isTypes = path.endsWith('.d.ts')
  writeFileSync(path, isTypes ? text.replaceAll(/(?<=\n)\/\*\*/g, '\n/**') : text)
}

/** Returns the path of a compiled file in the connector's folder. */
const placeOf = (path: string) =>
  path.startsWith('client/')
    ? join('lib', path)
    : path.replace('connector/', '').replace(/^(test\/.*)\.js$/, '$1.test.js')

const namesBelow = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => ending.test(name))

function run(cwd: string, tool: string, words: string[]): void {
  const { exitCode, stdout, stderr } = Bun.spawnSync([join(MODULES, '.bin', tool), ...words], {
    cwd,
  })
  if (exitCode !== 0) throw new Error(`${tool}: ${stdout}${stderr}`)
}
