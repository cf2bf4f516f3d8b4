CREATE TABLE `guest_erasure` (
	`booking_id` integer PRIMARY KEY,
	`hotel_id` integer NOT NULL,
	`code` text NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `booking` ADD `erased_at_ms` integer;--> statement-breakpoint
ALTER TABLE `hotel` ADD `guest_data_years` integer;