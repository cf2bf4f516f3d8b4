DROP INDEX "booking_checkin";--> statement-breakpoint
DROP INDEX "booking_checkout";--> statement-breakpoint
DROP INDEX "booking_hotel_fresh";