import ipaddr from 'ipaddr.js'
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

/** The parts of a call that identify the caller. */
export type CallOrigin = Pick<Call, 'request' | 'server'>

/** The site of a call's key, and the address of its visitor; null: the site sent none. */
export type SiteCall = { site: Site; visitor: string | null }

const ALLOWANCE = perMinute(SITE_REQUESTS_PER_MINUTE)

/** Returns the names of a site's headers (`contract-access`): its key, and its visitor's address. */
export const siteHeaders = ({ brand }: Pick<Context, 'brand'>) => ({
  key: `x-${brand}-site`,
  visitor: `x-${brand}-visitor`,
})

/**
 * Authenticates the site of a call, once per call, and takes a token of the site's rate limit bucket; undefined without a
 * key, whose visitor header is then ignored.
 *
 * @throws AppError `unauthenticated` for an invalid key, `rate_limited`, `validation_failed` for a visitor that is not an
 *   address
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
  // Checked again after any commit in between: another process may have revoked it.
  const site = store.version(ANY) === before ? known : await context.siteOf(key)
  if (!site) throw refuseCredential(context, call, noSiteKey(context))
  if (!spent.allowed)
    throw rateLimited(
      'site',
      `A site may send ${SITE_REQUESTS_PER_MINUTE} requests a minute.`,
      spent,
    )
  const from = exactAddressOf(context, call.request, call.server)
  siteUses.set(site.id, { atMs: nowMs(), from })
  return { site, visitor: readVisitor(context, call.request) }
}

/** @throws AppError `validation_failed` */
function readVisitor(context: Context, { headers }: Request): string | null {
  const { visitor: name } = siteHeaders(context)
  const text = headers.get(name)
  if (text === null || isAddress(text)) return text?.replace(/%.*/, '') ?? null
  throw refused(`header:${name}`, 'wrong_format', 'Must be one IP address: that of the visitor.')
}

const isAddress = (text: string) =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)

const noSiteKey = (context: Context) =>
  new AppError(
    'unauthenticated',
    `${siteHeaders(context).key} is not the key of a site, or the key was revoked. Send a valid key, or omit the header.`,
  )
