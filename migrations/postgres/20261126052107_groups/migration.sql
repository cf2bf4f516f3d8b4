ALTER TABLE "booking" ADD COLUMN "arrival_time" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "guest_names" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "company" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "extras" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "extras_total_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "extras_owed_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "collect" text COLLATE "C" DEFAULT 'hotel' NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "guarantee" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "paid_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "group_code" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "group_position" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "booking_group" ON "booking" ("group_code","group_position") WHERE "group_code" is not null;--> statement-breakpoint
UPDATE "booking" SET "paid_cents" = (SELECT "booking_desk"."paid_cents" FROM "booking_desk" WHERE "booking_desk"."booking_id" = "booking"."id") WHERE "id" IN (SELECT "booking_id" FROM "booking_desk" WHERE "paid_cents" <> 0);