import type { Context } from './context.ts'

type TransportSettings = Pick<Context, 'publicUrl'>

/** Whether others reach the service by https alone. */
export const isSecure = ({ publicUrl }: TransportSettings): boolean =>
  publicUrl.startsWith('https:')

/** Keeps browsers on https for two years (RFC 6797): this host, none below it, which others may run. */
const STRICT_TRANSPORT = ['strict-transport-security', 'max-age=63072000'] as const

/** What each answer says of how it is to be asked for, where others reach the service by https. */
export const transportHeaders = (setting: TransportSettings): Record<string, string> =>
  isSecure(setting) ? Object.fromEntries([STRICT_TRANSPORT]) : {}

/** Files that are answered before any route is looked for, each with what every answer says. */
export function secured<Route extends object>(
  setting: TransportSettings,
  routes: Record<string, Route>,
): Record<string, Route> {
  if (!isSecure(setting)) return routes
  const withHeader = (answer: unknown) =>
    // Pages that Bun bundles itself, from source, are no functions.
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
