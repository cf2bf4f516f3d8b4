DROP INDEX IF EXISTS `booking_unproven`;--> statement-breakpoint
CREATE INDEX `booking_hotel_unproven` ON `booking` (`hotel_id`,`created_at_ms`) WHERE "booking"."proof" in ('none', 'asked');