ALTER TABLE "booking" ADD COLUMN "free_until" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "free_reminded" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "booking_agency_free" ON "booking" ("agency_id","free_until") WHERE "free_until" is not null;--> statement-breakpoint
CREATE INDEX "booking_agency_hold" ON "booking" ("agency_id","hold_expires_at_ms") WHERE "agency_id" is not null and "status" = 'pending';--> statement-breakpoint
CREATE INDEX "booking_free_reminder" ON "booking" ("free_until") WHERE "free_until" is not null and "free_until" <> coalesce("free_reminded", '');