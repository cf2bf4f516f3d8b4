CREATE TABLE `packed_days` (
	`hotel_id` integer NOT NULL,
	`block` integer NOT NULL,
	`bytes` blob NOT NULL,
	CONSTRAINT `packed_days_pk` PRIMARY KEY(`hotel_id`, `block`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `packed_hotel` (
	`hotel_id` integer PRIMARY KEY,
	`layout` text NOT NULL,
	`through_seq` integer NOT NULL
) STRICT, WITHOUT ROWID;
