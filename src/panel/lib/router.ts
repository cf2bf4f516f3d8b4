import type { ComponentType } from 'preact'
import type { WholeHotel } from '../../client/call.ts'
import { type Query, queryText } from '../../client/call.ts'
import type { AgencyRole } from '../../domain/accounts/agency-role.ts'
import type { NeededRole } from '../../domain/accounts/membership.ts'
import type { IconName } from '../words/icons.ts'
import type { WordKey } from './i18n.ts'
import type { User } from './session.ts'
import { createStore } from './store.ts'

/**
 * A page of the panel, which the router finds by the hash of the address, so that reloads and links work:
 * `/panel#/<hotel>/<view>/<rest…>?<query>`, without the hotel on `/acenta` and `/admin`.
 *
 * To add a view:
 * 1. write its component in `views/<name>.tsx` (a folder `views/<name>/` if it is larger), which takes `ViewProps`;
 * 2. add its words as `words/<noun>.json`, each a pair `["English", "Turkish"]`, and spread them in `words/words.ts`;
 * 3. add one line to the list in `panel.tsx`, `acenta.tsx` or `admin.tsx`; a detail page finds its address in
 *    `route.rest`;
 * 4. add `styles/<name>.css` and its `@import` in `styles/panel.css` if `styles/parts.css` lacks a rule.
 *
 * A view reads by `useCall` and `useList` (lib/load.ts) and draws the data in `Read`; it writes by `call` (lib/api.ts)
 * within `useAction`. It links by `href({ view, rest, query })` in a plain `<a>`, navigates by `go`, keeps filters in
 * the address by `setQuery`, and asks by `openDialog` (parts/open-dialog.tsx).
 */
export type View = {
  /** The first part of its address. */
  name: string
  /** Its entry in the navigation and its heading. */
  title: WordKey
  body: ComponentType<ViewProps>
  icon: IconName
  /** True for a view of the set-up rather than of daily use, which stands in the second group. */
  isSetup?: boolean
  /** True for a view that has its tab at the foot of a telephone. */
  isTab?: boolean
  /** True for a view that other views link to, without an entry. */
  isUnlisted?: boolean
  /** The number of waiting entries, drawn after its title. */
  count?: ComponentType
  /** The role in the hotel that it needs; left out for any role. */
  needs?: NeededRole
  /** The roles in the agency that it needs, of which one suffices; left out for any role. */
  agencyRoles?: readonly AgencyRole[]
}

/** The properties of every view. */
export type ViewProps = {
  user: User
  route: Route
  /** The hotel in the address; on `/panel` always there, elsewhere a stand-in without a slug. */
  hotel: WholeHotel
  /** Gets the changed hotel, on pages that have one. */
  onHotel?: ((hotel: WholeHotel) => void) | undefined
}

/** The properties of the account's view; `isBarred` is true if the hotel's second-factor rule bars the person. */
export type OwnProps = { user: User; isBarred?: boolean }

/** The place in the pages that an address names. */
export type Route = {
  /** The slug of the hotel; empty on pages without one and before the choice of one. */
  hotel: string
  /** The name of the view; empty for the first one. */
  view: string
  /** The parts after the view's name. */
  rest: string[]
  query: URLSearchParams
}

/**
 * The view of the own account, which every page has without an entry, and the stand-in for a hotel before the choice.
 */
export const OWN = 'account'
export const NO_HOTEL = '-'

/** The target of a link; a part that is left out stays, but the query does not. */
export type Target = { view?: string; hotel?: string; rest?: string[]; query?: Query }

let hasHotel = false

/** The current route, for subscribers. */
export const route = createStore<Route>({
  hotel: '',
  view: '',
  rest: [],
  query: new URLSearchParams(),
})

/** Starts to follow the address. @param withHotel true if its first part is a hotel */
export function startRouter(withHotel: boolean): void {
  hasHotel = withHotel
  const follow = () => route.set(parseHash(location.hash))
  addEventListener('hashchange', follow)
  follow()
}

/** The address of a target. */
export function href({ view = route.get().view, rest = [], query = {}, ...to }: Target): string {
  const hotel = to.hotel ?? route.get().hotel
  const parts = [...(hasHotel ? [hotel] : []), view, ...rest].map(encodeURIComponent)
  return `#/${parts.join('/')}${queryText(query)}`
}

/** Navigates to a view; with `replace` without a step in the history. */
export function go(target: Target, { replace = false } = {}): void {
  const hash = href(target)
  if (replace) location.replace(hash)
  else location.hash = hash
}

/** Changes members of the current query; undefined removes one. */
export function setQuery(changes: Query): void {
  const { view, rest, query } = route.get()
  const now: Query = Object.fromEntries([...query.keys()].map((key) => [key, query.getAll(key)]))
  const next = { ...now, ...changes }
  go({ view, rest, query: next }, { replace: true })
}

function parseHash(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  const parts = path.split('/').filter(Boolean).map(decode)
  const hotel = hasHotel ? (parts.shift() ?? '') : ''
  const [view = '', ...rest] = parts
  return { hotel, view, rest, query: new URLSearchParams(search) }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // A typed address may be malformed.
    return part
  }
}
