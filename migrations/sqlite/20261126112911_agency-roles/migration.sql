CREATE TABLE `agency_logo` (
	`id` text PRIMARY KEY,
	`type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`sha256` text NOT NULL,
	`bytes` blob NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `agency` ADD `licence_number` text;--> statement-breakpoint
ALTER TABLE `agency` ADD `address` text;--> statement-breakpoint
ALTER TABLE `agency` ADD `phone` text;--> statement-breakpoint
ALTER TABLE `agency` ADD `logo_id` text;--> statement-breakpoint
ALTER TABLE `agency` ADD `second_factor_required` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `user` ADD `agency_role` text;--> statement-breakpoint
CREATE INDEX `user_agency` ON `user` (`agency_id`,`id`) WHERE "user"."agency_id" is not null;