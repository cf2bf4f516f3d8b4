ALTER TABLE `city` ADD `lat` real;--> statement-breakpoint
ALTER TABLE `city` ADD `lng` real;--> statement-breakpoint
CREATE INDEX `catalog_history_at` ON `catalog_history` (`at_ms`,`seq`);--> statement-breakpoint
CREATE INDEX `catalog_history_all_of_kind` ON `catalog_history` (`entity`,`at_ms`,`seq`);--> statement-breakpoint
CREATE INDEX `catalog_history_all_by_actor` ON `catalog_history` (`actor_id`,`at_ms`,`seq`);--> statement-breakpoint
CREATE INDEX `mail_refused` ON `mail` (`finished_at_ms`,`hotel_id`) WHERE "mail"."state" in ('bounced', 'failed');--> statement-breakpoint
CREATE INDEX `rate_board` ON `rate` (`board_code`) WHERE "rate"."board_code" is not null;--> statement-breakpoint
CREATE INDEX `room_board_board` ON `room_board` (`board_code`);--> statement-breakpoint
CREATE INDEX `webhook_troubled` ON `webhook` (`hotel_id`,`id`) WHERE "webhook"."deleted_at_ms" is null and ("webhook"."failing_since_ms" is not null or "webhook"."off_reason" in ('gone', 'failing'));