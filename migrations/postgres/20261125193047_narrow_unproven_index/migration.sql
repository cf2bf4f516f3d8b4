DROP INDEX "booking_unproven";--> statement-breakpoint
CREATE INDEX "booking_hotel_unproven" ON "booking" ("hotel_id","created_at_ms") WHERE "proof" in ('none', 'asked');