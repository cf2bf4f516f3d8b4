import { type AnyElysia, Elysia } from 'elysia'
import { adminAccountRoutes } from './http/accounts/admin-accounts.ts'
import { adminVendorRoutes } from './http/accounts/admin-vendors.ts'
import { authRoutes } from './http/accounts/auth.ts'
import { authLinkRoutes } from './http/accounts/auth-links.ts'
import { colleagueRoutes } from './http/accounts/colleagues.ts'
import { adminFactorRoutes, panelFactorRoutes } from './http/accounts/factor-required.ts'
import { adminInvitationRoutes, panelInvitationRoutes } from './http/accounts/invitations.ts'
import { adminMemberRoutes, panelMemberRoutes } from './http/accounts/members.ts'
import { panelKeyRoutes } from './http/accounts/panel-keys.ts'
import { panelVendorRoutes } from './http/accounts/panel-vendors.ts'
import { partnerLimitRoutes } from './http/accounts/partner-limits.ts'
import { agencyRoutes } from './http/agencies/agency.ts'
import {
  agencyAllotmentRoutes,
  panelAllotmentRoutes,
  partnerAllotmentRoutes,
} from './http/agencies/allotments.ts'
import { ownRecordRoutes } from './http/agencies/own-record.ts'
import { panelAgencyRoutes } from './http/agencies/panel-agencies.ts'
import type { Context } from './http/api/context.ts'
import { problems, type UnroutedFacts } from './http/api/problem.ts'
import { SOCKET_OPTIONS, sendWhole } from './http/api/socket.ts'
import { secured, transportHeaders } from './http/api/transport.ts'
import { adminBookingRoutes } from './http/bookings/admin-bookings.ts'
import { agencyBookingRoutes } from './http/bookings/agency-bookings.ts'
import { agencyGroupRoutes } from './http/bookings/agency-groups.ts'
import { agencyTodayRoutes } from './http/bookings/agency-today.ts'
import { groupRoutes } from './http/bookings/booking-groups.ts'
import { bookingProofRoutes } from './http/bookings/booking-proof.ts'
import { bookingReviewRoutes } from './http/bookings/booking-review.ts'
import { bookingRoutes, ownBookingRoutes } from './http/bookings/bookings.ts'
import { panelBookingRoutes } from './http/bookings/panel-booking.ts'
import { panelDeskRoutes } from './http/bookings/panel-desk.ts'
import { panelGroupRoutes } from './http/bookings/panel-groups.ts'
import { panelIdentityRoutes } from './http/bookings/panel-identities.ts'
import { panelReviewRoutes } from './http/bookings/panel-reviews.ts'
import { panelRoomNumberRoutes } from './http/bookings/panel-room-numbers.ts'
import { partnerBookingRoutes } from './http/bookings/partner-bookings.ts'
import { partnerGroupRoutes } from './http/bookings/partner-groups.ts'
import { quoteRoutes } from './http/bookings/quotes.ts'
import { adminCityRoutes } from './http/catalog/admin-cities.ts'
import { adminHotelRoutes } from './http/catalog/admin-hotels.ts'
import { adminRoomTypeRoutes } from './http/catalog/admin-room-types.ts'
import { panelRoomRoutes } from './http/catalog/panel-rooms.ts'
import { partnerHotelRoutes } from './http/catalog/partner-hotels.ts'
import { partnerMappingRoutes } from './http/catalog/partner-mapping.ts'
import { partnerRoomRoutes } from './http/catalog/partner-rooms.ts'
import { houseDashboardRoutes } from './http/dashboards/house-dashboard.ts'
import { panelDashboardRoutes } from './http/dashboards/panel-dashboard.ts'
import { createPulls } from './http/days/availability-pull.ts'
import { panelAvailabilityRoutes } from './http/days/panel-availability.ts'
import { panelPushRoutes } from './http/days/panel-pushes.ts'
import { partnerAvailabilityRoutes } from './http/days/partner-availability.ts'
import { addRateLimitHeaders } from './http/doors/partner-key.ts'
import { agencyExportRoutes } from './http/exports/agency-export.ts'
import { panelExportRoutes } from './http/exports/panel-exports.ts'
import { adminExtraRoutes, panelExtraRoutes } from './http/extras/extras.ts'
import { partnerExtraRoutes } from './http/extras/partner-extras.ts'
import { guestPageRoutes } from './http/guests/guest-pages.ts'
import type { GuestPages } from './http/guests/page-shape.ts'
import { adminHistoryRoutes } from './http/history/admin-history.ts'
import { panelChangeRoutes } from './http/history/panel-changes.ts'
import { panelHistoryRoutes } from './http/history/panel-history.ts'
import { partnerChangeRoutes } from './http/history/partner-changes.ts'
import { partnerManyChangeRoutes } from './http/history/partner-many-changes.ts'
import { panelMailRoutes } from './http/mails/panel-mails.ts'
import { panelPhotoRoutes } from './http/photos/panel-photos.ts'
import { partnerPhotoRoutes } from './http/photos/partner-photos.ts'
import { photoFileRoutes } from './http/photos/photo-files.ts'
import { partnerRateRoutes } from './http/rates/partner-rates.ts'
import { panelRateDayRoutes, partnerRateDayRoutes } from './http/rates/rate-days.ts'
import { adminRateRoutes, panelRateRoutes } from './http/rates/rate-edits.ts'
import { createRatePulls } from './http/rates/rates-pull.ts'
import { searchRoutes } from './http/sale/search.ts'
import { sandboxRoutes } from './http/sandbox/sandbox.ts'
import { adminSiteRoutes } from './http/sites/admin-sites.ts'
import { panelSiteRoutes } from './http/sites/panel-sites.ts'
import { statementRoutes } from './http/statements/statements.ts'
import { panelWebRoutes } from './http/strangers/web-bookings.ts'
import { docsRoutes } from './http/system/docs.ts'
import { generalRoutes } from './http/system/general.ts'
import { metricsRoutes } from './http/system/metrics.ts'
import { openApi } from './http/system/openapi.ts'
import { systemRoutes } from './http/system/system.ts'
import { webhookRoutes } from './http/webhooks/webhooks.ts'
import { type Pages, pageRoutes } from './pages.ts'

