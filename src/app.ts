import { type AnyElysia, Elysia } from 'elysia'
import { adminAccountRoutes } from './http/admin-accounts.ts'
import { adminCatalogRoutes } from './http/admin-catalog.ts'
import { adminListRoutes } from './http/admin-lists.ts'
import { agencyListRoutes, agencyRoutes } from './http/agency.ts'
import { authRoutes } from './http/auth.ts'
import { createPulls } from './http/availability-pull.ts'
import { bookingReviewRoutes } from './http/booking-review.ts'
import { bookingRoutes, ownBookingRoutes } from './http/bookings.ts'
import type { Context } from './http/context.ts'
import { generalRoutes } from './http/general.ts'
import { metricsRoutes } from './http/metrics.ts'
import { openApi } from './http/openapi.ts'
import { panelRoutes } from './http/panel.ts'
import { panelBookingRoutes } from './http/panel-booking.ts'
import { panelChangeRoutes } from './http/panel-changes.ts'
import { panelKeyRoutes } from './http/panel-keys.ts'
import { panelProfileRoutes } from './http/panel-profile.ts'
import { panelPushRoutes } from './http/panel-pushes.ts'
import { panelRoomRoutes } from './http/panel-rooms.ts'
import { panelWebhookRoutes } from './http/panel-webhooks.ts'
import { partnerAvailabilityRoutes } from './http/partner-availability.ts'
import { partnerBookingRoutes } from './http/partner-bookings.ts'
import { partnerChangeRoutes } from './http/partner-changes.ts'
import { tellLeft } from './http/partner-key.ts'
import { partnerMappingRoutes } from './http/partner-mapping.ts'
import { partnerWebhookRoutes } from './http/partner-webhooks.ts'
import { type Elsewhere, problems } from './http/problem.ts'
import { searchRoutes } from './http/search.ts'
import { SOCKET_OPTIONS } from './http/socket.ts'
import { type Pages, pageRoutes } from './pages.ts'

/** The whole service as one Elysia app; opens no socket. */
export function createApp(context: Context, pages: Pages = {}) {
  const elsewhere: Elsewhere = {
    allowedMethods: (path) => allowedMethods(path),
    addHeaders: (request, headers) => tellLeft(context, request, headers),
  }
  // One for partners and the panel, which keep the same answers.
  const pull = createPulls(context)
  const app: AnyElysia = new Elysia({
    // Unknown fields of bodies, queries and answers are refused, not dropped (house-style §7.2).
    normalize: false,
    // `/v1/health/` is another address than `/v1/health`.
    strictPath: true,
    serve: {
      // Elysia hands them on as they are; its own type knows no routes by method.
      routes: pageRoutes(pages) as Record<string, never>,
      ...SOCKET_OPTIONS,
    },
  })
    .use(problems(context.log, elsewhere, context.counts))
    .use(openApi(context))
    .use(generalRoutes(context, () => generalEndpoints(app.routes)))
    .use(metricsRoutes(context))
    .use(authRoutes(context))
    .use(partnerAvailabilityRoutes(context, pull))
    .use(partnerMappingRoutes(context))
    .use(partnerBookingRoutes(context))
    .use(partnerChangeRoutes(context))
    .use(partnerWebhookRoutes(context))
    .use(searchRoutes(context))
    .use(bookingRoutes(context))
    .use(ownBookingRoutes(context))
    .use(bookingReviewRoutes(context))
    .use(agencyRoutes(context))
    .use(agencyListRoutes(context))
    .use(panelRoutes(context))
    .use(panelBookingRoutes(context))
    .use(panelChangeRoutes(context))
    .use(panelProfileRoutes(context))
    .use(panelRoomRoutes(context, pull))
    .use(panelKeyRoutes(context))
    .use(panelWebhookRoutes(context))
    .use(panelPushRoutes(context))
    .use(adminListRoutes(context))
    .use(adminCatalogRoutes(context))
    .use(adminAccountRoutes(context))
  const pageList = Object.keys(pages).map((path) => ({ method: 'GET', path }))
  const allowedMethods = methodsByPath([...app.routes, ...pageList])
  return app
}

type Route = { method: string; path: string }

/** Elysia answers a wrong method like a wrong address; this tells them apart. */
function methodsByPath(routes: Route[]): (path: string) => string[] {
  const patterns = routes.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:[^/]+/g, '[^/]+')}$`),
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
