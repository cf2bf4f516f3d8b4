import type { ComponentType } from 'preact'
import type { WholeHotel } from '../../client/call.ts'
import { type Query, queryText } from '../../client/call.ts'
import type { NeededRole } from '../../domain/accounts/membership.ts'
import type { IconName } from '../words/icons.ts'
import type { WordKey } from './i18n.ts'
import type { User } from './session.ts'
import { createStore } from './store.ts'

/**
 * Views are in the hash, so that a reload and a link work: `/panel#/<hotel>/<view>/<rest…>?<query>`, and without the
 * hotel on `/acenta` and `/admin`.
 *
 * To add a view:
 * 1. write its component in `views/<name>.tsx` (a folder `views/<name>/` when it is larger), taking `ViewProps`;
 * 2. add its words in both languages as `words/<name>.ts` and spread them in `words/words.ts`;
 * 3. add one line to the list in `panel.tsx`, `acenta.tsx` or `admin.tsx`;
 *    a detail that is reached from a list is in `route.rest`;
 * 4. when it needs styles of its own, `styles/<name>.css` and an `@import` in `styles/panel.css`.
 * Read with `useGet` / `usePages`, draw it in `Read`, and write with `useAction` (lib/load.ts) through `api` (lib/api.ts); link with
 * `href({ view, rest, query })` in a plain `<a>`, move with `go`, keep filters in the address with `setQuery`.
 */
export type View = {
  /** First part of its address. */
  name: string
  /** Its entry in the navigation and its heading. */
  title: WordKey
  body: ComponentType<ViewProps>
  icon: IconName
  /** It is set up once rather than used all day: it stands in the second group. */
  isSetup?: boolean
  /** It is reached from others, and has no entry. */
  isUnlisted?: boolean
  /** How many wait there, drawn behind its title. */
  count?: ComponentType
  /** Which role in the hotel it is for; left out: any. */
  needs?: NeededRole
}

/** What every view is given. */
export type ViewProps = {
  user: User
  route: Route
  /** The hotel in the address; on `/panel` always there, elsewhere a stand-in without a slug. */
  hotel: WholeHotel
  /** Is told what the hotel has become; of pages that have one. */
  onHotel?: ((hotel: WholeHotel) => void) | undefined
}

/** What the view of one's own account is given: who it is, and whether the hotel in the address lets them in no further. */
export type OwnProps = { user: User; isBarred?: boolean }

/** Where the page is. */
export type Route = {
  /** Slug of the hotel; empty where pages have none or none is chosen yet. */
  hotel: string
  /** Name of the view; empty for the first one. */
  view: string
  /** What follows the view's name. */
  rest: string[]
  query: URLSearchParams
}

/** The view of one's own account, which each page has and no navigation lists; and what stands for a hotel that none was chosen of. */
export const OWN = 'account'
export const NO_HOTEL = '-'

/** Where to: what is left out stays as it is, but for the query. */
export type Target = { view?: string; hotel?: string; rest?: string[]; query?: Query }

let hasHotel = false

/** Where the page is, for everybody who wants to know. */
export const route = createStore<Route>({
  hotel: '',
  view: '',
  rest: [],
  query: new URLSearchParams(),
})

/** Follows the address from now on. @param withHotel whether its first part is a hotel */
export function startRouter(withHotel: boolean): void {
  hasHotel = withHotel
  const follow = () => route.set(parseHash(location.hash))
  addEventListener('hashchange', follow)
  follow()
}

/** The address of a view; what is left out stays as it is, but for the query. */
export function href({ view = route.get().view, rest = [], query = {}, ...to }: Target): string {
  const hotel = to.hotel ?? route.get().hotel
  const parts = [...(hasHotel ? [hotel] : []), view, ...rest].map(encodeURIComponent)
  return `#/${parts.join('/')}${queryText(query)}`
}

/** Goes to a view; with `replace` without a step in the history. */
export function go(target: Target, { replace = false } = {}): void {
  const hash = href(target)
  if (replace) location.replace(hash)
  else location.hash = hash
}

/** Changes some of the query of the present view; undefined takes one out. */
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
    // Somebody typed it; it is no address of ours.
    return part
  }
}
