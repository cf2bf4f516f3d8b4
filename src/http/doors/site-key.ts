import { isIP } from 'node:net'
import { AppError, refused } from '../../domain/kernel/errors.ts'
import { perMinute } from '../../domain/kernel/rate-limit.ts'
import { SITE_REQUESTS_PER_MINUTE, type Site } from '../../domain/sites/site.ts'
import { ANY } from '../../store/engine/versions.ts'
import { siteTopic } from '../../store/sites/sites.ts'
import { exactAddressOf } from '../api/address.ts'
import type { Context } from '../api/context.ts'
import { rateLimited } from '../api/limiter.ts'
import type { Call } from '../api/route.ts'
import { refuseCredential } from './refuse-credential.ts'

/** A call as far as it says who makes it. */
export type CallOrigin = Pick<Call, 'request' | 'server'>

/** The site whose key a call carries, and the address of whom it is made for; null: the site said none. */
export type SiteCall = { site: Site; visitor: string | null }

const ALLOWANCE = perMinute(SITE_REQUESTS_PER_MINUTE)

/** Headers of a site (`contract-access`): its key, and its visitor's address. */
export const siteHeaders = ({ brand }: Pick<Context, 'brand'>) => ({
  key: `x-${brand}-site`,
  visitor: `x-${brand}-visitor`,
})

/**
 * The site that a call is made by, read once a call, for a token of the site's own bucket; undefined without a key, and
 * what such a call says of a visitor is nobody's word.
 *
 * @throws AppError `unauthenticated` for a key that opens nothing, `rate_limited`, `validation_failed` for a visitor
 *   that is no address
 */
export function siteOfCall(context: Context, call: CallOrigin): Promise<SiteCall | undefined> {
  const { request } = call
  const key = request.headers.get(siteHeaders(context).key)
  if (key === null) return NONE
  let read = calls.get(request)
  if (!read) {
    read = readSite(context, call, key)
    calls.set(request, read)
  }
  return read
}

const NONE = Promise.resolve(undefined)
const calls = new WeakMap<Request, Promise<SiteCall>>()

async function readSite(context: Context, call: CallOrigin, key: string): Promise<SiteCall> {
  const { store, siteLimiter, siteUses, nowMs } = context
  const before = store.version(ANY)
  const known = await context.siteOf(key)
  if (!known) throw refuseCredential(context, call, noSiteKey(context))
  const spent = await siteLimiter.spend(known.id, ALLOWANCE, [siteTopic(known)])
  // Once more when anything was committed meanwhile: another process may have revoked it.
  const site = store.version(ANY) === before ? known : await context.siteOf(key)
  if (!site) throw refuseCredential(context, call, noSiteKey(context))
  if (!spent.allowed)
    throw rateLimited(`A site may send ${SITE_REQUESTS_PER_MINUTE} requests a minute.`, spent)
  const from = exactAddressOf(context, call.request, call.server)
  siteUses.set(site.id, { atMs: nowMs(), from })
  return { site, visitor: readVisitor(context, call.request) }
}

/** @throws AppError `validation_failed` */
function readVisitor(context: Context, { headers }: Request): string | null {
  const { visitor: name } = siteHeaders(context)
  const text = headers.get(name)
  if (text === null || isIP(text) !== 0) return text?.replace(/%.*/, '') ?? null
  throw refused(`header:${name}`, 'wrong_format', 'Must be one IP address: that of the visitor.')
}

const noSiteKey = (context: Context) =>
  new AppError(
    'unauthenticated',
    `What ${siteHeaders(context).key} has is the key of no site, or of one that was revoked. Send a key that stands, or leave the header out.`,
  )
