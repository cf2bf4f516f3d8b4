// The limits that refuse requests, by which refusals are counted.

/** Bounds before a password check: rate limits of networks, of account and place, and the queue. */
export const LOGIN_BOUNDS = ['address', 'account', 'waiting'] as const
export type LoginBound = (typeof LOGIN_BOUNDS)[number]

/** The kinds of limits that answer `rate_limited`; a log-in's limits are counted by `loginBound` as well. */
export const LIMIT_KINDS = [
  ...([
    'key',
    'site',
    'days',
    'public',
    'photos',
    'credentials',
    'login',
    'codes',
    'links',
  ] as const),
  ...(['strangers', 'exports'] as const),
] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]
