/** Requests since the start, and problems they were answered with, by status class. */
export type RequestCounts = { requests: number; problems: { '4xx': number; '5xx': number } }

/** Counts that begin at nothing. */
export const createRequestCounts = (): RequestCounts => ({
  requests: 0,
  problems: { '4xx': 0, '5xx': 0 },
})

/** Counts the problem a request was answered with. */
export function countProblem({ problems }: RequestCounts, status: number): void {
  problems[status < 500 ? '4xx' : '5xx']++
}
