/** The operation that a span is about. */
type TracedOperation = { id: string; method: string; path: string }

/** The span of an answer, while its request is under way. */
export type AnswerSpan = {
  /** Notes whose data the caller works with; never who the caller is. */
  caller: (caller: object) => void
  end: (status: number, problem?: string) => void
}

/** Runs the answer of a request within a span, which goes on from the request's `traceparent` (W3C Trace Context). */
export type TraceAnswer = <T>(
  operation: TracedOperation,
  request: Request,
  answer: (span: AnswerSpan) => T,
) => T
