CREATE TABLE `attempt` (
	`delivery_seq` integer NOT NULL,
	`number` integer NOT NULL,
	`at_ms` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`status` integer,
	`error` text,
	`detail` text,
	`headers` text NOT NULL,
	`answer` text,
	`next_at_ms` integer,
	CONSTRAINT `attempt_pk` PRIMARY KEY(`delivery_seq`, `number`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `delivery` (
	`seq` integer PRIMARY KEY AUTOINCREMENT,
	`id` text NOT NULL UNIQUE,
	`webhook_id` text NOT NULL,
	`hotel_id` integer NOT NULL,
	`outbox_seq` integer NOT NULL,
	`order_key` text,
	`cause` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`due_at_ms` integer,
	`leased_until_ms` integer,
	`created_at_ms` integer NOT NULL,
	`finished_at_ms` integer
) STRICT;
--> statement-breakpoint
CREATE TABLE `push` (
	`id` text PRIMARY KEY,
	`hotel_id` integer NOT NULL,
	`actor_type` text NOT NULL,
	`actor_id` text NOT NULL,
	`mode` text NOT NULL,
	`dry_run` integer NOT NULL,
	`received` integer NOT NULL,
	`applied` integer NOT NULL,
	`unchanged` integer NOT NULL,
	`rejected` integer NOT NULL,
	`report` text,
	`at_ms` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `webhook` (
	`id` text PRIMARY KEY,
	`hotel_id` integer NOT NULL,
	`url` text NOT NULL,
	`description` text NOT NULL,
	`events` text NOT NULL,
	`api_key_id` text,
	`active` integer NOT NULL,
	`off_reason` text,
	`off_at_ms` integer,
	`secret` text NOT NULL,
	`previous_secret` text,
	`previous_until_ms` integer,
	`failing_since_ms` integer,
	`last_success_at_ms` integer,
	`last_attempt_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`deleted_at_ms` integer,
	CONSTRAINT `fk_webhook_hotel_id_hotel_id_fk` FOREIGN KEY (`hotel_id`) REFERENCES `hotel`(`id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `booking` ADD `unacked_revision` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `cause_key_id` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `queued_at_ms` integer;--> statement-breakpoint
CREATE INDEX `booking_unacked` ON `booking` (`updated_at_ms`) WHERE coalesce("booking"."acked_revision", 0) < "booking"."revision" and coalesce("booking"."unacked_revision", 0) < "booking"."revision";--> statement-breakpoint
CREATE INDEX `change_hotel` ON `change` (`hotel_id`,`seq`);--> statement-breakpoint
CREATE INDEX `day_history_change` ON `day_history` (`change_seq`);--> statement-breakpoint
CREATE INDEX `delivery_due` ON `delivery` (`webhook_id`,`due_at_ms`) WHERE "delivery"."due_at_ms" is not null;--> statement-breakpoint
CREATE INDEX `delivery_test` ON `delivery` (`webhook_id`,`due_at_ms`) WHERE "delivery"."cause" = 'test' and "delivery"."due_at_ms" is not null;--> statement-breakpoint
CREATE INDEX `delivery_pending` ON `delivery` (`webhook_id`,`order_key`,`seq`) WHERE "delivery"."state" = 'pending';--> statement-breakpoint
CREATE INDEX `delivery_webhook` ON `delivery` (`webhook_id`,`seq`);--> statement-breakpoint
CREATE INDEX `delivery_outbox` ON `delivery` (`outbox_seq`);--> statement-breakpoint
CREATE INDEX `outbox_unqueued` ON `outbox` (`seq`) WHERE "outbox"."queued_at_ms" is null;--> statement-breakpoint
CREATE INDEX `outbox_hotel` ON `outbox` (`hotel_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `outbox_booking` ON `outbox` (`booking_code`) WHERE "outbox"."booking_code" is not null;--> statement-breakpoint
CREATE INDEX `push_hotel` ON `push` (`hotel_id`,`at_ms`);--> statement-breakpoint
CREATE INDEX `push_rejected` ON `push` (`hotel_id`,`at_ms`) WHERE "push"."rejected" > 0;--> statement-breakpoint
CREATE INDEX `push_at` ON `push` (`at_ms`);--> statement-breakpoint
CREATE INDEX `webhook_hotel` ON `webhook` (`hotel_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_url` ON `webhook` (`hotel_id`,`url`) WHERE "webhook"."deleted_at_ms" is null;