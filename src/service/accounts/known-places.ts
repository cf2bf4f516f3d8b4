import { PLACE_KNOWN_MS, PLACES_MAX } from '../../domain/accounts/login-place.ts'
import {
  findFamiliarity,
  type SignInFamiliarity,
  upsertDevice,
  upsertPlace,
} from '../../store/accounts/known-places.ts'
import type { Deps } from '../deps.ts'

/** Returns whether the account signed in from this place, and with this browser, within 90 days. */
export const knownOf = (
  { store, nowMs }: Deps,
  asked: { email: string; place: string; device: string | undefined },
): Promise<SignInFamiliarity> =>
  findFamiliarity(store, { ...asked, sinceMs: nowMs() - PLACE_KNOWN_MS })

/** Records the place and the browser of a sign-in. */
export async function keepPlace(
  { store, nowMs }: Deps,
  { userId, place, device }: { userId: string; place: string; device: string },
): Promise<void> {
  const seenAtMs = nowMs()
  await store.tx(async (tx) => {
    await upsertPlace(tx, { userId, place, seenAtMs }, PLACES_MAX)
    await upsertDevice(tx, { userId, hash: device, seenAtMs }, PLACES_MAX)
  })
}
