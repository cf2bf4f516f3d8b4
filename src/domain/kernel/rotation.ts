/** What is shown of a secret that rotates: while the overlap lasts the one before it opens as much. */
export type SecretRotation = {
  prefix: string
  /** Of the secret before, with the end of its overlap; null: there was none, or it ended at once. */
  previousPrefix: string | null
  previousUntilMs: number | null
}

/** How long the secret before stays good when a secret is rotated (`contract-access`). */
export const OVERLAP_HOURS_MAX = 168
export const OVERLAP_HOURS_DEFAULT = 24

const HOUR_MS = 60 * 60 * 1_000

/** What is shown of a secret once it is rotated; the one before the last ends at once. @param overlapHours 0: so does the last */
export function rotationOf(
  before: SecretRotation,
  made: Pick<SecretRotation, 'prefix'>,
  { overlapHours, nowMs }: { overlapHours: number; nowMs: number },
): SecretRotation {
  const { prefix } = made
  if (overlapHours === 0) return { prefix, previousPrefix: null, previousUntilMs: null }
  const previousUntilMs = nowMs + overlapHours * HOUR_MS
  return { prefix, previousPrefix: before.prefix, previousUntilMs }
}

/** The secret before, while it is good; null: it is not, or there was none. */
export function previousOf(
  { previousPrefix, previousUntilMs }: SecretRotation,
  nowMs: number,
): { prefix: string; untilMs: number } | null {
  if (previousPrefix === null || previousUntilMs === null || nowMs >= previousUntilMs) return null
  return { prefix: previousPrefix, untilMs: previousUntilMs }
}
