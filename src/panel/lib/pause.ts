/**
 * Waits, and leaves nothing behind on the signal.
 *
 * @param begun is given what ends it before its time
 * @throws the signal's reason when it is aborted, before or meanwhile
 */
export async function pause(
  ms: number,
  signal: AbortSignal,
  begun?: (end: () => void) => void,
): Promise<void> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const alarm = setTimeout(resolve, ms)
  begun?.(resolve)
  const end = () => reject(signal.reason)
  signal.addEventListener('abort', end)
  try {
    await promise
  } finally {
    clearTimeout(alarm)
    signal.removeEventListener('abort', end)
  }
}
