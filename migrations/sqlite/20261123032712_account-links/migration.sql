CREATE TABLE `account_link` (
	`id` text PRIMARY KEY,
	`kind` text NOT NULL,
	`user_id` text,
	`address` text NOT NULL,
	`change_id` text,
	`hotel_id` integer,
	`member_role` text,
	`language` text NOT NULL,
	`mailed` integer NOT NULL,
	`actor_type` text NOT NULL,
	`actor_id` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`used_at_ms` integer,
	`ended_at_ms` integer
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `mail` ADD `link_id` text;--> statement-breakpoint
ALTER TABLE `user` ADD `proven_address` text;--> statement-breakpoint
CREATE INDEX `account_link_created` ON `account_link` (`created_at_ms`);--> statement-breakpoint
CREATE INDEX `account_link_address` ON `account_link` (`address`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `account_link_user` ON `account_link` (`user_id`,`created_at_ms`) WHERE "account_link"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `account_link_hotel` ON `account_link` (`hotel_id`,`created_at_ms`) WHERE "account_link"."hotel_id" is not null;--> statement-breakpoint
CREATE INDEX `account_link_change` ON `account_link` (`change_id`) WHERE "account_link"."change_id" is not null;--> statement-breakpoint
CREATE INDEX `mail_link` ON `mail` (`link_id`) WHERE "mail"."link_id" is not null;--> statement-breakpoint
UPDATE `user` SET `proven_address` = `email` WHERE `role` <> 'guest';
