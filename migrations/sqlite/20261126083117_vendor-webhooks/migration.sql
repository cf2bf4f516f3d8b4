ALTER TABLE `api_key` ADD `event_seq` integer;--> statement-breakpoint
ALTER TABLE `delivery` ADD `vendor_id` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `vendor_id` text;--> statement-breakpoint
ALTER TABLE `webhook` ALTER COLUMN `hotel_id` DROP NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_vendor_url` ON `webhook` (`vendor_id`,`url`) WHERE "webhook"."hotel_id" is null and "webhook"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX `delivery_vendor` ON `delivery` (`vendor_id`,`hotel_id`,`seq`) WHERE "delivery"."vendor_id" is not null and "delivery"."state" = 'pending';--> statement-breakpoint
CREATE INDEX `outbox_vendor` ON `outbox` (`vendor_id`,`created_at_ms`) WHERE "outbox"."vendor_id" is not null;