/** Creates the whole service as one Elysia app; opens no socket. @param guests undefined: no pages for guests */
export function createApp(context: Context, pages: Pages = {}, guests?: GuestPages) {
  const unrouted: UnroutedFacts = {
    allowedMethods: (path) => allowedMethods(path),
    addHeaders: (call) => addRateLimitHeaders(context, { ...call, server: app.server }),
  }
  const pulls = makePulls(context)
  const app: AnyElysia = new Elysia({
    // Unknown fields of bodies, queries and answers are refused, not dropped (house-style §7.2).
    normalize: false,
    // `/v1/health/` is another address than `/v1/health`, and a host may be short: `http://app/`.
    strictPath: true,
    handler: { standardHostname: false },
    serve: {
      // Elysia's own type has no routes by method.
      routes: secured(context, pageRoutes(pages, guests?.files)) as Record<string, never>,
      ...SOCKET_OPTIONS,
    },
  })
  if (context.store.isRemote) app.use(sendWhole)
  app
    .decorate('root', app)
    .use(problems(context.log, unrouted, context.counts, transportHeaders(context)))
    .use(openApi(context, () => app.routes))
    .use(generalRoutes(context, () => generalEndpoints(app.routes)))
    .use(docsRoutes(context))
    .use(metricsRoutes(context))
    .use(guestPageRoutes(context, guests, (request) => app.handle(request)))
    .use(authRoutes(context))
    .use(authLinkRoutes(context))
  usePartnerRoutes(app, context, pulls)
  useGuestRoutes(app, context)
  usePanelRoutes(app, context, pulls)
  useAdminRoutes(app, context)
  const pageList = Object.keys(pages).map((path) => ({ method: 'GET', path }))
  const allowedMethods = methodsByPath([...app.routes, ...pageList])
  return app
}

/** Partners and the panel share one cache of pulls and one of pulls of rates. */
const makePulls = (context: Context) =>
  ({ pull: createPulls(context), pullRates: createRatePulls(context) }) as const
type Pulls = ReturnType<typeof makePulls>

/** Adds the routes of partners. */
function usePartnerRoutes(app: AnyElysia, context: Context, { pull, pullRates }: Pulls): void {
  app
    .use(partnerAvailabilityRoutes(context, pull))
    .use(partnerRateDayRoutes(context, pullRates))
    .use(partnerRateRoutes(context))
    .use(partnerMappingRoutes(context))
    .use(partnerExtraRoutes(context))
    .use(partnerAllotmentRoutes(context))
    .use(partnerRoomRoutes(context))
    .use(partnerPhotoRoutes(context))
    .use(partnerHotelRoutes(context))
    .use(partnerLimitRoutes(context))
    .use(partnerBookingRoutes(context))
    .use(partnerGroupRoutes(context))
    .use(partnerChangeRoutes(context))
    .use(partnerManyChangeRoutes(context))
    .use(webhookRoutes(context, 'partner'))
    .use(webhookRoutes(context, 'vendor'))
    .use(sandboxRoutes(context))
}

