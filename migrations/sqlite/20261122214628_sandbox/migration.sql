ALTER TABLE `api_key` ADD `test` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `hotel` ADD `twin_of` integer;--> statement-breakpoint
ALTER TABLE `hotel` ADD `retired_at_ms` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `hotel_twin` ON `hotel` (`twin_of`) WHERE "hotel"."twin_of" is not null and "hotel"."retired_at_ms" is null;