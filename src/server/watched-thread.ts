/** A thread is stuck if it is silent for so many ticks while it is awaited. A process that was paused counts one. */
const TICK_MS = 1_000
const SILENT_TICKS_MAX = 5

/** The end of a thread that did not end by itself: it failed, or it is stuck. */
export type ThreadEnd = 'failed' | 'stuck'

/** A thread that is watched; it posts `ready` at first, and `pong` for each `ping`. */
export type WatchedThread<Order> = {
  post: (order: Order) => void
  isReady: () => boolean
  end: () => void
}

type Watch<News> = {
  onReady: () => void
  take: (news: News) => void
  /** True while somebody waits for the thread. */
  isAwaited: () => boolean
  /** Called once, after the thread was ended. */
  onEnd: (end: ThreadEnd, message: string) => void
  tickMs?: number | undefined
}

/** Watches a thread that was just started. */
export function watchThread<Order, News>(
  worker: Worker,
  { onReady, take, isAwaited, onEnd, tickMs = TICK_MS }: Watch<News>,
): WatchedThread<Order> {
  let isReady = false
  let silentTicks = 0

  function tick(): void {
    if (!isAwaited()) silentTicks = 0
    else if (silentTicks++ < SILENT_TICKS_MAX) worker.postMessage('ping')
    else finish('stuck', `silent for ${silentTicks - 1} ticks of ${tickMs} ms`)
  }

  function finish(how: ThreadEnd, message: string): void {
    end()
    onEnd(how, message)
  }

  function end(): void {
    clearInterval(ticking)
    worker.onmessage = null
    worker.onerror = null
    worker.terminate()
  }

  const ticking = setInterval(tick, tickMs)
  ticking.unref()
  worker.onmessage = ({ data }: MessageEvent<News | 'ready' | 'pong'>) => {
    silentTicks = 0
    if (data === 'ready') {
      isReady = true
      onReady()
    } else if (data !== 'pong') take(data)
  }
  worker.onerror = ({ message }) => finish('failed', message)
  return { post: (order) => worker.postMessage(order), isReady: () => isReady, end }
}