/** Adds the routes of guests and agencies. */
function useGuestRoutes(app: AnyElysia, context: Context): void {
  app
    .use(searchRoutes(context))
    .use(photoFileRoutes(context))
    .use(bookingRoutes(context))
    .use(ownBookingRoutes(context))
    .use(groupRoutes(context))
    .use(quoteRoutes(context))
    .use(bookingReviewRoutes(context))
    .use(bookingProofRoutes(context))
    .use(agencyRoutes(context))
    .use(agencyAllotmentRoutes(context))
    .use(agencyBookingRoutes(context))
    .use(agencyTodayRoutes(context))
    .use(agencyExportRoutes(context))
    .use(statementRoutes(context))
    .use(agencyGroupRoutes(context))
    .use(colleagueRoutes(context))
    .use(ownRecordRoutes(context))
}

/** Adds the routes of the hotels’ panel. */
function usePanelRoutes(app: AnyElysia, context: Context, { pull, pullRates }: Pulls): void {
  app
    .use(panelDashboardRoutes(context))
    .use(panelRoomRoutes(context))
    .use(panelWebRoutes(context))
    .use(panelPhotoRoutes(context))
    .use(panelRateRoutes(context))
    .use(panelExtraRoutes(context))
    .use(panelAgencyRoutes(context))
    .use(panelAllotmentRoutes(context))
    .use(panelBookingRoutes(context))
    .use(panelGroupRoutes(context))
    .use(panelDeskRoutes(context))
    .use(panelIdentityRoutes(context))
    .use(panelRoomNumberRoutes(context))
    .use(panelExportRoutes(context))
    .use(panelReviewRoutes(context))
    .use(panelChangeRoutes(context))
    .use(panelAvailabilityRoutes(context, pull))
    .use(panelRateDayRoutes(context, pullRates))
    .use(panelKeyRoutes(context))
    .use(panelMemberRoutes(context))
    .use(panelFactorRoutes(context))
    .use(panelInvitationRoutes(context))
    .use(panelHistoryRoutes(context))
    .use(panelVendorRoutes(context))
    .use(panelSiteRoutes(context))
    .use(webhookRoutes(context, 'panel'))
    .use(panelPushRoutes(context))
    .use(panelMailRoutes(context))
}

/** Adds the routes of admins. */
function useAdminRoutes(app: AnyElysia, context: Context): void {
  app
    .use(houseDashboardRoutes(context))
    .use(systemRoutes(context))
    .use(adminCityRoutes(context))
    .use(adminHotelRoutes(context))
    .use(adminRoomTypeRoutes(context))
    .use(adminRateRoutes(context))
    .use(adminExtraRoutes(context))
    .use(adminMemberRoutes(context))
    .use(adminFactorRoutes(context))
    .use(adminInvitationRoutes(context))
    .use(adminAccountRoutes(context))
    .use(adminVendorRoutes(context))
    .use(adminSiteRoutes(context))
    .use(adminBookingRoutes(context))
    .use(adminHistoryRoutes(context))
}

type Route = { method: string; path: string }

/** Returns the methods that each path allows; Elysia answers a wrong one like a wrong address. Made for the first such. */
function methodsByPath(routes: Route[]): (path: string) => string[] {
  const patternOf = ({ path }: Route) =>
    new RegExp(`^${path.replaceAll('.', '\\.').replace(/:[^/]+/g, '[^/]+')}$`)
  let patterns: RegExp[] | undefined
  return (path) => {
    patterns ??= routes.map(patternOf)
    const found = routes.filter((_, at) => patterns![at]!.test(path))
    const methods = found.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    return [...new Set(methods)]
  }
}

/** Lists the routes of the general interface for the informational object (specification §4.2). */
function generalEndpoints(routes: Route[]): string[] {
  return routes
    .filter(({ path }) => path.startsWith('/v1/') && !path.startsWith('/v1/partner'))
    .map(({ method, path }) => `${method} ${path}`)
}
