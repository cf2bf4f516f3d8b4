CREATE TABLE `device` (
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	`seen_at_ms` integer NOT NULL,
	CONSTRAINT `device_pk` PRIMARY KEY(`user_id`, `hash`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `known_place` (
	`user_id` text NOT NULL,
	`place` text NOT NULL,
	`seen_at_ms` integer NOT NULL,
	CONSTRAINT `known_place_pk` PRIMARY KEY(`user_id`, `place`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `passkey` (
	`id` text PRIMARY KEY,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`host` text NOT NULL,
	`transports` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`last_used_at_ms` integer
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `passkey_challenge` (
	`challenge` text PRIMARY KEY,
	`user_id` text,
	`purpose` text NOT NULL,
	`expires_at_ms` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `visit` (
	`user_id` text NOT NULL,
	`hotel_id` integer NOT NULL,
	`hour_ms` integer NOT NULL,
	CONSTRAINT `visit_pk` PRIMARY KEY(`user_id`, `hotel_id`, `hour_ms`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `account_link` ADD `tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `api_key` ADD `last_used_from` text;--> statement-breakpoint
ALTER TABLE `api_key` ADD `created_by` text;--> statement-breakpoint
ALTER TABLE `session` ADD `stepped_up_at_ms` integer;--> statement-breakpoint
ALTER TABLE `site` ADD `last_used_from` text;--> statement-breakpoint
ALTER TABLE `vendor` ADD `previous_prefix` text;--> statement-breakpoint
ALTER TABLE `vendor` ADD `previous_hash` text;--> statement-breakpoint
ALTER TABLE `vendor` ADD `previous_until_ms` integer;--> statement-breakpoint
ALTER TABLE `vendor` ADD `created_by` text;--> statement-breakpoint
ALTER TABLE `webhook` ADD `created_by` text;--> statement-breakpoint
ALTER TABLE `webhook` ADD `created_by_key` text;--> statement-breakpoint
CREATE INDEX `device_seen` ON `device` (`seen_at_ms`);--> statement-breakpoint
CREATE INDEX `known_place_seen` ON `known_place` (`seen_at_ms`);--> statement-breakpoint
CREATE INDEX `passkey_user` ON `passkey` (`user_id`);--> statement-breakpoint
CREATE INDEX `passkey_challenge_expires` ON `passkey_challenge` (`expires_at_ms`);--> statement-breakpoint
CREATE INDEX `vendor_previous` ON `vendor` (`previous_hash`) WHERE "vendor"."previous_hash" is not null;--> statement-breakpoint
CREATE INDEX `visit_hour` ON `visit` (`hour_ms`);