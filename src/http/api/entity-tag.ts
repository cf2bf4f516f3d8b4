/** The prefix of a weak tag and the suffix of a compressed answer's tag. */
const FORM = /^W\/|-(?:zstd|gzip)(?="$)/g

/** Returns the tag of the compressed answer: different bytes need a different strong tag (RFC 9110 §8.8.3). */
export const packedTag = (etag: string, coding: string) => `${etag.slice(0, -1)}-${coding}"`

/** True if `If-None-Match` names this tag, be it plain, weak or compressed (RFC 9110 §13.1.2). */
export function matchesTag(ifNoneMatch: string | null, etag: string): boolean {
  if (!ifNoneMatch) return false
  return (
    ifNoneMatch === '*' ||
    ifNoneMatch.split(',').some((tag) => tag.trim().replaceAll(FORM, '') === etag)
  )
}
