import { catalogTopic } from '../../store/catalog/catalog.ts'
import type { Context } from '../api/context.ts'
import type { GuestPage } from './page-shape.ts'

/** The kept answer is made anew after this time, whatever it missed. */
const ANSWER_KEPT_MS = 60 * 60 * 1_000

/**
 * Keeps the sitemap, which is the same for all and dear to make, until a hotel changes; those who wait for it share it.
 * A hotel that is listed no more is told to search engines with the next look.
 */
export function keepSitemap({ store }: Pick<Context, 'store'>, page: GuestPage): GuestPage {
  let kept: { answer: ReturnType<GuestPage>; untilMs: number; version: number } | undefined
  return async (visit) => {
    const version = store.version(catalogTopic)
    if (!kept || visit.nowMs >= kept.untilMs || kept.version !== version) {
      const answer = page(visit)
      kept = { answer, version, untilMs: visit.nowMs + ANSWER_KEPT_MS }
      const drop = () => {
        kept = undefined
      }
      answer.then(({ status }) => status !== 200 && drop(), drop)
    }
    return await kept.answer
  }
}
