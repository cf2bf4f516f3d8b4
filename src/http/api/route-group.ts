import type { AnyElysia } from 'elysia'

/** Adds a group of routes to an app, for `use`: an app of its own for each group would make every route twice. */
export type AddRoutes = (app: AnyElysia) => AnyElysia

/** A route as Elysia takes it. */
export type RouteArguments = Parameters<AnyElysia['route']>

/** Adds all routes that are in the group by then. */
export const addingAll =
  (group: readonly RouteArguments[]): AddRoutes =>
  (app) => {
    for (const each of group) app.route(...each)
    return app
  }

/** Adds several groups of routes, in this order. */
export const together =
  (...groups: readonly AddRoutes[]): AddRoutes =>
  (app) =>
    groups.reduce((whole, add) => whole.use(add), app)
