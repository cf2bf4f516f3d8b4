import { and, eq, inArray } from 'drizzle-orm'
import type { Agreement, AgreementText } from '../../domain/catalog/agreements.ts'
import type { Handle, Tx } from '../engine/engine.ts'

/** The texts of a hotel's agreements, in their order. */
export async function listAgreementTexts(
  { t: { agreementText }, db }: Handle,
  hotelId: number,
  agreements: readonly Agreement[],
): Promise<AgreementText[]> {
  if (agreements.length === 0) return []
  const hashes = agreements.map(({ textSha256 }) => textSha256)
  const rows = await db
    .select()
    .from(agreementText)
    .where(and(eq(agreementText.hotelId, hotelId), inArray(agreementText.sha256, hashes)))
  const texts = new Map(rows.map(({ sha256, text }) => [sha256, text]))
  return agreements.map((each) => ({ ...each, text: texts.get(each.textSha256)! }))
}

/** Keeps texts; those that the hotel has had before are there. */
export async function insertAgreementTexts(
  { t: { agreementText }, db }: Tx,
  hotelId: number,
  texts: readonly AgreementText[],
): Promise<void> {
  if (texts.length === 0) return
  await db
    .insert(agreementText)
    .values(texts.map(({ textSha256: sha256, text }) => ({ hotelId, sha256, text })))
    .onConflictDoNothing()
}
