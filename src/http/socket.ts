/** How the server listens; Elysia's and Bun's own defaults are others. */
export const SOCKET_OPTIONS = {
  development: false,
  /** Longer than the longest poll, shorter than for ever (house-style §7.12). */
  idleTimeout: 60,
  /** Elysia's default lets a second process listen on the same port and take half of the requests. */
  reusePort: false,
  /** `withPushJson` and `readBody` hold bodies to their limits and answers with a problem; Bun's own limit would answer without one. */
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
} as const
