ALTER TABLE `booking` ADD `free_until` text;--> statement-breakpoint
ALTER TABLE `booking` ADD `free_reminded` text;--> statement-breakpoint
CREATE INDEX `booking_agency_free` ON `booking` (`agency_id`,`free_until`) WHERE "booking"."free_until" is not null;--> statement-breakpoint
CREATE INDEX `booking_agency_hold` ON `booking` (`agency_id`,`hold_expires_at_ms`) WHERE "booking"."agency_id" is not null and "booking"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `booking_free_reminder` ON `booking` (`free_until`) WHERE "booking"."free_until" is not null and "booking"."free_until" <> coalesce("booking"."free_reminded", '');