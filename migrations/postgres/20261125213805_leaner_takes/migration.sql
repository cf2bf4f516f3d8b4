DROP INDEX "stranger_take_network";--> statement-breakpoint
DROP INDEX "stranger_take_wide";--> statement-breakpoint
DROP INDEX "stranger_take_booking";--> statement-breakpoint
DROP INDEX "stranger_take_at";--> statement-breakpoint
CREATE INDEX "stranger_take_around" ON "stranger_take" ("wide_network","at_ms") WHERE "wide_network" is not null;--> statement-breakpoint
CREATE INDEX "stranger_take_hold" ON "stranger_take" ("booking_code") WHERE "booking_code" <> '';