/** Kinds of topics that tell of the days of the hotel whose id follows, and of what its feed tells: each commit of it. */
const OF_DAYS = ['days', 'rate_days', 'changes']

/** Kinds of topics that belong to a hotel's own data, and leave the rest of it as it was. */
const OF_HOTEL = ['photos']

/**
 * Scopes whose version tells a database from others: a random of its own, and its server by its start and its timeline.
 * After a failover or a restore commits may be lost and their versions given out again.
 */
export const GENERATION = 'generation'
export const SERVER = 'server'

export const isOfDatabase = (scope: string): boolean => scope === GENERATION || scope === SERVER

/** Kinds of topics that are scopes themselves. */
const KEPT = ['hotel', 'user', 'vendor', 'site', 'catalog']

/**
 * What a topic belongs to: a hotel's own data, its days, an account, a vendor, a site or the catalogue, whose version says
 * whether what is kept of it in memory stands; undefined when nothing is kept by it.
 */
export function scopeOf(topic: string): string | undefined {
  const [kind = '', id] = topic.split(':')
  if (KEPT.includes(kind)) return topic
  if (OF_HOTEL.includes(kind)) return `hotel:${id}`
  return OF_DAYS.includes(kind) ? `days:${id}` : undefined
}

/** The topics of a scope that somebody may listen to. */
export function topicsOf(scope: string): string[] {
  const [kind, id] = scope.split(':')
  return kind === 'days' ? OF_DAYS.map((each) => `${each}:${id}`) : [scope]
}

/** The hotel whose days a scope is of. */
export function hotelOfDays(scope: string): number | undefined {
  const [kind, id] = scope.split(':')
  return kind === 'days' ? Number(id) : undefined
}
