import type { ActorType } from '../../domain/accounts/user.ts'
import type { Kit } from './kit.ts'

/** The audit log, and the visits of admins. */
export const historyTables = (kit: Kit) => ({ audit: auditTable(kit), visit: visitTable(kit) })

/** Audit log of the catalogue, accounts, keys and exports: actor, time, and the state before and after as JSON. */
const auditTable = ({ table, serial, text, int, big, index }: Kit) =>
  table(
    'catalog_history',
    {
      seq: serial('seq'),
      /** `city`, `hotel`, `room_type`, `rate`, `board`, `user`, `member`, `agency`, `vendor`, `api_key`, `review`, `webhook`, `desk`, `invitation`, `export`, `visit`. */
      entity: text('entity').notNull(),
      entityId: text('entity_id').notNull(),
      /** The hotel whose owners may read the entry; null if only admins may. */
      hotelId: int('hotel_id'),
      actorType: text('actor_type').$type<ActorType>().notNull(),
      actorId: text('actor_id').notNull(),
      before: text('before'),
      after: text('after').notNull(),
      atMs: big('at_ms').notNull(),
    },
    (t) => [
      index('catalog_history_entity').on(t.entity, t.entityId, t.seq),
      index('catalog_history_at').on(t.atMs, t.seq),
      index('catalog_history_all_of_kind').on(t.entity, t.atMs, t.seq),
      index('catalog_history_all_by_actor').on(t.actorId, t.atMs, t.seq),
      index('catalog_history_hotel').on(t.hotelId, t.atMs, t.seq),
      index('catalog_history_kind').on(t.hotelId, t.entity, t.atMs, t.seq),
      index('catalog_history_actor').on(t.hotelId, t.actorId, t.atMs, t.seq),
    ],
  )

/** Hours in which an admin saw guests of a hotel; the hotel's history shows each once (`contract-access`, *Accounts*). */
const visitTable = ({ table, text, int, big, pk, index }: Kit) =>
  table(
    'visit',
    {
      userId: text('user_id').notNull(),
      hotelId: int('hotel_id').notNull(),
      /** The start of the hour. */
      hourMs: big('hour_ms').notNull(),
    },
    (t) => [pk({ columns: [t.userId, t.hotelId, t.hourMs] }), index('visit_hour').on(t.hourMs)],
  )
