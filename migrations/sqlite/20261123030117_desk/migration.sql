CREATE TABLE `booking_desk` (
	`booking_id` integer PRIMARY KEY,
	`hotel_id` integer NOT NULL,
	`note` text,
	`tags` text,
	`room_number` text,
	`arrived_at_ms` integer,
	`left_at_ms` integer,
	`paid_cents` integer DEFAULT 0 NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `booking_payment` (
	`hotel_id` integer NOT NULL,
	`id` text NOT NULL,
	`booking_id` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`method` text NOT NULL,
	`note` text,
	`takes_back` text,
	`actor_type` text NOT NULL,
	`actor_id` text NOT NULL,
	`at_ms` integer NOT NULL,
	CONSTRAINT `booking_payment_pk` PRIMARY KEY(`hotel_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `booking_payment_booking` ON `booking_payment` (`booking_id`,`at_ms`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `booking_payment_back` ON `booking_payment` (`hotel_id`,`takes_back`) WHERE "booking_payment"."takes_back" is not null;