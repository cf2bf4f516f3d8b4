import type { Context } from './context.ts'

type TransportSettings = Pick<Context, 'publicUrl'>

/** True if the public address of the service is https. */
export const isSecure = ({ publicUrl }: TransportSettings): boolean =>
  publicUrl.startsWith('https:')

/** HSTS: keeps browsers on https for two years (RFC 6797), for this host only: others may run its sub-domains. */
const STRICT_TRANSPORT = ['strict-transport-security', 'max-age=63072000'] as const

/**
 * Headers of every answer that sets no policy of its own (CSP): a browser reads it as what it says it is, runs and loads
 * nothing for it, shows it in no frame, and tells nobody its address.
 */
export const BARE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

/** Returns the HSTS header of every answer, if the public address is https. */
export const transportHeaders = (setting: TransportSettings): Record<string, string> =>
  isSecure(setting) ? Object.fromEntries([STRICT_TRANSPORT]) : {}

/** Adds the HSTS header to static files, which are served before any route. */
export function secured<Route extends object>(
  setting: TransportSettings,
  routes: Record<string, Route>,
): Record<string, Route> {
  if (!isSecure(setting)) return routes
  const withHeader = (answer: unknown) =>
    // Pages bundled by Bun itself, from source, are not functions.
    typeof answer !== 'function'
      ? answer
      : async (request: Request) => {
          const response: Response = await answer(request)
          response.headers.set(...STRICT_TRANSPORT)
          return response
        }
  const wrap = (route: Route) =>
    Object.fromEntries(Object.entries(route).map(([method, each]) => [method, withHeader(each)]))
  return Object.fromEntries(
    Object.entries(routes).map(([path, route]) => [path, wrap(route) as Route]),
  )
}
