/**
 * Compares two answers by the names that stand in them, for values may differ. A member that was null may be left out.
 *
 * @throws Error naming the members that the old answer has and the new one lacks: then less is compared with more
 */
export function expectShape(old: string, now: string): void {
  const known = membersOf(now)
  const lost = [...membersOf(old)].filter((member) => !known.has(member))
  if (lost.length > 0) throw new Error(`the new answer lacks ${lost.slice(0, 5).join(', ')}`)
}

/** The paths of all members of a JSON text, elements of lists being one; none of what is no JSON, nor of what is null. */
function membersOf(text: string): Set<string> {
  const members = new Set<string>()
  const visit = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, member] of Object.entries(value)) {
      if (member === null) continue
      const at = Array.isArray(value) ? `${path}[]` : `${path}.${name}`
      members.add(at)
      visit(member, at)
    }
  }
  if (text.startsWith('{')) visit(JSON.parse(text), '')
  return members
}
