// Readers of environment variables. Each throws one line with the variable, its value and the values that it may have.

/** Environment variables; an empty one counts as absent. */
export type Environment = Record<string, string | undefined>

/** Reads an http or https address, without a slash at its end. */
export function webAddress(env: Environment, name: string): string | undefined {
  const text = env[name]
  if (!text) return undefined
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw wrong(name, text, 'an http or https address')
  return url.href.replace(/\/$/, '')
}

/** The same without a path: every route is at the root of its name. */
export function webOrigin(env: Environment, name: string): string | undefined {
  const address = webAddress(env, name)
  if (address === undefined || address === URL.parse(address)?.origin) return address
  throw wrong(name, env[name]!, 'an http or https address without a path')
}

/** Reads a `mailto:` or `https:` address; a mail address alone is one, too. */
export function contact(env: Environment, name: string): string | undefined {
  const text = env[name]
  if (!text) return undefined
  const address = /^[^\s:@]+@[^\s:@]+$/.test(text) ? `mailto:${text}` : text
  if (!/^(mailto:[^\s@]+@|https:\/\/)[\x21-\x7e]+$/.test(address) || !URL.canParse(address))
    throw wrong(name, text, 'a mail address or an https address')
  return address
}

/** Reads a whole number. */
export function integer(
  env: Environment,
  name: string,
  absent: number,
  min: number,
  max: number,
): number {
  const text = env[name]
  if (!text) return absent
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw wrong(name, text, `a whole number from ${min} to ${max}`)
  return value
}

/** Reads a text of a shape. @param may what is said of the shape */
export function matching(
  env: Environment,
  name: string,
  absent: string,
  shape: RegExp,
  may: string,
) {
  const text = env[name] || absent
  if (!shape.test(text)) throw wrong(name, text, may)
  return text
}

/** Returns the error for a variable that may not have its value. */
export const wrong = (name: string, text: string, may: string) =>
  new Error(`${name} is ${JSON.stringify(text)} but must be ${may}`)
