/** The public part of a rotated secret: during the overlap the previous one is equally valid. */
export type SecretRotation = {
  prefix: string
  /** The previous secret's prefix and the end of its overlap; null: none, or it ended at once. */
  previousPrefix: string | null
  previousUntilMs: number | null
}

/** The longest and the default overlap of a rotation, in hours (`contract-access`). */
export const OVERLAP_HOURS_MAX = 168
export const OVERLAP_HOURS_DEFAULT = 24

const HOUR_MS = 60 * 60 * 1_000

/**
 * Returns the public part of a secret after its rotation; the secret before the previous one ends at once.
 *
 * @param overlapHours 0 ends the previous one at once, too
 */
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

/** Returns the previous secret while it is valid; null: expired, or none. */
export function previousOf(
  { previousPrefix, previousUntilMs }: SecretRotation,
  nowMs: number,
): { prefix: string; untilMs: number } | null {
  if (previousPrefix === null || previousUntilMs === null || nowMs >= previousUntilMs) return null
  return { prefix: previousPrefix, untilMs: previousUntilMs }
}
