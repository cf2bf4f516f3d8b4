import type { createApp } from '../../src/app.ts'
import { DESCRIBE } from '../../src/http/api/route.ts'

type App = ReturnType<typeof createApp>
/** An operation: its path and name, and its documented statuses (read from the document on first use). */
type DocumentedOperation = {
  called: RegExp
  name: string
  describe: () => object
  statuses?: Set<string>
}

/** Operations by method, those with the fewest names in their path first; every whole app has the same. */
const known = new Map<string, DocumentedOperation[]>()

/**
 * Fails a call whose operation does not document the status that it was answered with: whatever the tests make an
 * operation answer is in the document. What no operation takes, and methods that none has, are nobody's to document.
 *
 * @throws Error
 */
export function mustBeDocumented(app: App, called: string, status: number): void {
  const [method = '', path = ''] = called.split(' ')
  if (known.size === 0 && isWhole(app)) learn(app)
  const operation = known.get(method)?.find((each) => each.called.test(path.split('?')[0]!))
  if (!operation || status === 405) return
  operation.statuses ??= statusesOf(operation.describe())
  if (!operation.statuses.has(String(status)))
    throw new Error(`${status} is not in the document, of ${operation.name}`)
}

/** True unless the app is one of a few routes, which has no document. */
const isWhole = ({ routes }: App) => routes.some(({ path }) => path === '/openapi.json')

const statusesOf = (described: object) =>
  new Set(Object.keys((described as { responses: object }).responses))

function learn(app: App): void {
  const routes = app.routes.toSorted((a, b) => a.path.split(':').length - b.path.split(':').length)
  for (const { method, path, hooks } of routes) {
    const describe = hooks.detail?.[DESCRIBE]
    if (!describe || hooks.detail.hide) continue
    const called = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
    known.set(method, [
      ...(known.get(method) ?? []),
      { called, name: `${method} ${path}`, describe },
    ])
  }
}
