CREATE TABLE `api_key` (
	`id` text PRIMARY KEY,
	`hotel_id` integer NOT NULL,
	`name` text NOT NULL,
	`prefix` text NOT NULL,
	`hash` text NOT NULL,
	`requests_per_minute` integer,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer,
	`revoked_at_ms` integer,
	`last_used_at_ms` integer,
	CONSTRAINT `fk_api_key_hotel_id_hotel_id_fk` FOREIGN KEY (`hotel_id`) REFERENCES `hotel`(`id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `board` (
	`code` text PRIMARY KEY,
	`name` text NOT NULL,
	`position` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `change` (
	`seq` integer PRIMARY KEY AUTOINCREMENT,
	`hotel_id` integer NOT NULL,
	`actor_type` text NOT NULL,
	`actor_id` text NOT NULL,
	`push_id` text,
	`at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `city` (
	`id` integer PRIMARY KEY AUTOINCREMENT,
	`slug` text NOT NULL UNIQUE,
	`name` text NOT NULL,
	`country` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `day` (
	`hotel_id` integer NOT NULL,
	`room_code` text NOT NULL,
	`date` text NOT NULL,
	`available` integer NOT NULL,
	`price_cents` integer,
	`closed` integer NOT NULL,
	CONSTRAINT `day_pk` PRIMARY KEY(`hotel_id`, `room_code`, `date`),
	CONSTRAINT "day_available" CHECK("available" >= 0),
	CONSTRAINT "day_price" CHECK("price_cents" >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `day_history` (
	`hotel_id` integer NOT NULL,
	`room_code` text NOT NULL,
	`date` text NOT NULL,
	`change_seq` integer NOT NULL,
	`available_before` integer,
	`price_cents_before` integer,
	`closed_before` integer,
	`available` integer NOT NULL,
	`price_cents` integer,
	`closed` integer NOT NULL,
	CONSTRAINT `day_history_pk` PRIMARY KEY(`hotel_id`, `room_code`, `date`, `change_seq`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `hotel` (
	`id` integer PRIMARY KEY AUTOINCREMENT,
	`city_id` integer NOT NULL,
	`slug` text NOT NULL UNIQUE,
	`name` text NOT NULL,
	`currency` text NOT NULL,
	`timezone` text NOT NULL,
	`stars` integer NOT NULL,
	`address` text NOT NULL,
	`lat` real NOT NULL,
	`lng` real NOT NULL,
	`checkin_time` text NOT NULL,
	`checkout_time` text NOT NULL,
	`restore_on_cancel` integer NOT NULL,
	`active` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	CONSTRAINT `fk_hotel_city_id_city_id_fk` FOREIGN KEY (`city_id`) REFERENCES `city`(`id`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `meta` (
	`key` text PRIMARY KEY,
	`value` text NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `room_board` (
	`hotel_id` integer NOT NULL,
	`room_code` text NOT NULL,
	`position` integer NOT NULL,
	`board_code` text NOT NULL,
	`supplement_cents` integer NOT NULL,
	CONSTRAINT `room_board_pk` PRIMARY KEY(`hotel_id`, `room_code`, `position`),
	CONSTRAINT `fk_room_board_board_code_board_code_fk` FOREIGN KEY (`board_code`) REFERENCES `board`(`code`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `room_type` (
	`hotel_id` integer NOT NULL,
	`room_code` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`total_rooms` integer,
	`max_adults` integer NOT NULL,
	`max_children` integer NOT NULL,
	`max_occupancy` integer NOT NULL,
	`base_price_cents` integer,
	`active` integer NOT NULL,
	CONSTRAINT `room_type_pk` PRIMARY KEY(`hotel_id`, `room_code`),
	CONSTRAINT `fk_room_type_hotel_id_hotel_id_fk` FOREIGN KEY (`hotel_id`) REFERENCES `hotel`(`id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `api_key_hash` ON `api_key` (`hash`);--> statement-breakpoint
CREATE INDEX `api_key_hotel` ON `api_key` (`hotel_id`);--> statement-breakpoint
CREATE INDEX `hotel_city` ON `hotel` (`city_id`);