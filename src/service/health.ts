import { writeMeta } from '../store/meta.ts'
import type { Deps } from './deps.ts'

/** Writes something and waits until it is on disk: the proof behind `GET /v1/health`. Throws when that fails. */
export const checkWritable = ({ store, nowMs }: Pick<Deps, 'store' | 'nowMs'>): Promise<void> =>
  store.tx((tx) => writeMeta(tx, 'health_checked_at', String(nowMs())))
