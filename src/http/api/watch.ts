/** The audit hook of guest data: runs before the data is read, or before it is answered. */
export type Watch = {
  before?: () => Promise<void>
  after?: (answer: unknown) => Promise<void>
}

/** Audit hooks by request: a door registers one for its caller, so that no handler behind it can forget the audit. */
const watches = new WeakMap<Request, Watch>()

export const setWatch = (request: Request, watch: Watch): void => {
  watches.set(request, watch)
}

/** Returns the audit hook of a request; undefined: none. */
export const watchOf = (request: Request): Watch | undefined => watches.get(request)

/** Runs a handler between the two parts of an audit hook. */
export async function runWatched<Answer>(
  { before, after }: Watch,
  answer: () => Answer | Promise<Answer>,
): Promise<Answer> {
  await before?.()
  const answered = await answer()
  await after?.(answered)
  return answered
}
