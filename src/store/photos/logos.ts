import { eq } from 'drizzle-orm'
import type { Picture } from '../../domain/photos/picture/picture.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import type { PhotoFile } from './photos.ts'

/** A logo with its bytes, as served; undefined if none has this id. */
export async function findLogo(
  { t: { logo }, db }: Handle,
  id: string,
): Promise<PhotoFile | undefined> {
  const { type, sha256, bytes } = logo
  const [row] = await db.select({ type, sha256, bytes }).from(logo).where(eq(logo.id, id))
  return row as PhotoFile | undefined
}

/** The hash of a logo's bytes; undefined if none has this id. */
export async function findLogoHash(
  { t: { logo }, db }: Handle,
  id: string,
): Promise<string | undefined> {
  const { sha256 } = logo
  const [row] = await db.select({ sha256 }).from(logo).where(eq(logo.id, id))
  return row?.sha256
}

/** Stores a logo. */
export async function insertLogo({ t, db }: Tx, id: string, { bytes, ...logo }: Picture) {
  await db.insert(t.logo).values({ id, ...logo, bytes: Buffer.from(bytes.buffer) })
}

/** Deletes a logo; its address is 404 from then on. */
export async function deleteLogo({ t, db }: Tx, id: string): Promise<void> {
  await db.delete(t.logo).where(eq(t.logo.id, id))
}
