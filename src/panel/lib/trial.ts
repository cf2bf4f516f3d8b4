import type { Problem } from './api.ts'
import { useLoad } from './load.ts'
import { useSettled } from './typing.ts'

/** The outcome of a draft: found or refused; neither while it is not known. */
export type Trial<T> = { data?: T | undefined; problem?: Problem; reload: () => void }

/**
 * Reads what a draft would come to, once the typing pauses.
 *
 * @param asked the draft as it is sent; empty if there is nothing to try
 * @param inputs what the answer depends on besides
 */
export function useTrial<T>(
  asked: string,
  read: (asked: string, signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[] = [],
): Trial<T> {
  const settled = useSettled(asked)
  const { data, problem, isBusy, reload } = useLoad(
    async (signal) =>
      settled === '' ? undefined : { asked: settled, found: await read(settled, signal) },
    [settled, ...inputs],
  )
  // An answer to an earlier draft says nothing about this one.
  if (asked === '' || asked !== settled || isBusy) return { reload }
  if (problem) return { problem, reload }
  return { data: data?.asked === asked ? data.found : undefined, reload }
}
