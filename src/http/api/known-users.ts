import type { User } from '../../domain/accounts/user.ts'
import { findOpenSessions, type OpenSession } from '../../store/accounts/sessions.ts'
import { findUser, userTopic } from '../../store/accounts/users.ts'
import { cached } from '../../store/cache.ts'
import type { Store } from '../../store/open.ts'

const USERS_KEPT = 10_000
/** Bound of the session cache, in accounts plus sessions. */
const SESSIONS_KEPT = 40_000

type Sessions = { userId: string; open: ReadonlyMap<string, OpenSession> }

/** Creates the cached look-ups of accounts and their open sessions. */
export function createUsersOf(store: Store) {
  const users = cached<User>(store, { topics: (user) => [userTopic(user.id)], max: USERS_KEPT })
  const sessions = cached<Sessions>(store, {
    topics: ({ userId }) => [userTopic(userId)],
    max: SESSIONS_KEPT,
    sizeOf: ({ open }) => 1 + open.size,
  })
  return {
    userOf: async (userId: string): Promise<User | undefined> => {
      await store.freshen([userTopic(userId)])
      return await users(userId, () => findUser(store, userId))
    },
    sessionsOf: async (userId: string): Promise<ReadonlyMap<string, OpenSession>> => {
      const load = async () => ({ userId, open: await findOpenSessions(store, userId) })
      return (await sessions(userId, load))!.open
    },
  }
}
