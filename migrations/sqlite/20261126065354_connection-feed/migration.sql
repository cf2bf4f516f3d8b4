ALTER TABLE `api_key` ADD `feed_seq` integer;--> statement-breakpoint
ALTER TABLE `api_key` ADD `feed_at_ms` integer;