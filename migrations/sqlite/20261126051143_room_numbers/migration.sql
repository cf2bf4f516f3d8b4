CREATE TABLE `room_list` (
	`hotel_id` integer PRIMARY KEY,
	`revision` integer NOT NULL,
	`rooms` text NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `booking_desk` ADD `room_numbers` text;