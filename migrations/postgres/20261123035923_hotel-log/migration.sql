CREATE INDEX "change_hotel_at" ON "change" ("hotel_id","at_ms","seq");--> statement-breakpoint
CREATE INDEX "change_user" ON "change" ("hotel_id","actor_id","at_ms","seq") WHERE "actor_type" = 'user';