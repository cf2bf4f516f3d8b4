/**
 * `bun run build`: compiles the program into `dist/roomwire`, or into the file that follows `--outfile`.
 *
 * The modules of the server are split: one scope of all of them takes 15 ms to make before the first line runs, and it
 * loads what only other commands and the first mail need, such as `node:http`. Pages are bundled first and apart, since a
 * split page would load several scripts one after another.
 */
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const ROOT = join(import.meta.dir, '../..')
const MAIN = 'src/main.ts'
/** The programs of threads; each is started by its path. */
const WORKERS = [
  'src/server/page-worker.ts',
  'src/store/sqlite/checkpoint-worker.ts',
  'src/store/sqlite/index-worker.ts',
  'src/store/sqlite/migrate-worker.ts',
  'src/store/sqlite/word-worker.ts',
]
const PAGES = [
  'src/docs/swagger.html',
  'src/panel/acenta.html',
  'src/panel/admin.html',
  'src/panel/panel.html',
]
const SHARED = {
  minify: true,
  // Bun's own default here is elements with the checks of development.
  jsx: { runtime: 'automatic', importSource: 'preact', development: false },
} as const

/** Where the program goes: one binary, for a platform by Bun's name of it, or a folder of its bundled files. */
type Place = { outfile: string; target?: Bun.Build.CompileTarget } | { outdir: string }

/** A file as the bundler takes it. */
type Loaded = { loader: 'js' | 'file'; contents: string | Uint8Array }

/** The names of the modules and files of pages, which are never on the disk. */
const NAMESPACE = 'page'

/** Builds the program. @param main the module that runs first; a bench gives another */
export async function build(place: Place, main = MAIN): Promise<void> {
  const loaded = new Map<string, Loaded>()
  for (const page of PAGES) for (const file of await bundlePage(page)) loaded.set(...file)
  await Bun.build({
    ...SHARED,
    entrypoints: [main, ...WORKERS].map((path) => resolve(ROOT, path)),
    target: 'bun',
    format: 'esm',
    splitting: true,
    ...('outdir' in place
      ? place
      : { bytecode: true, compile: { ...place, autoloadBunfig: false } }),
    plugins: [
      {
        name: 'pages',
        setup(bundler) {
          bundler.onResolve({ filter: /^page:|\.html$/ }, ({ path, importer }) => {
            const name = path.replace(/^page:/, '')
            const module = relative(ROOT, resolve(dirname(importer), path))
            const found = [name, module].find((one) => loaded.has(one))
            return found === undefined ? undefined : { path: found, namespace: NAMESPACE }
          })
          bundler.onLoad({ filter: /./, namespace: NAMESPACE }, ({ path }) => loaded.get(path)!)
        },
      },
    ],
  })
}

/** Bundles a page. @returns its files, and the module that takes its place and names them (`BuiltPage`) */
async function bundlePage(page: string): Promise<[string, Loaded][]> {
  const { outputs } = await Bun.build({
    ...SHARED,
    entrypoints: [join(ROOT, page)],
    target: 'browser',
    naming: '[name]-[hash].[ext]',
    publicPath: '/',
  })
  const made = await Promise.all(
    outputs.map(async (file) => ({
      name: basename(file.path),
      type: file.type,
      contents: new Uint8Array(await file.arrayBuffer()),
    })),
  )
  const imports = made.map(
    ({ name }, at) => `import path${at} from 'page:${name}' with { type: 'file' }`,
  )
  const files = made.map(({ name, type }, at) => {
    const facts = JSON.stringify({ name, type, isPage: name.endsWith('.html') })
    return `{ ...${facts}, path: path${at} }`
  })
  const module = `${imports.join('\n')}\nexport default { built: [${files.join(', ')}] }\n`
  return [
    [page, { loader: 'js', contents: module }],
    ...made.map(({ name, contents }): [string, Loaded] => [name, { loader: 'file', contents }]),
  ]
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { outfile: { type: 'string' } } })
  await build({ outfile: resolve(values.outfile ?? join(ROOT, 'dist/roomwire')) })
}
