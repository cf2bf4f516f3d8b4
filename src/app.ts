import { type AnyElysia, Elysia } from 'elysia'
import { adminAccountRoutes } from './http/admin-accounts.ts'
import { adminCatalogRoutes } from './http/admin-catalog.ts'
import { adminListRoutes } from './http/admin-lists.ts'
import { agencyListRoutes, agencyRoutes } from './http/agency.ts'
import { authRoutes } from './http/auth.ts'
import { bookingReviewRoutes } from './http/booking-review.ts'
import { bookingRoutes, ownBookingRoutes } from './http/bookings.ts'
import type { Context } from './http/context.ts'
import { generalRoutes } from './http/general.ts'
import { metricsRoutes } from './http/metrics.ts'
import { openApi } from './http/openapi.ts'
import { panelRoutes } from './http/panel.ts'
import { panelKeyRoutes } from './http/panel-keys.ts'
import { panelRoomRoutes } from './http/panel-rooms.ts'
import { partnerAvailabilityRoutes } from './http/partner-availability.ts'
import { partnerBookingRoutes } from './http/partner-bookings.ts'
import { partnerMappingRoutes } from './http/partner-mapping.ts'
import { problems } from './http/problem.ts'
import { searchRoutes } from './http/search.ts'
import { SOCKET_OPTIONS } from './http/socket.ts'

/** Pages that the server answers before any route: by path, Bun HTML imports. */
type Pages = Record<string, Bun.HTMLBundle>

/** The whole service as one Elysia app; opens no socket. */
export function createApp(context: Context, pages: Pages = {}) {
  const app: AnyElysia = new Elysia({
    // Unknown fields of bodies, queries and answers are refused, not dropped (house-style §7.2).
    normalize: false,
    serve: {
      routes: pageRoutes(pages),
      ...SOCKET_OPTIONS,
    },
  })
    .use(problems(context.log, (path) => allowedMethods(path), context.counts))
    .use(openApi(context))
    .use(generalRoutes(context, () => generalEndpoints(app.routes)))
    .use(metricsRoutes(context))
    .use(authRoutes(context))
    .use(partnerAvailabilityRoutes(context))
    .use(partnerMappingRoutes(context))
    .use(partnerBookingRoutes(context))
    .use(searchRoutes(context))
    .use(bookingRoutes(context))
    .use(ownBookingRoutes(context))
    .use(bookingReviewRoutes(context))
    .use(agencyRoutes(context))
    .use(agencyListRoutes(context))
    .use(panelRoutes(context))
    .use(panelRoomRoutes(context))
    .use(panelKeyRoutes(context))
    .use(adminListRoutes(context))
    .use(adminCatalogRoutes(context))
    .use(adminAccountRoutes(context))
  const allowedMethods = methodsByPath(app.routes)
  return app
}

/** By method, or Elysia's own route of the same path would stay in front. */
function pageRoutes(pages: Pages) {
  const routes: Record<string, { GET: Bun.HTMLBundle }> = {}
  for (const [path, page] of Object.entries(pages)) routes[path] = { GET: page }
  return routes as unknown as Pages
}

type Route = { method: string; path: string }

/** Elysia answers a wrong method like a wrong address; this tells them apart. */
function methodsByPath(routes: Route[]): (path: string) => string[] {
  const patterns = routes.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}/?$`),
  }))
  return (path) => [
    ...new Set(
      patterns
        .filter(({ pattern }) => pattern.test(path))
        .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
    ),
  ]
}

/** The routes of the general interface, as the informational object lists them (specification §4.2). */
function generalEndpoints(routes: Route[]): string[] {
  return routes
    .filter(({ path }) => path.startsWith('/v1/') && !path.startsWith('/v1/partner'))
    .map(({ method, path }) => `${method} ${path}`)
}
