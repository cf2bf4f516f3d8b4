ALTER TABLE "agency" ADD COLUMN "option_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "option_reminder_at_ms" bigint;--> statement-breakpoint
CREATE INDEX "booking_option_reminder" ON "booking" ("option_reminder_at_ms") WHERE "status" = 'pending' and "option_reminder_at_ms" > 0;