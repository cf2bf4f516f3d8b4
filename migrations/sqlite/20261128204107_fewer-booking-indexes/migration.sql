DROP INDEX IF EXISTS `booking_checkin`;--> statement-breakpoint
DROP INDEX IF EXISTS `booking_checkout`;--> statement-breakpoint
DROP INDEX IF EXISTS `booking_hotel_fresh`;