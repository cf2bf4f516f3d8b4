CREATE TABLE `rate` (
	`hotel_id` integer NOT NULL,
	`rate_code` text NOT NULL,
	`name` text NOT NULL,
	`board_code` text,
	`room_codes` text,
	`pricing` text,
	`guests` text,
	`cancellation` text NOT NULL,
	`public` integer NOT NULL,
	`active` integer NOT NULL,
	CONSTRAINT `rate_pk` PRIMARY KEY(`hotel_id`, `rate_code`),
	CONSTRAINT `fk_rate_hotel_id_hotel_id_fk` FOREIGN KEY (`hotel_id`) REFERENCES `hotel`(`id`),
	CONSTRAINT `fk_rate_board_code_board_code_fk` FOREIGN KEY (`board_code`) REFERENCES `board`(`code`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `rate_day` (
	`hotel_id` integer NOT NULL,
	`room_code` text NOT NULL,
	`rate_code` text NOT NULL,
	`date` text NOT NULL,
	`price_cents` integer,
	`closed` integer NOT NULL,
	`min_stay` integer,
	`min_stay_through` integer,
	`max_stay` integer,
	`closed_to_arrival` integer,
	`closed_to_departure` integer,
	CONSTRAINT `rate_day_pk` PRIMARY KEY(`hotel_id`, `room_code`, `rate_code`, `date`),
	CONSTRAINT "rate_day_price" CHECK("price_cents" > 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `rate_day_history` (
	`hotel_id` integer NOT NULL,
	`room_code` text NOT NULL,
	`rate_code` text NOT NULL,
	`date` text NOT NULL,
	`change_seq` integer NOT NULL,
	`before` text,
	`price_cents` integer,
	`closed` integer NOT NULL,
	`min_stay` integer,
	`min_stay_through` integer,
	`max_stay` integer,
	`closed_to_arrival` integer,
	`closed_to_departure` integer,
	CONSTRAINT `rate_day_history_pk` PRIMARY KEY(`change_seq`, `room_code`, `rate_code`, `date`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `booking` ADD `rate_code` text DEFAULT 'STD' NOT NULL;--> statement-breakpoint
ALTER TABLE `booking` ADD `child_ages` text;--> statement-breakpoint
ALTER TABLE `booking` ADD `cancellation` text;--> statement-breakpoint
ALTER TABLE `booking` ADD `taxes` text;--> statement-breakpoint
ALTER TABLE `booking` ADD `penalty_cents` integer;--> statement-breakpoint
ALTER TABLE `hotel` ADD `taxes` text;--> statement-breakpoint
ALTER TABLE `hotel` ADD `uses_rates` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `room_board` ADD `per_guest` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `rate_day_history_day` ON `rate_day_history` (`hotel_id`,`room_code`,`rate_code`,`date`,`change_seq`);