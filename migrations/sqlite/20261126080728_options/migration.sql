ALTER TABLE `agency` ADD `option_days` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `booking` ADD `option_reminder_at_ms` integer;--> statement-breakpoint
CREATE INDEX `booking_option_reminder` ON `booking` (`option_reminder_at_ms`) WHERE "booking"."status" = 'pending' and "booking"."option_reminder_at_ms" > 0;