/** Splits a whole name at its last space; null of an empty one. */
export function nameOf(text: string): { firstName: string; lastName: string } | null {
  const words = text.split(/\s+/).filter(Boolean)
  const lastName = words.pop()
  if (!lastName) return null
  return { firstName: words.join(' ') || lastName, lastName }
}
