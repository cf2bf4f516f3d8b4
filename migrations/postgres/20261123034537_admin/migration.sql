ALTER TABLE "city" ADD COLUMN "lat" double precision;--> statement-breakpoint
ALTER TABLE "city" ADD COLUMN "lng" double precision;--> statement-breakpoint
CREATE INDEX "catalog_history_at" ON "catalog_history" ("at_ms","seq");--> statement-breakpoint
CREATE INDEX "catalog_history_all_of_kind" ON "catalog_history" ("entity","at_ms","seq");--> statement-breakpoint
CREATE INDEX "catalog_history_all_by_actor" ON "catalog_history" ("actor_id","at_ms","seq");--> statement-breakpoint
CREATE INDEX "mail_refused" ON "mail" ("finished_at_ms","hotel_id") WHERE "state" in ('bounced', 'failed');--> statement-breakpoint
CREATE INDEX "rate_board" ON "rate" ("board_code") WHERE "board_code" is not null;--> statement-breakpoint
CREATE INDEX "room_board_board" ON "room_board" ("board_code");--> statement-breakpoint
CREATE INDEX "webhook_troubled" ON "webhook" ("hotel_id","id") WHERE "deleted_at_ms" is null and ("failing_since_ms" is not null or "off_reason" in ('gone', 'failing'));