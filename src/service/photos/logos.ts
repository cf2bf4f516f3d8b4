import type { readPicture } from '../../domain/photos/picture/picture.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { deleteLogo, findLogoHash, insertLogo } from '../../store/photos/logos.ts'
import type { Deps } from '../deps.ts'

/**
 * Stores another logo in place of the present one; the same picture keeps its address.
 *
 * @param picture null takes the logo away; undefined leaves it
 * @returns the id of the logo
 */
export async function replaceLogo(
  tx: Tx,
  deps: Deps,
  formerId: string | null,
  picture: ReturnType<typeof readPicture> | null | undefined,
): Promise<string | null> {
  if (picture === undefined) return formerId
  const isSame = formerId && picture && (await findLogoHash(tx, formerId)) === picture.sha256
  if (isSame) return formerId
  if (formerId) await deleteLogo(tx, formerId)
  if (!picture) return null
  const id = deps.newId()
  await insertLogo(tx, id, picture)
  return id
}
