import { LANGUAGES, type Language } from '../kernel/language.ts'

/** Texts of a hotel that guests agree to: its terms, and how it keeps their data. */
export const AGREEMENTS = ['terms', 'privacy'] as const
export type AgreementKind = (typeof AGREEMENTS)[number]

/** Characters of one text. */
export const AGREEMENT_LENGTH_MAX = 15_000

/** A text that stands, by the SHA-256 of its UTF-8 bytes in hex. */
export type Agreement = { kind: AgreementKind; language: Language; textSha256: string }

/** A text that stands, in full. */
export type AgreementText = Agreement & { text: string }

/** Changes of the texts by language and kind; a text that is left out stays, null or an empty one removes it. */
export type AgreementChanges = {
  [Each in Language]?: { [Kind in AgreementKind]?: string | null }
}

/**
 * Applies changes to the texts that stand.
 *
 * @returns `stand`: all that stand afterwards, by kind and language; `written`: those that the changes wrote
 */
export function changeAgreements(
  before: readonly Agreement[],
  changes: AgreementChanges,
): { stand: Agreement[]; written: AgreementText[] } {
  const written: AgreementText[] = []
  const stand = AGREEMENTS.flatMap((kind) =>
    LANGUAGES.flatMap((language): Agreement[] => {
      const text = changes[language]?.[kind]
      if (text === undefined)
        return before.filter((each) => each.kind === kind && each.language === language)
      if (!text) return []
      const agreement = { kind, language, textSha256: hashText(text) }
      written.push({ ...agreement, text })
      return [agreement]
    }),
  )
  return { stand, written }
}

const hashText = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex')
