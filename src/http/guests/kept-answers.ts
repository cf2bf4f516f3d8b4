import { LRUCache } from 'lru-cache'
import { inTurns } from '../../store/engine/pace.ts'
import { codingOf } from '../api/coding.ts'
import type { Context } from '../api/context.ts'
import { askBy } from './ask.ts'
import type { GuestPage, PageAnswer, Visit } from './page-shape.ts'

/** A page as it was written, and what it was written from. */
type KeptAnswer = {
  answer: PageAnswer
  /** Hashes of all that it was told: texts of the API by address, and by slug if a hotel is listed. */
  origins: ReadonlyMap<string, bigint>
  /** The quarter of an hour in which it was written. */
  quarter: number
}

/** Bytes of an entry in addition to its texts. */
const ENTRY_OVERHEAD = 1_000
/** Pages of longer addresses are written each time. */
const KEY_LENGTH_MAX = 300
/** A date begins on a quarter of an hour in every time zone. */
const QUARTER_MS = 15 * 60 * 1_000
/** Nobody outside knows it, so nobody can write two texts with one hash. */
const SEED = crypto.getRandomValues(new BigUint64Array(1))[0]!

const hashOf = (text: string) => Bun.hash(text, SEED) as bigint

/**
 * Keeps pages that are the same for all who ask for them in one language, while all that they show is the same: the
 * texts of the API, which keeps them itself, and the date. To ask for these anew takes a tenth of the time in which the
 * page is written.
 */
export function createKeptAnswers({ caches }: Pick<Context, 'caches'>) {
  const share = caches.share('guest_pages')
  const kept = new LRUCache<string, KeptAnswer>({
    maxSize: share.maxBytes,
    sizeCalculation: ({ answer: { text, packed } }, key) =>
      2 * (text.length + key.length) + (packed?.bytes.length ?? 0) + ENTRY_OVERHEAD,
  })
  share.watch(() => kept.calculatedSize)
  let made = 0

  /** True if a page would be written alike. Asking stops at the first thing that has changed, since the page asks again. */
  const stands = async ({ origins, quarter }: KeptAnswer, visit: Visit): Promise<boolean> => {
    if (quarter !== quarterOf(visit)) return false
    let isSame = true
    const asked = inTurns([...origins], async ([name, hash]) => {
      const now = isSame ? await askAgain(visit, name) : undefined
      if (now === undefined || hashOf(now) !== hash) isSame = false
    })
    await Promise.all(asked)
    return isSame
  }

  return (page: GuestPage): GuestPage =>
    async (visit) => {
      const key = `${visit.slug} ${visit.query} ${visit.acceptLanguage}`
      if (visit.problem || key.length > KEY_LENGTH_MAX) return await page(visit)
      const known = kept.get(key)
      if (known && (await stands(known, visit))) return known.answer
      const { heard, origins } = noting(visit)
      const answer = { ...(await page(heard)), packedAs: `guest ${made++}` }
      if (answer.status === 200 && origins())
        kept.set(key, { answer, origins: origins()!, quarter: quarterOf(visit) })
      return answer
    }
}

const quarterOf = ({ nowMs }: Visit) => Math.floor(nowMs / QUARTER_MS)

/** Asks anew for what a page was told. @param name the address of a text, or the slug of a hotel */
async function askAgain(visit: Visit, name: string): Promise<string | undefined> {
  if (!name.startsWith('/')) return String(await visit.isListed(name))
  const { isRefused, text } = await visit.send('GET', name)
  return isRefused ? undefined : text
}

/**
 * Notes what a page is told.
 *
 * @returns `origins`: undefined once something was refused, or the page asked for what is not the same for all
 */
function noting(visit: Visit) {
  const origins = new Map<string, bigint>()
  let isWhole = true
  const send: Visit['send'] = async (method, path, ...rest) => {
    const answer = await visit.send(method, path, ...rest)
    if (method === 'GET' && !answer.isRefused) origins.set(path, hashOf(answer.text))
    else isWhole = false
    return answer
  }
  const isListed: Visit['isListed'] = async (slug) => {
    const answer = await visit.isListed(slug)
    origins.set(slug, hashOf(String(answer)))
    return answer
  }
  const ofOne =
    <Given extends unknown[], T>(tell: (...given: Given) => Promise<T>) =>
    (...given: Given) => {
      isWhole = false
      return tell(...given)
    }
  const { isMailed, read, tokenOf } = visit
  const others = { isMailed: ofOne(isMailed), read: ofOne(read), tokenOf: ofOne(tokenOf) }
  return {
    heard: {
      ...{ ...visit, ...others, send, ask: askBy(send), isListed },
      packIn: codingOf(visit.acceptEncoding),
    },
    origins: () => (isWhole ? origins : undefined),
  }
}
