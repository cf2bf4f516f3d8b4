/** Highest age of a child. */
const CHILD_AGE_MAX = 17
const AGES = /^\d{1,2}(?:[\s,;]+\d{1,2})*$/

/** Reads the ages of children, `4, 9`; null for a text that says anything else. An empty text says no children. */
export function readAges(text: string): number[] | null {
  const typed = text.trim().replace(/(?<![,;])[,;]+$/, '')
  if (typed === '') return []
  if (!AGES.test(typed)) return null
  const ages = typed.split(/[\s,;]+/).map(Number)
  return ages.every((age) => age <= CHILD_AGE_MAX) ? ages : null
}
