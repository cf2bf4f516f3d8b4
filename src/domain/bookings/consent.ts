import { AGREEMENTS, type Agreement, type AgreementKind } from '../catalog/agreements.ts'
import { AppError, type Flaw, flaw } from '../kernel/errors.ts'
import { LANGUAGES, type Language } from '../kernel/language.ts'

/** Consents of one booking: to each text in each language. */
export const CONSENTS_MAX = AGREEMENTS.length * LANGUAGES.length

/** A consent of a guest to a text of the hotel, as a request has it; null: the text is not named. */
export type GivenConsent = { kind: AgreementKind; language: Language; textSha256: string | null }

/** A consent as it is kept with a booking. */
export type Consent = GivenConsent & { atMs: number }

/** Returns the flaws of consents; empty if there are none. */
export const consentFlaws = (consents: readonly GivenConsent[]): Flaw[] =>
  consents.flatMap(({ kind, language }, at) =>
    consents.findIndex((each) => each.kind === kind && each.language === language) < at
      ? [flaw(`/consents/${at}`, 'repeated', 'A text stands once.')]
      : [],
  )

/** Checks that the guest agreed to the texts that stand. @throws AppError `text_changed` */
export function checkConsents(
  consents: readonly GivenConsent[],
  agreements: readonly Agreement[],
): void {
  for (const { kind, language, textSha256 } of consents) {
    if (textSha256 === null) continue
    const text = agreements.find((each) => each.kind === kind && each.language === language)
    if (text?.textSha256 !== textSha256)
      throw new AppError('text_changed', `The text has changed meanwhile (${kind}, ${language}).`)
  }
}
