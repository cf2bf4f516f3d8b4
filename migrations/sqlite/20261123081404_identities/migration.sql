CREATE TABLE `booking_identity` (
	`booking_id` integer PRIMARY KEY,
	`hotel_id` integer NOT NULL,
	`revision` integer NOT NULL,
	`sealed` text NOT NULL,
	`checkout` text NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `booking_identity_checkout` ON `booking_identity` (`checkout`,`booking_id`);