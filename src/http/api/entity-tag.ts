/** How a tag begins that is weak, and ends that is of packed bytes. */
const FORM = /^W\/|-(?:zstd|gzip)(?="$)/g

/** The tag of an answer as it is sent packed: other bytes have another strong tag (RFC 9110 §8.8.3). */
export const packedTag = (etag: string, coding: string) => `${etag.slice(0, -1)}-${coding}"`

/** Whether `If-None-Match` names an answer of this tag, weak, packed or as it is (RFC 9110 §13.1.2). */
export function matchesTag(ifNoneMatch: string | null, etag: string): boolean {
  if (!ifNoneMatch) return false
  return (
    ifNoneMatch === '*' ||
    ifNoneMatch.split(',').some((tag) => tag.trim().replaceAll(FORM, '') === etag)
  )
}
