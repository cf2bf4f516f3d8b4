// Scopes of topics: the units by which replicas invalidate each other's caches.

/** Kinds of topics about the days of the hotel whose id follows, and about its feed: each commit of that hotel. */
const OF_DAYS = ['days', 'rate_days', 'changes']

/** Kinds of topics that belong to a hotel's own data and leave the rest of that data valid. */
const OF_HOTEL = ['photos']

/**
 * Scopes whose version identifies the database: a random number of its own, and its server by start time and timeline.
 * After a failover or a restore, commits may be lost and their versions given out again.
 */
export const GENERATION = 'generation'
export const SERVER = 'server'

/** True if a scope identifies the database, not data in it. */
export const isOfDatabase = (scope: string): boolean => scope === GENERATION || scope === SERVER

/** Kinds of topics that are scopes themselves. */
const KEPT = ['hotel', 'user', 'vendor', 'site', 'catalog']

/**
 * Returns the scope of a topic: a hotel's own data, its days, an account, a vendor, a site or the catalogue. The
 * version of the scope says if a value cached under the topic is still valid. Undefined if nothing is cached under the
 * topic.
 */
export function scopeOf(topic: string): string | undefined {
  const [kind = '', id] = topic.split(':')
  if (KEPT.includes(kind)) return topic
  if (OF_HOTEL.includes(kind)) return `hotel:${id}`
  return OF_DAYS.includes(kind) ? `days:${id}` : undefined
}

/** The topics of a scope that a listener may subscribe to. */
export function topicsOf(scope: string): string[] {
  const [kind, id] = scope.split(':')
  return kind === 'days' ? OF_DAYS.map((each) => `${each}:${id}`) : [scope]
}

/** The hotel of a scope of days; undefined for any other scope. */
export function hotelOfDays(scope: string): number | undefined {
  const [kind, id] = scope.split(':')
  return kind === 'days' ? Number(id) : undefined
}
