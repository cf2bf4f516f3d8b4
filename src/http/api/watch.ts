/** What is done of who is shown guests before that is read, or before it is answered. */
export type Watch = {
  before?: () => Promise<void>
  after?: (answer: unknown) => Promise<void>
}

/** Whoever has let somebody in says here what is done of them, so that no door behind it can leave that out. */
const watches = new WeakMap<Request, Watch>()

export const setWatch = (request: Request, watch: Watch): void => {
  watches.set(request, watch)
}

/** What is done of a request's caller; undefined: nothing. */
export const watchOf = (request: Request): Watch | undefined => watches.get(request)

/** Does what is to be done before something is read, and before it is answered. */
export async function runWatched<Answer>(
  { before, after }: Watch,
  answer: () => Answer | Promise<Answer>,
): Promise<Answer> {
  await before?.()
  const answered = await answer()
  await after?.(answered)
  return answered
}
