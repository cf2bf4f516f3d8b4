CREATE TABLE `shut_mailbox` (
	`hotel_id` integer NOT NULL,
	`mailbox` text NOT NULL,
	`until_ms` integer NOT NULL,
	CONSTRAINT `shut_mailbox_pk` PRIMARY KEY(`hotel_id`, `mailbox`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `site` (
	`id` text PRIMARY KEY,
	`name` text NOT NULL,
	`hotel_id` integer,
	`hotels` text,
	`proves` integer NOT NULL,
	`room_nights_per_hour` integer NOT NULL,
	`manage_page` text,
	`prefix` text NOT NULL,
	`hash` text NOT NULL,
	`previous_prefix` text,
	`previous_hash` text,
	`previous_until_ms` integer,
	`created_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`revoked_at_ms` integer,
	`last_used_at_ms` integer
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `stranger_hour` (
	`hotel_id` integer NOT NULL,
	`hour_ms` integer NOT NULL,
	`day_nights` integer NOT NULL,
	`week_nights` integer NOT NULL,
	`month_nights` integer NOT NULL,
	`level` text NOT NULL,
	`is_mail_stuck` integer DEFAULT false NOT NULL,
	`mailed_at_ms` integer,
	`updated_at_ms` integer NOT NULL,
	CONSTRAINT `stranger_hour_pk` PRIMARY KEY(`hotel_id`, `hour_ms`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `stranger_take` (
	`id` integer PRIMARY KEY AUTOINCREMENT,
	`hotel_id` integer NOT NULL,
	`booking_code` text NOT NULL,
	`network` text,
	`wide_network` text,
	`site_id` text,
	`room_nights` integer NOT NULL,
	`released` integer DEFAULT false NOT NULL,
	`at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
ALTER TABLE `booking` ADD `proof` text DEFAULT 'hotel' NOT NULL;--> statement-breakpoint
ALTER TABLE `booking` ADD `proven_by_stay` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `booking` ADD `manage_epoch` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `booking` ADD `mailbox` text;--> statement-breakpoint
ALTER TABLE `booking` ADD `site` text;--> statement-breakpoint
ALTER TABLE `booking` ADD `brake_nights` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `booking` ADD `brake_at_ms` integer;--> statement-breakpoint
ALTER TABLE `change` ADD `actor_by` text;--> statement-breakpoint
ALTER TABLE `change` ADD `actor_how` text;--> statement-breakpoint
ALTER TABLE `day` ADD `unproven` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `day` ADD `held_by_strangers` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `hotel` ADD `web_max_rooms` integer DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE `hotel` ADD `web_max_nights` integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE `hotel` ADD `web_proof` text DEFAULT 'share' NOT NULL;--> statement-breakpoint
ALTER TABLE `hotel` ADD `web_brake_lifted_until_ms` integer;--> statement-breakpoint
CREATE INDEX `booking_mailbox` ON `booking` (`mailbox`,`hotel_id`,`status`) WHERE "booking"."mailbox" is not null;--> statement-breakpoint
CREATE INDEX `booking_unproven` ON `booking` (`hotel_id`,`created_at_ms`,`id`) WHERE "booking"."proof" in ('none', 'asked');--> statement-breakpoint
CREATE INDEX `booking_brake` ON `booking` (`hotel_id`,`brake_at_ms`,`brake_nights`) WHERE "booking"."brake_nights" > 0;--> statement-breakpoint
CREATE INDEX `shut_mailbox_until` ON `shut_mailbox` (`until_ms`);--> statement-breakpoint
CREATE UNIQUE INDEX `site_hash` ON `site` (`hash`);--> statement-breakpoint
CREATE INDEX `site_previous` ON `site` (`previous_hash`) WHERE "site"."previous_hash" is not null;--> statement-breakpoint
CREATE INDEX `site_hotel` ON `site` (`hotel_id`) WHERE "site"."hotel_id" is not null;--> statement-breakpoint
CREATE INDEX `stranger_hour_at` ON `stranger_hour` (`hour_ms`);--> statement-breakpoint
CREATE INDEX `stranger_take_network` ON `stranger_take` (`network`,`at_ms`) WHERE "stranger_take"."network" is not null;--> statement-breakpoint
CREATE INDEX `stranger_take_wide` ON `stranger_take` (`wide_network`,`hotel_id`,`at_ms`) WHERE "stranger_take"."wide_network" is not null;--> statement-breakpoint
CREATE INDEX `stranger_take_site` ON `stranger_take` (`site_id`,`at_ms`) WHERE "stranger_take"."site_id" is not null;--> statement-breakpoint
CREATE INDEX `stranger_take_booking` ON `stranger_take` (`booking_code`);--> statement-breakpoint
CREATE INDEX `stranger_take_at` ON `stranger_take` (`at_ms`);