CREATE TABLE `agency` (
	`id` integer PRIMARY KEY AUTOINCREMENT,
	`code` text NOT NULL UNIQUE,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`commission_basis_points` integer NOT NULL,
	`active` integer NOT NULL,
	`created_at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `booking` (
	`id` integer PRIMARY KEY AUTOINCREMENT,
	`hotel_id` integer NOT NULL,
	`code` text NOT NULL,
	`revision` integer NOT NULL,
	`status` text NOT NULL,
	`room_code` text NOT NULL,
	`board_code` text,
	`rooms` integer NOT NULL,
	`checkin` text NOT NULL,
	`checkout` text NOT NULL,
	`adults` integer NOT NULL,
	`children` integer NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text,
	`country` text,
	`currency` text NOT NULL,
	`total_price_cents` integer NOT NULL,
	`nightly` text NOT NULL,
	`source_type` text NOT NULL,
	`agency_id` integer,
	`commission_cents` integer,
	`user_id` text,
	`special_requests` text,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`confirmed_at_ms` integer,
	`cancelled_at_ms` integer,
	`cancel_reason` text,
	`hold_expires_at_ms` integer,
	`acked_revision` integer,
	`external_id` text,
	CONSTRAINT `fk_booking_hotel_id_hotel_id_fk` FOREIGN KEY (`hotel_id`) REFERENCES `hotel`(`id`),
	CONSTRAINT `fk_booking_agency_id_agency_id_fk` FOREIGN KEY (`agency_id`) REFERENCES `agency`(`id`),
	CONSTRAINT `fk_booking_user_id_user_id_fk` FOREIGN KEY (`user_id`) REFERENCES `user`(`id`),
	CONSTRAINT "booking_rooms" CHECK("rooms" > 0),
	CONSTRAINT "booking_stay" CHECK("checkout" > "checkin")
) STRICT;
--> statement-breakpoint
CREATE TABLE `booking_revision` (
	`change_seq` integer PRIMARY KEY,
	`hotel_id` integer NOT NULL,
	`code` text NOT NULL,
	`revision` integer NOT NULL,
	`snapshot` text NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `catalog_history` (
	`seq` integer PRIMARY KEY AUTOINCREMENT,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`actor_type` text NOT NULL,
	`actor_id` text NOT NULL,
	`before` text,
	`after` text NOT NULL,
	`at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `idempotency` (
	`owner` text NOT NULL,
	`key` text NOT NULL,
	`request_hash` text NOT NULL,
	`booking_code` text NOT NULL,
	`answer` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	CONSTRAINT `idempotency_pk` PRIMARY KEY(`owner`, `key`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `outbox` (
	`seq` integer PRIMARY KEY AUTOINCREMENT,
	`id` text NOT NULL UNIQUE,
	`hotel_id` integer NOT NULL,
	`event` text NOT NULL,
	`booking_code` text,
	`revision` integer,
	`body` text NOT NULL,
	`created_at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `review` (
	`hotel_id` integer NOT NULL,
	`id` text NOT NULL,
	`booking_code` text NOT NULL UNIQUE,
	`author` text NOT NULL,
	`rating` integer NOT NULL,
	`text` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`reply` text,
	`replied_at_ms` integer,
	CONSTRAINT `review_pk` PRIMARY KEY(`hotel_id`, `id`),
	CONSTRAINT `fk_review_hotel_id_hotel_id_fk` FOREIGN KEY (`hotel_id`) REFERENCES `hotel`(`id`),
	CONSTRAINT "review_rating" CHECK("rating" between 1 and 5)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `user` (
	`id` text PRIMARY KEY,
	`email` text NOT NULL UNIQUE,
	`name` text NOT NULL,
	`password_hash` text NOT NULL,
	`role` text NOT NULL,
	`status` text NOT NULL,
	`token_version` integer NOT NULL,
	`agency_id` integer,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	CONSTRAINT `fk_user_agency_id_agency_id_fk` FOREIGN KEY (`agency_id`) REFERENCES `agency`(`id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `user_hotel` (
	`user_id` text NOT NULL,
	`hotel_id` integer NOT NULL,
	CONSTRAINT `user_hotel_pk` PRIMARY KEY(`user_id`, `hotel_id`),
	CONSTRAINT `fk_user_hotel_user_id_user_id_fk` FOREIGN KEY (`user_id`) REFERENCES `user`(`id`),
	CONSTRAINT `fk_user_hotel_hotel_id_hotel_id_fk` FOREIGN KEY (`hotel_id`) REFERENCES `hotel`(`id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `hotel` ADD `rating_sum` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `hotel` ADD `rating_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `booking_code` ON `booking` (`code`);--> statement-breakpoint
CREATE INDEX `booking_hotel_checkin` ON `booking` (`hotel_id`,`checkin`);--> statement-breakpoint
CREATE INDEX `booking_hotel_checkout` ON `booking` (`hotel_id`,`checkout`);--> statement-breakpoint
CREATE INDEX `booking_hotel_created` ON `booking` (`hotel_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `booking_hotel_updated` ON `booking` (`hotel_id`,`updated_at_ms`);--> statement-breakpoint
CREATE INDEX `booking_created` ON `booking` (`created_at_ms`);--> statement-breakpoint
CREATE INDEX `booking_agency` ON `booking` (`agency_id`,`created_at_ms`) WHERE "booking"."agency_id" is not null;--> statement-breakpoint
CREATE INDEX `booking_user` ON `booking` (`user_id`) WHERE "booking"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `booking_hold` ON `booking` (`hold_expires_at_ms`) WHERE "booking"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `booking_running` ON `booking` (`checkout`) WHERE "booking"."status" = 'confirmed';--> statement-breakpoint
CREATE UNIQUE INDEX `booking_revision_code` ON `booking_revision` (`hotel_id`,`code`,`revision`);--> statement-breakpoint
CREATE INDEX `catalog_history_entity` ON `catalog_history` (`entity`,`entity_id`,`seq`);--> statement-breakpoint
CREATE INDEX `idempotency_created` ON `idempotency` (`created_at_ms`);--> statement-breakpoint
CREATE INDEX `user_hotel_hotel` ON `user_hotel` (`hotel_id`);