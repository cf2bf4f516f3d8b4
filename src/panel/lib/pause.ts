/**
 * Waits, and removes its listener from the signal afterwards.
 *
 * @param begun gets the function that ends the wait early
 * @throws the signal's reason if it is aborted before or during the wait
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
