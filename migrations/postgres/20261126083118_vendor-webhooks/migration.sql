ALTER TABLE "api_key" ADD COLUMN "event_seq" bigint;--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "vendor_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "vendor_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "webhook" ALTER COLUMN "hotel_id" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "delivery_vendor" ON "delivery" ("vendor_id","hotel_id","seq") WHERE "vendor_id" is not null and "state" = 'pending';--> statement-breakpoint
CREATE INDEX "outbox_vendor" ON "outbox" ("vendor_id","created_at_ms") WHERE "vendor_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_vendor_url" ON "webhook" ("vendor_id","url") WHERE "hotel_id" is null and "deleted_at_ms" is null;