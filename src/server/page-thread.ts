import { unavailable } from '../domain/kernel/errors.ts'
import type { GuestPage, GuestPages, PageAnswer, Visit } from '../http/guests/page-shape.ts'
import type { Log } from '../log.ts'
import { inTurns } from '../store/engine/pace.ts'
import { canStartWorker } from '../store/engine/threads.ts'
import type {
  Batch,
  PageDone,
  PageNews,
  PageOrder,
  Question,
  Replies,
  WrittenPage,
} from './page-worker.ts'
import { type ThreadEnd, type WatchedThread, watchThread } from './watched-thread.ts'

/** Visits whose pages the thread writes at once, some 2 ms each; the loop writes the pages of further ones. */
const VISITS_MAX = 64
/** After a failure of the thread, the loop writes the pages for so long. */
const PAUSE_MS = 60_000
const RETRY_SECONDS = 5

/** In the binary this module is part of a chunk next to `main`; run from source, it lies next to the worker. */
const FOLDER = import.meta.path.endsWith('.ts') ? '.' : './server'

type Options = {
  log: Log
  /** Ends the thread; what it has not written is written on the loop. */
  stopping: AbortSignal
  monotonicMs: () => number
  /** Starts the thread, if it can be started; a test starts another one, and lets time pass faster. */
  open?: () => Worker | undefined
  tickMs?: number
}

/** A visit whose page is being written, and the first error of what it asked. */
type OpenVisit = PromiseWithResolvers<PageAnswer | undefined> & { visit: Visit; error?: unknown }

/** Has a page written; undefined: the loop shall write it. */
type Write = (page: WrittenPage, visit: Visit) => Promise<PageAnswer | undefined> | undefined

/** Starts the thread that writes pages, if descriptors are left for it; it does not keep the process alive. */
export function openPageWorker(): Worker | undefined {
  if (!canStartWorker()) return undefined
  return new Worker(new URL(`${FOLDER}/page-worker.ts`, import.meta.url), { ref: false })
}

/**
 * Has the pages that sell written in a thread of its own, which starts with the first visit: to write and compress one
 * took 2.3 of its 3.5 ms on the event loop, in one piece. The loop answers what the page asks. It writes the page
 * itself while the thread starts, is full, or has failed. Forms are written on the loop: no act may run twice.
 */
export function pagesInThread(pages: GuestPages, options: Options): GuestPages {
  const write = createWriter(options)
  const inThread =
    (page: WrittenPage): GuestPage =>
    async (visit) => {
      const isReading = !visit.problem && Object.keys(visit.form).length === 0
      return (isReading && (await write(page, visit))) || (await pages[page](visit))
    }
  const written = { search: inThread('search'), hotel: inThread('hotel'), book: inThread('book') }
  return { ...pages, ...written }
}

function createWriter({ log, stopping, monotonicMs, open = openPageWorker, tickMs }: Options) {
  const visits = new Map<number, OpenVisit>()
  let thread: WatchedThread<PageOrder | Replies> | undefined
  let resumeMs = 0
  let count = 0

  function start(): WatchedThread<PageOrder | Replies> | undefined {
    const worker = open()
    if (!worker) return undefined
    return watchThread<PageOrder | Replies, PageNews>(worker, {
      onReady: () => log.debug('page_thread_ready'),
      ...{ isAwaited: () => visits.size > 0, onEnd, tickMs },
      take: (news) =>
        'batch' in news ? answerBatch(visits, news, () => thread) : close(visits, news),
    })
  }

  function onEnd(end: ThreadEnd, message: string): void {
    log.error(`page_thread_${end}`, { message, visits: visits.size })
    if (end === 'failed') resumeMs = monotonicMs() + PAUSE_MS
    leave(end)
  }

  function leave(end: ThreadEnd | 'stopped'): void {
    thread = undefined
    const left = [...visits.values()]
    visits.clear()
    // The loop does not write what may have stuck the thread.
    for (const { resolve, reject } of left)
      if (end === 'stuck') reject(unavailable('The page could not be written.', RETRY_SECONDS))
      else resolve(undefined)
  }

  stopping.addEventListener('abort', () => {
    thread?.end()
    leave('stopped')
  })

  const write: Write = (page, visit) => {
    if (stopping.aborted || visits.size >= VISITS_MAX || monotonicMs() < resumeMs) return undefined
    thread ??= start()
    if (!thread?.isReady()) return undefined
    const id = count++
    const opened = { ...Promise.withResolvers<PageAnswer | undefined>(), visit }
    visits.set(id, opened)
    thread.post({ visit: id, page, facts: factsOf(visit) })
    return opened.promise
  }
  return write
}

/** Returns what another thread can be told of a visit: all but its functions. */
function factsOf(visit: Visit): PageOrder['facts'] {
  const { form, slug, query, lang, acceptLanguage, acceptEncoding, nowMs } = visit
  const { isSelling, publicUrl, packIn } = visit
  return {
    ...{ form, slug, query: query.toString(), lang, acceptLanguage, acceptEncoding },
    ...{ nowMs, isSelling, publicUrl, packIn },
  }
}

type Visits = Map<number, OpenVisit>

/**
 * Answers a batch of questions, each in a turn of its own: a page with dates asks for a dozen answers, which together
 * would hold the loop for 5 ms.
 */
async function answerBatch(
  visits: Visits,
  { batch, questions }: Batch,
  threadNow: () => WatchedThread<Replies> | undefined,
): Promise<void> {
  const asking = threadNow()
  const asked = inTurns(questions, (question) => answer(visits, question))
  const replies = await Promise.all(asked).catch(() => undefined)
  if (asking === threadNow()) asking?.post({ batch, replies })
}

/** Answers a question. Its error is kept for the visit: another thread would get a copy that is no `AppError`. */
async function answer(visits: Visits, { visit: id, name, given }: Question): Promise<unknown> {
  const opened = visits.get(id)
  if (!opened) return undefined
  try {
    return await (opened.visit[name] as (...given: unknown[]) => Promise<unknown>)(...given)
  } catch (error) {
    opened.error ??= error
    throw error
  }
}

/** Ends a visit with its page, or with what its page has thrown. */
function close(visits: Visits, done: PageDone): void {
  const opened = visits.get(done.visit)
  visits.delete(done.visit)
  if ('answer' in done) opened?.resolve(done.answer)
  else opened?.reject(opened.error ?? new Error(done.failure))
}
