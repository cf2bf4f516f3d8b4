CREATE TABLE `vendor` (
	`id` text PRIMARY KEY,
	`name` text NOT NULL,
	`contact` text NOT NULL,
	`prefix` text NOT NULL,
	`hash` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`rotated_at_ms` integer
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `api_key` ADD `vendor_id` text;--> statement-breakpoint
ALTER TABLE `webhook` ADD `vendor_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `api_key_connection` ON `api_key` (`vendor_id`,`hotel_id`) WHERE "api_key"."vendor_id" is not null and "api_key"."revoked_at_ms" is null;--> statement-breakpoint
CREATE UNIQUE INDEX `vendor_hash` ON `vendor` (`hash`);